import { linesOfSummaryMin } from "@souffleur/contracts";
import type { CallSummaryProps } from "@souffleur/shared-ui/summary";
import { lazy, Suspense, useId } from "react";
import { partiesOf } from "../../call/demo-parties.ts";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import styles from "./wrap-up.module.css";

/** A chunk of its own, which the waiting screen and the running call do not need. */
const CallSummary = lazy(async () => ({
  default: (await import("@souffleur/shared-ui/summary")).CallSummary,
}));

interface SummaryProps extends Pick<CallSummaryProps, "callId" | "onLine" | "into"> {
  store: Store<LiveCallState>;
}

/** What was said in a call that is over, in a place of fixed height: nothing moves when it is there. */
export function Summary({ store, ...props }: SummaryProps) {
  const title = useId();
  const names = useStore(store, partiesOf);
  const bubbles = useStore(store, ({ conversation }) => conversation.bubbles);
  const lines = useStore(store, ({ conversation }) => conversation.through);
  const endReason = useStore(store, (state) => state.endReason);
  const startedAt = useStore(store, ({ call }) => (call.status === "ended" ? call.startedAt : 0));
  if (lines < linesOfSummaryMin) return null;
  const senderOf = (seq: number) =>
    bubbles.find(({ fragments, repeats }) => [...fragments, ...repeats].some((one) => one.seq === seq))
      ?.sender;
  return (
    <section aria-labelledby={title} className={styles.summary}>
      <h3 id={title}>{t("Summary")}</h3>
      <Suspense>
        <CallSummary
          {...props}
          version={`${lines} ${endReason}`}
          names={names}
          startedAt={startedAt}
          senderOf={senderOf}
        />
      </Suspense>
    </section>
  );
}
