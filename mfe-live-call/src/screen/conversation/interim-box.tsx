import type { Sender } from "@souffleur/contracts";
import { useConnectionStatus } from "@souffleur/shared-ui";
import { Confidence, SpeakerLine } from "@souffleur/shared-ui/transcript";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import styles from "./interim-box.module.css";

interface InterimBoxProps {
  store: Store<LiveCallState>;
  names: Readonly<Record<Sender, string>>;
}

/** The interim text. It is not announced, because it changes with every word and becomes a line. */
export function InterimBox({ store, names }: InterimBoxProps) {
  const interims = useStore(store, ({ conversation }) => conversation.interims);
  // Interim text from before a lost connection is out of date.
  const isConnected = useConnectionStatus() === "connected";
  const speaking = (isConnected ? [interims.client, interims.agent] : []).filter((one) => one !== undefined);
  return (
    <section aria-label={t("Live transcript")} className={styles.interim}>
      {speaking.length === 0 ? (
        <p className={styles.listening}>{t(isConnected ? "Listening…" : "Reconnecting…")}</p>
      ) : (
        speaking.map(({ sender, text, confidence }) => (
          <div key={sender}>
            <SpeakerLine sender={sender} name={names[sender]}>
              <span>{t("is speaking")}</span>
              {confidence !== undefined && <Confidence value={confidence} />}
            </SpeakerLine>
            <p lang="fr" className={styles.text}>
              <span>{text}</span>
            </p>
          </div>
        ))
      )}
    </section>
  );
}
