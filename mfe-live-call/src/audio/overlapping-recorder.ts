import { limits } from "@souffleur/contracts";
import { recordingFormat } from "./recording-format.ts";

export interface OverlappingRecorder {
  /** What is being recorded becomes the last chunk. */
  finish: () => void;
  /** What is being recorded is thrown away; no chunk comes after this. */
  stop: () => void;
}

interface RecorderEvents {
  /** A recording of one chunk that decodes alone. */
  onChunk: (chunk: Blob) => void;
  /** The recorder broke; there are no more chunks. */
  onBroken: () => void;
}

/**
 * Records in chunks that each decode alone. Slices of one recording do not, and stopping before starting
 * again leaves a hole: so the next recorder starts before the one before it stops.
 * @throws where the platform can't record the stream.
 */
export function startRecorder(
  stream: MediaStream,
  { onChunk, onBroken }: RecorderEvents,
): OverlappingRecorder {
  const mimeType = recordingFormat((type) => MediaRecorder.isTypeSupported(type));
  let current: MediaRecorder;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function record(): MediaRecorder {
    const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) parts.push(data);
    };
    recorder.onstop = () => {
      if (!stopped && parts.length > 0) onChunk(new Blob(parts, { type: recorder.mimeType }));
    };
    recorder.onerror = breakOff;
    recorder.start();
    return recorder;
  }

  function breakOff(): void {
    if (stopped) return;
    stop();
    onBroken();
  }

  function turnOver(): void {
    timer = setTimeout(turnOver, limits.recordingChunkMs);
    const before = current;
    try {
      current = record();
    } catch {
      breakOff();
      return;
    }
    if (before.state !== "inactive") before.stop();
  }

  function finish(): void {
    clearTimeout(timer);
    if (current.state !== "inactive") current.stop();
  }

  function stop(): void {
    stopped = true;
    finish();
  }

  current = record();
  timer = setTimeout(turnOver, limits.recordingChunkMs);
  return { finish, stop };
}
