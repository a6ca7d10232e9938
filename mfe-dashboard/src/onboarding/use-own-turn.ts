import { toast } from "@souffleur/shared-ui";
import type { FiguresSource } from "@souffleur/shared-ui/figures";
import { useEffect, useEffectEvent } from "react";
import { t } from "../texts/texts.ts";
import type { useOnboarding } from "./use-onboarding.ts";

/** Turns the page from the sample to the user's own figures, once, after the first call that was wrapped up. */
export function useOwnTurn(
  { onboarding, save }: ReturnType<typeof useOnboarding>,
  [source, choose]: [FiguresSource, (source: FiguresSource) => void],
): void {
  const isDue = onboarding?.turnsFigures === true;
  const turn = useEffectEvent(() => {
    save({ turned: true });
    if (source === "calls") return;
    choose("calls");
    toast.success(t("These are your own figures now. The sample is one press away."));
  });
  useEffect(() => {
    if (isDue) turn();
  }, [isDue]);
}
