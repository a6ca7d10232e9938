import { type Onboarding, readOnboarding, saveOnboarding } from "@souffleur/contracts";
import { call, Notice, sharedText as t, useSession } from "@souffleur/shared-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { FiguresSource } from "./use-figures-source.ts";

interface OwnFiguresOfferProps {
  source: FiguresSource;
  onChoose: (source: FiguresSource) => void;
}

/** After the first call that was wrapped up: offers the own figures, until they were shown once. */
export function OwnFiguresOffer({ source, onChoose }: OwnFiguresOfferProps) {
  const queryClient = useQueryClient();
  const key = ["onboarding", useSession().user?.id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readOnboarding, {}, signal)).data,
    refetchOnMount: "always",
  });
  const isDue = data?.turnsFigures === true;
  const isOwn = source === "calls";
  const taken = useEffectEvent(() => {
    queryClient.setQueryData<Onboarding>(key, (before) => before && { ...before, turnsFigures: false });
    call(saveOnboarding, { body: { turned: true } }).catch(console.warn);
  });
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
