import { Button, classNames, keyOf, MicrophoneIcon, MicrophoneOffIcon, Select } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
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

/**
 * The sound of a call in its header: an icon with the level of what is recorded, and words only where it is not recorded as
 * the agent expects. It opens the choice of a microphone and, without a telephone line of its own, of the client's voice.
 */
export function AudioButton({ live }: { live: LiveCall }) {
  // A telephone call is transcribed from the telephone: recording it here too would duplicate every line.
  const mayRecord = useStore(
    live.store,
    ({ call, source }) => call.status === "active" && source !== "telephony",
  );
  const { data: speech } = useQuery(speechQuery);
  const microphone = useMicrophone(live, mayRecord);
  const { isRecording, isInterrupted: isStopped, problem, meter } = microphone;
  // The microphone is recorded until the server refuses; nobody is asked to share sound that will not be transcribed.
  const isShareable = mayRecord && microphone.status !== "unrecognized" && speech?.configured !== false;
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <div className={styles.audio}>
      <details
        ref={details}
        className={styles.details}
        onKeyDown={(event) => {
          if (keyOf(event.nativeEvent) !== "Escape" || !details.current?.open) return;
          event.preventDefault();
          details.current.open = false;
          details.current.querySelector("summary")?.focus();
        }}
        onBlur={({ relatedTarget }) => {
          if (details.current && relatedTarget && !details.current.contains(relatedTarget))
            details.current.open = false;
        }}
      >
        <summary aria-label={t("Sound")} className={styles.summary}>
          {isRecording ? <MicrophoneIcon aria-hidden /> : <MicrophoneOffIcon aria-hidden />}
          <span className={styles.meter}>
            <LevelBar meter={isRecording ? meter : undefined} />
          </span>
        </summary>
        <div className={styles.panel}>
          <MicrophonePanel live={live} mayRecord={mayRecord} microphone={microphone} />
          {isShareable && <SharedAudioPanel live={live} />}
        </div>
      </details>
      {problem !== undefined && (
        <span
          role="status"
          className={classNames(styles.problem, microphone.status !== "unrecognized" && styles.warning)}
        >
          {problem}
        </span>
      )}
      {isStopped && (
        <Button small onClick={() => void live.startRecording()}>
          {t("Resume")}
        </Button>
      )}
    </div>
  );
}

/** The microphone's state, and the problem, which is visible without a press. */
function useMicrophone({ microphone, store }: LiveCall, mayRecord: boolean) {
  const { status, deviceId, track, meter, isMuted, refusal } = useStore(microphone.store, (state) => state);
  const callId = useStore(store, (state) => state.callId);
  const isRecording = status === "recording";
  const isSilent = useSilence(isRecording ? meter : undefined, silenceMs);
  const isStopped = mayRecord && status === "off" && isInterrupted("microphone", callId);
  const problem =
    (isStopped && t("Not recording since you came back")) ||
    (refusal !== undefined && t("Not transcribed: {reason}", { reason: refusal })) ||
    (isRecording && isMuted && t("Muted by the device or the system")) ||
    (isSilent && t("No sound from the microphone")) ||
    ((status === "lost" || status === "unrecognized") && t(statusTexts[status])) ||
    undefined;
  return { status, deviceId, track, meter, isRecording, isInterrupted: isStopped, problem };
}

interface MicrophonePanelProps {
  live: LiveCall;
  mayRecord: boolean;
  microphone: ReturnType<typeof useMicrophone>;
}

/** The chosen microphone, and whether it is recorded. */
function MicrophonePanel({
  live,
  mayRecord,
  microphone: { status, deviceId, track, isRecording, isInterrupted: isStopped, problem },
}: MicrophonePanelProps) {
  const choices = useMicrophones(status);
  // What is recorded, and not what is wished for: a headset that left and is back is not recorded until it is chosen again.
  const shownId = deviceId === "" ? "" : (track?.getSettings().deviceId ?? deviceId);
  return (
    <div className={styles.source}>
      <p className={styles.status}>
        <strong>{t("Microphone")}</strong>
        <span> </span>
        {/* The header says what is wrong. */}
        <span>{problem === undefined && t(statusTexts[status])}</span>
      </p>
      <div className={styles.controls}>
        <Select
          small
          aria-label={t("Microphone")}
          className={styles.select}
          value={choices.some((choice) => choice.deviceId === shownId) ? shownId : ""}
          onChange={({ target }) => void live.microphone.choose(target.value)}
        >
          <option value="">{t("System default")}</option>
          {choices.map((choice) => (
            <option key={choice.deviceId} value={choice.deviceId}>
              {choice.label}
            </option>
          ))}
        </Select>
        {mayRecord && status !== "unrecognized" && !isStopped && (
          <Button small onClick={() => (isRecording ? live.stopRecording() : void live.startRecording())}>
            {t(isRecording ? "Stop recording" : "Start recording")}
          </Button>
        )}
      </div>
    </div>
  );
}
