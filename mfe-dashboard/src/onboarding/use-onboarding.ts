import { type Onboarding, readOnboarding, saveOnboarding } from "@souffleur/contracts";
import { call, toast, useSession } from "@souffleur/shared-ui";
import { type FiguresSource, rememberFiguresSource } from "@souffleur/shared-ui/figures";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { t } from "../texts/texts.ts";

/** What the user is to do and to be shown as somebody new; undefined until it is known, and after a failure. */
export function useOnboarding() {
  const queryClient = useQueryClient();
  const key = ["onboarding", useSession().user?.id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readOnboarding, {}, signal)).data,
    // What happened on other screens is ticked when the user is back.
    refetchOnMount: "always",
  });

  /** Shown at once. A save that fails is repeated by the next press, or the next visit. */
  const save = (fact: { closed?: true; turned?: true }) => {
    queryClient.setQueryData<Onboarding>(
      key,
      (before) =>
        before && {
          ...before,
          isClosed: before.isClosed || fact.closed === true,
          turnsFigures: before.turnsFigures && fact.turned !== true,
        },
    );
    call(saveOnboarding, { body: fact }).catch(console.warn);
  };
  return { onboarding: data, save };
}

/**
 * Turns the page from the sample to the user's own figures, once, after the first call that was wrapped up. The address
 * stays: this happens when an answer comes, and a navigation would undo one that the user has just begun.
 */
export function useOwnTurn(
  { onboarding, save }: ReturnType<typeof useOnboarding>,
  source: FiguresSource,
): void {
  const isDue = onboarding?.turnsFigures === true;
  const turn = useEffectEvent(() => {
    rememberFiguresSource("calls");
    // The page is rendered again.
    save({ turned: true });
    if (source === "calls") return;
    toast.success(t("These are your own figures now. The sample is one press away."));
  });
  useEffect(() => {
    if (isDue) turn();
  }, [isDue]);
}
