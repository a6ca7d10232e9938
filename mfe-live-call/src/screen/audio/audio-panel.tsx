import {
  Button,
  classNames,
  IconButton,
  MicrophoneIcon,
  MicrophoneOffIcon,
  Select,
} from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { isInterrupted } from "../../audio/interrupted.ts";
import type { MicrophoneState } from "../../audio/microphone-session.ts";
import { speechQuery } from "../../audio/speech-query.ts";
import { useMicrophones } from "../../audio/use-microphones.ts";
import type { LiveCall } from "../../call/live-call.ts";
import { useStore } from "../../lib/store.ts";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./audio-panel.module.css";
import { LevelBar, useSilence } from "./level-bar.tsx";
import { SharedAudioPanel } from "./shared-audio-panel.tsx";

/** After this long without any sound, the panel says so. */
const silenceMs = 6000;

const statusTexts = {
  off: "Not recording",
  open: "Ready",
  recording: "Recording",
  unrecognized: "Not recorded: no recognizer",
  lost: "The microphone was lost",
} as const satisfies Record<MicrophoneState["status"], Text>;

/** The sound of a call: the agent's microphone and, without a telephone line of its own, the client's voice. */
export function AudioPanel({ live }: { live: LiveCall }) {
  // A telephone call is transcribed from the telephone: recording it here too would duplicate every line.
  const mayRecord = useStore(
    live.store,
    ({ call, source }) => call.status === "active" && source !== "telephony",
  );
  const { data: speech } = useQuery(speechQuery);
  const isStandingBy = useStore(live.microphone.store, ({ status }) => status === "unrecognized");
  // The microphone is recorded until the server refuses; nobody is asked to share sound that will not be transcribed.
  const isShareable = mayRecord && !isStandingBy && speech?.configured !== false;
  return (
    <div className={styles.panel}>
      <MicrophonePanel live={live} mayRecord={mayRecord} />
      {isShareable && <SharedAudioPanel live={live} />}
    </div>
  );
}

interface MicrophonePanelProps {
  live: LiveCall;
  mayRecord: boolean;
}

/** The chosen microphone, its level, and whether it is recorded. */
function MicrophonePanel({ live, mayRecord }: MicrophonePanelProps) {
  const { microphone, store } = live;
  const { status, deviceId, meter, isMuted, refusal } = useStore(microphone.store, (state) => state);
  const callId = useStore(store, (state) => state.callId);
  const choices = useMicrophones(status);
  const isRecording = status === "recording";
  const isSilent = useSilence(isRecording ? meter : undefined, silenceMs);
  const isUnrecognized = status === "unrecognized";
  const interrupted = mayRecord && status === "off" && isInterrupted("microphone", callId);
  const problem =
    (interrupted && t("Not recording since you came back")) ||
    (refusal !== undefined && t("Not transcribed: {reason}", { reason: refusal })) ||
    (isRecording && isMuted && t("Muted by the device or the system")) ||
    (isSilent && t("No sound from the microphone"));
  return (
    <div className={styles.source}>
      <div className={styles.controls}>
        {mayRecord && !isUnrecognized && !interrupted && (
          <IconButton
            small
            label={t(isRecording ? "Stop recording" : "Start recording")}
            onClick={() => (isRecording ? live.stopRecording() : void live.startRecording())}
          >
            {isRecording ? <MicrophoneIcon aria-hidden /> : <MicrophoneOffIcon aria-hidden />}
          </IconButton>
        )}
        <Select
          small
          aria-label={t("Microphone")}
          className={styles.select}
          value={choices.some((choice) => choice.deviceId === deviceId) ? deviceId : ""}
          onChange={({ target }) => void microphone.choose(target.value)}
        >
          <option value="">{t("System default")}</option>
          {choices.map((choice) => (
            <option key={choice.deviceId} value={choice.deviceId}>
              {choice.label}
            </option>
          ))}
        </Select>
        {interrupted && (
          <Button small onClick={() => void live.startRecording()}>
            {t("Resume")}
          </Button>
        )}
      </div>
      <LevelBar meter={meter} />
      <p className={styles.status}>
        <strong>{t("Microphone")}</strong>
        <span> </span>
        <span className={classNames((problem || status === "lost") && styles.warning)}>
          {problem || t(statusTexts[status])}
        </span>
      </p>
    </div>
  );
}
