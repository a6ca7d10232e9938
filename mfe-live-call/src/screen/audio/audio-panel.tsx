import { Button, classNames, keyOf, MicrophoneIcon, MicrophoneOffIcon, Select } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { takesTracks } from "../../audio/hearing/speech-interface.ts";
import { isInterrupted } from "../../audio/interrupted.ts";
import type { MicrophoneState } from "../../audio/microphone-session.ts";
import { recognizerName, type Speech, speechQuery } from "../../audio/speech-query.ts";
import { useMicrophones } from "../../audio/use-microphones.ts";
import type { LiveCall } from "../../call/live-call.ts";
import { useStore } from "../../lib/store.ts";
import { type Text, t } from "../../texts/texts.ts";
import { HeardBy } from "../hearing/heard-by.tsx";
import styles from "./audio-panel.module.css";
import { LevelBar, useSilence } from "./level-bar.tsx";
import { SharedAudioPanel } from "./shared-audio-panel.tsx";

/** After this long without any sound, the panel says so. */
const silenceMs = 6000;

const statusTexts = {
  off: "Not recording",
  open: "Ready",
  recording: "Recording",
  hearing: "Heard by this browser",
  unrecognized: "Nothing hears this call",
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
  const { status, isOn, isInterrupted: isStopped, problem, meter } = microphone;
  const isHeardHere = status === "hearing";
  // The microphone is recorded until the server refuses; nobody is asked to share sound that will not be transcribed.
  const isShareable =
    mayRecord && (isHeardHere ? takesTracks() : status !== "unrecognized" && speech?.configured !== false);
  const heard = useHeard(live, speech, status);
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
          {isOn ? <MicrophoneIcon aria-hidden /> : <MicrophoneOffIcon aria-hidden />}
          <span className={styles.meter}>
            <LevelBar meter={isOn ? meter : undefined} />
          </span>
        </summary>
        <div className={styles.panel}>
          <MicrophonePanel live={live} mayRecord={mayRecord} microphone={microphone} />
          {isShareable && <SharedAudioPanel live={live} />}
          {heard.isNothing && <HeardBy isPhone={heard.isPhone} className={styles.heard} />}
        </div>
      </details>
      {(problem ?? heard.text) !== undefined && (
        <span
          role="status"
          className={classNames(
            styles.problem,
            problem !== undefined && status !== "unrecognized" && styles.warning,
          )}
        >
          {problem ?? heard.text}
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

/** What hears the running call, for the header; undefined while that is not known. */
function useHeard({ store }: LiveCall, speech: Speech | undefined, status: MicrophoneState["status"]) {
  const isActive = useStore(store, ({ call }) => call.status === "active");
  const isPhone = useStore(store, ({ source }) => source === "telephony");
  const name = recognizerName(speech);
  const isHeard = isActive && name !== undefined && (isPhone || status === "recording");
  const isNothing = isActive && (isPhone ? speech?.configured === false : status === "unrecognized");
  const text =
    (isHeard && t("Heard by {name}", { name })) ||
    (isActive && status === "hearing" && t(statusTexts.hearing)) ||
    (isNothing && t(statusTexts.unrecognized)) ||
    undefined;
  return { isPhone, isNothing, text };
}

/** The microphone's state, and the problem, which is visible without a press. */
function useMicrophone({ microphone, store }: LiveCall, mayRecord: boolean) {
  const { status, deviceId, track, meter, isMuted, refusal } = useStore(microphone.store, (state) => state);
  const callId = useStore(store, (state) => state.callId);
  const isOn = status === "recording" || status === "hearing";
  const isSilent = useSilence(isOn ? meter : undefined, silenceMs);
  const isStopped = mayRecord && status === "off" && isInterrupted("microphone", callId);
  const problem =
    (isStopped && t("Not recording since you came back")) ||
    (refusal !== undefined && t("Not transcribed: {reason}", { reason: refusal })) ||
    (isOn && isMuted && t("Muted by the device or the system")) ||
    (isSilent && t("No sound from the microphone")) ||
    ((status === "lost" || status === "unrecognized") && t(statusTexts[status])) ||
    undefined;
  return { status, deviceId, track, meter, isOn, isInterrupted: isStopped, problem };
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
  microphone: { status, deviceId, track, isOn, isInterrupted: isStopped, problem },
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
          <Button small onClick={() => (isOn ? live.stopRecording() : void live.startRecording())}>
            {t(status === "hearing" ? "Stop listening" : isOn ? "Stop recording" : "Start recording")}
          </Button>
        )}
      </div>
    </div>
  );
}
