import type { Sender } from "@souffleur/contracts";
import { classNames, useConnectionStatus } from "@souffleur/shared-ui";
import type { LiveCallState } from "../call/live-call-state.ts";
import { type Store, useStore } from "../store.ts";
import { formatConfidence } from "./bubble-row.tsx";
import styles from "./conversation.module.css";

interface InterimBoxProps {
  store: Store<LiveCallState>;
  names: Readonly<Record<Sender, string>>;
}

/** What is being said right now. It is not announced: it changes with every word, and becomes a line. */
export function InterimBox({ store, names }: InterimBoxProps) {
  const interims = useStore(store, ({ conversation }) => conversation.interims);
  // Who was speaking when the connection was lost may have been silent for long.
  const isHeard = useConnectionStatus() === "connected";
  const speaking = (isHeard ? [interims.client, interims.agent] : []).filter((one) => one !== undefined);
  return (
    <section aria-label="Live transcript" className={styles.interim}>
      {speaking.length === 0 ? (
        <p className={styles.listening}>{isHeard ? "Listening…" : "Waiting for the connection…"}</p>
      ) : (
        speaking.map(({ sender, text, confidence }) => (
          <div key={sender} className={classNames(styles.speaking, styles[sender])}>
            <p className={styles.meta}>
              <span className={styles.speaker}>{names[sender]}</span>
              <span>is speaking</span>
              {confidence !== undefined && (
                <span>
                  {formatConfidence(confidence)}
                  <span className="visually-hidden"> confidence</span>
                </span>
              )}
            </p>
            <p lang="fr" className={styles.interimText}>
              <span>{text}</span>
            </p>
          </div>
        ))
      )}
    </section>
  );
}
