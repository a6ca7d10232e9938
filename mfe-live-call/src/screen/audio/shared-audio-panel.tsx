import { Button, classNames } from "@souffleur/shared-ui";
import { isInterrupted } from "../../audio/interrupted.ts";
import { canShareAudio, type SharedAudioState } from "../../audio/shared-audio.ts";
import type { LiveCall } from "../../call/live-call.ts";
import { useStore } from "../../lib/store.ts";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./audio-panel.module.css";
import { LevelBar, useSilence } from "./level-bar.tsx";

/** A client may listen for long; a source without any sound is the wrong one. */
const silenceMs = 30_000;

const statusTexts = {
  off: "Not shared",
  asking: "Choose a source with its audio",
  recording: "Recording the client",
  refused: "Nothing was shared",
  soundless: "It came without sound: share its audio too",
  ended: "Sharing has ended",
  lost: "What was shared can't be recorded",
  hearing: "Heard by this browser",
  unrecognized: "Nothing hears this call",
} as const satisfies Record<SharedAudioState["status"], Text>;
const fine: ReadonlySet<SharedAudioState["status"]> = new Set(["off", "asking", "recording", "hearing"]);

/** The sound of the agent's softphone, and whether the client is recorded by it. */
export function SharedAudioPanel({ live }: { live: LiveCall }) {
  const { status, meter, refusal } = useStore(live.sharedAudio.store, (state) => state);
  const callId = useStore(live.store, (state) => state.callId);
  const isSilent = useSilence(meter, silenceMs);
  const isShared = status === "recording" || status === "hearing";
  const problem =
    (status === "off" && isInterrupted("sharedAudio", callId) && t("Not shared since you came back")) ||
    (refusal !== undefined && t("Not transcribed: {reason}", { reason: refusal })) ||
    (isSilent && t("No sound from what is shared"));
  if (!canShareAudio())
    return (
      <p className={classNames(styles.source, styles.status)}>{t("This browser can't share call audio")}</p>
    );
  return (
    <div className={styles.source}>
      <Button
        small
        busy={status === "asking"}
        onClick={() => (isShared ? live.stopSharing() : void live.shareAudio())}
      >
        {t(isShared ? "Stop sharing" : "Share call audio")}
      </Button>
      <LevelBar meter={meter} />
      <p className={styles.status}>
        <strong>{t("Call audio")}</strong>
        <span> </span>
        <span role="status" className={classNames((problem || !fine.has(status)) && styles.warning)}>
          {problem || t(statusTexts[status])}
        </span>
      </p>
    </div>
  );
}
