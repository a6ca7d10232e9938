import { classNames, IconButton, MicrophoneIcon, MicrophoneOffIcon, Select } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { LevelMeter } from "../audio/level-meter.ts";
import type { MicrophoneState } from "../audio/microphone-session.ts";
import { speechQuery } from "../audio/speech-query.ts";
import { useMicrophones } from "../audio/use-microphones.ts";
import type { LiveCall } from "../call/live-call.ts";
import { useStore } from "../lib/store.ts";
import styles from "./microphone-panel.module.css";

/** After this long without any sound, the panel says so. */
const silenceMs = 6000;

const statusTexts: Record<MicrophoneState["status"], string> = {
  off: "Not recording",
  open: "Ready",
  recording: "Recording",
  unrecognized: "Not recorded: no recognizer",
  lost: "The microphone was lost",
};

/** The chosen microphone, its level, and whether it is recorded. */
export function MicrophonePanel({ live }: { live: LiveCall }) {
  const { microphone, store } = live;
  const { status, deviceId, meter } = useStore(microphone.store, (state) => state);
  const choices = useMicrophones(status);
  const selectId = useId();
  const isSilent = useSilence(meter, status === "recording");
  // A telephone call is transcribed from the telephone: recording it here too would duplicate every line.
  const mayRecord = useStore(store, ({ call, source }) => call.status === "active" && source !== "telephony");
  const isRecording = status === "recording";
  const { data: speech } = useQuery(speechQuery);
  const isUnrecognized = status === "unrecognized" || (speech?.configured === false && status !== "lost");
  const text = isSilent
    ? "No sound from the microphone"
    : statusTexts[isUnrecognized ? "unrecognized" : status];
  return (
    <div className={styles.panel}>
      <label htmlFor={selectId} className={styles.label}>
        Microphone
      </label>
      <div className={styles.controls}>
        {mayRecord && !isUnrecognized && (
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
      {/* A new text is a new element: a right-aligned text that changes would count as a layout shift. */}
      <p key={text} className={classNames(styles.status, (isSilent || status === "lost") && styles.warning)}>
        {text}
      </p>
    </div>
  );
}

/** Follows the level in every frame: without React, directly on the element. */
function LevelBar({ meter }: { meter: LevelMeter | undefined }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null || meter === undefined) return undefined;
    let shown = 0;
    let frame = requestAnimationFrame(function draw() {
      // Rises at once and falls slowly, like a needle.
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

/** Whether there was no sound at all for a while. */
function useSilence(meter: LevelMeter | undefined, listening: boolean): boolean {
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (!listening || meter === undefined) return undefined;
    let soundAt = Date.now();
    const timer = setInterval(() => {
      if (meter.read() > 0) soundAt = Date.now();
      setSilent(Date.now() - soundAt > silenceMs);
    }, 250);
    return () => {
      clearInterval(timer);
      setSilent(false);
    };
  }, [meter, listening]);
  return isSilent;
}
