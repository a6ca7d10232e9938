import { type CoachMark, type Onboarding, readOnboarding, saveOnboarding } from "@souffleur/contracts";
import { Button, call, useSession } from "@souffleur/shared-ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { isSpokenIn, type LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./coach-marks.module.css";

const marks: Readonly<Record<CoachMark, { name: Text; text: Text }>> = {
  sentence: {
    name: "The next sentence",
    text: "The largest suggestion answers what the client just said. Say it in your own words.",
  },
  keys: {
    name: "Without the mouse",
    text: "1 to 3 use a suggestion, Ctrl+Enter asks for new ones, h asks a colleague for help.",
  },
  "wrap-up": {
    name: "Wrap up",
    text: "Choose the outcome and the next step: it takes seconds, and your own figures begin.",
  },
};

/** Explains the first call, one thing at a time; what was explained, or was passed by, never comes back. */
export function CoachMarks({ store }: { store: Store<LiveCallState> }) {
  const status = useStore(store, ({ call }) => call.status);
  // Then there is a suggestion.
  const isSpoken = useStore(store, isSpokenIn);
  const queryClient = useQueryClient();
  const key = ["onboarding", useSession().user?.id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(readOnboarding, {}, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const left = data?.marks ?? [];
  const isOver = status === "ended";

  const see = (seen: CoachMark) => {
    queryClient.setQueryData<Onboarding>(
      key,
      (before) => before && { ...before, marks: before.marks.filter((mark) => mark !== seen) },
    );
    call(saveOnboarding, { body: { seen } }).catch(console.warn);
  };
  const passBy = useEffectEvent(() => {
    for (const mark of left) if (mark !== "wrap-up") see(mark);
  });
  useEffect(() => {
    if (isOver) passBy();
  }, [isOver]);

  const mark = isOver
    ? left.find((one) => one === "wrap-up")
    : status === "active" && isSpoken
      ? left.find((one) => one !== "wrap-up")
      : undefined;
  if (mark === undefined) return null;
  return (
    <aside aria-label={t("Tip")} data-mark={mark} className={styles.mark}>
      <strong>{t(marks[mark].name)}</strong>
      <p>{t(marks[mark].text)}</p>
      <Button small onClick={() => see(mark)}>
        {t("Got it")}
      </Button>
    </aside>
  );
}
