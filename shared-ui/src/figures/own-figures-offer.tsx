import type { FiguresSource } from "@souffleur/contracts";
import { Notice, sharedText as t } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent } from "react";
import { useOnboarding } from "./use-onboarding.ts";

interface OwnFiguresOfferProps {
  source: FiguresSource;
  onChoose: (source: FiguresSource) => void;
}

/** After the first call that was wrapped up: offers the own figures, until they were shown once. */
export function OwnFiguresOffer({ source, onChoose }: OwnFiguresOfferProps) {
  const { onboarding, save } = useOnboarding();
  const isDue = onboarding?.turnsFigures === true;
  const isOwn = source === "calls";
  const taken = useEffectEvent(() => save({ turned: true }));
  useEffect(() => {
    if (isDue && isOwn) taken();
  }, [isDue, isOwn]);
  if (!isDue || isOwn) return null;
  const action = { label: t("Show our calls"), busy: false, onPress: () => onChoose("calls") };
  return (
    <Notice kind="info" action={action}>
      {t("This is sample data. Your first call is wrapped up.")}
    </Notice>
  );
}
