import { classNames, IconButton, MicrophoneIcon, MicrophoneOffIcon, Select } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { LiveCall } from "../call/live-call.ts";
import { useStore } from "../store.ts";
import type { LevelMeter } from "./level-meter.ts";
import styles from "./microphone.module.css";
import type { MicrophoneState } from "./microphone-session.ts";
import { speechQuery } from "./speech-query.ts";
import { useMicrophones } from "./use-microphones.ts";

/** So long without any sound, and the agent is told. */
const silenceMs = 6000;

const statusTexts: Record<MicrophoneState["status"], string> = {
  off: "Not recording",
  open: "Ready",
  recording: "Recording",
  unheard: "Not recorded: no recognizer",
  lost: "The microphone was lost",
};

/** Which microphone is recorded, how loud it is, and whether it is recorded at all. */
export function MicrophonePanel({ live }: { live: LiveCall }) {
  const { microphone, store } = live;
  const { status, deviceId, meter } = useStore(microphone.store, (state) => state);
  const choices = useMicrophones(status);
  const selectId = useId();
  const isSilent = useSilence(meter, status === "recording");
  // A telephone call is heard through the telephone: recording it here too would say every line twice.
  const mayRecord = useStore(store, ({ call, source }) => call.status === "active" && source !== "telephony");
  const isRecording = status === "recording";
  const { data: speech } = useQuery(speechQuery);
  const isUnheard = status === "unheard" || (speech?.configured === false && status !== "lost");
  const text = isSilent ? "No sound from the microphone" : statusTexts[isUnheard ? "unheard" : status];
  return (
    <div className={styles.panel}>
      <label htmlFor={selectId} className={styles.label}>
        Microphone
      </label>
      <div className={styles.controls}>
        {mayRecord && !isUnheard && (
          <IconButton
            small
            label={isRecording ? "Stop recording" : "Start recording"}
            onClick={() => (isRecording ? microphone.close() : void live.startRecording())}
          >
            {isRecording ? <MicrophoneIcon aria-hidden /> : <MicrophoneOffIcon aria-hidden />}
          </IconButton>
        )}
        <Select
          small
          id={selectId}
          className={styles.select}
          value={choices.some((choice) => choice.deviceId === deviceId) ? deviceId : ""}
          onChange={({ target }) => void microphone.choose(target.value)}
        >
          <option value="">System default</option>
          {choices.map((choice) => (
            <option key={choice.deviceId} value={choice.deviceId}>
              {choice.label}
            </option>
          ))}
        </Select>
      </div>
      <LevelBar meter={meter} />
      {/* Each text is an element of its own: one that only changed its text would move, standing at the right. */}
      <p key={text} className={classNames(styles.status, (isSilent || status === "lost") && styles.warning)}>
        {text}
      </p>
    </div>
  );
}

/** Moves with the sound, sixty times a second: past React, straight to the element. */
function LevelBar({ meter }: { meter: LevelMeter | undefined }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null || meter === undefined) return undefined;
    let shown = 0;
    let frame = requestAnimationFrame(function draw() {
      // Up at once, down slowly, as a needle does.
      shown = Math.max(meter.read(), shown - 0.02);
      element.style.transform = `scaleX(${shown})`;
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      element.style.transform = "scaleX(0)";
    };
  }, [meter]);
  return (
    <span aria-hidden className={styles.track}>
      <span ref={bar} className={styles.level} />
    </span>
  );
}

/** Whether nothing at all was heard for a while. */
function useSilence(meter: LevelMeter | undefined, listening: boolean): boolean {
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (!listening || meter === undefined) return undefined;
    let heardAt = Date.now();
    const timer = setInterval(() => {
      if (meter.read() > 0) heardAt = Date.now();
      setSilent(Date.now() - heardAt > silenceMs);
    }, 250);
    return () => {
      clearInterval(timer);
      setSilent(false);
    };
  }, [meter, listening]);
  return isSilent;
}
