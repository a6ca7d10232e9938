import { limits } from "@souffleur/contracts";

/** The specification's order of preference; the platform's default where none is supported. */
const preferredTypes = ["audio/wav", "audio/webm;codecs=opus"];

export interface OverlappingRecorder {
  /** Ends the recording; what was recorded so far becomes the last chunk. */
  finish: () => void;
  /** Ends the recording and discards what was recorded since the last chunk. */
  stop: () => void;
}

interface RecorderEvents {
  /** Called with each chunk, which decodes by itself. */
  onChunk: (chunk: Blob) => void;
  /** The recorder failed; no more chunks follow. */
  onFailure: () => void;
}

/**
 * Records chunks that each decode by themselves. Slices of one recording do not, and stopping before restarting
 * would leave a gap: the next recorder starts before the previous one stops.
 * @throws where the platform can't record the stream.
 */
export function startRecorder(
  stream: MediaStream,
  { onChunk, onFailure }: RecorderEvents,
): OverlappingRecorder {
  // The last one is the platform's default. A browser may refuse a type that it says it supports.
  const types = [...preferredTypes.filter(isSupported), undefined];
  let current: MediaRecorder;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function record(): MediaRecorder {
    for (;;) {
      const [mimeType] = types;
      try {
        return recordAs(mimeType);
      } catch (error) {
        if (mimeType === undefined) throw error;
        types.shift();
      }
    }
  }

  function recordAs(mimeType: string | undefined): MediaRecorder {
    const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) parts.push(data);
    };
    recorder.onstop = () => {
      // Some recorders name no type.
      const type = recorder.mimeType || parts[0]?.type || mimeType || "";
      if (!stopped && parts.length > 0) onChunk(new Blob(parts, { type }));
    };
    recorder.onerror = fail;
    recorder.start();
    return recorder;
  }

  function fail(): void {
    if (stopped) return;
    stop();
    onFailure();
  }

  function startNext(): void {
    timer = setTimeout(startNext, limits.recordingChunkMs);
    const before = current;
    try {
      current = record();
    } catch {
      fail();
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
  timer = setTimeout(startNext, limits.recordingChunkMs);
  return { finish, stop };
}

function isSupported(type: string): boolean {
  try {
    return MediaRecorder.isTypeSupported(type);
  } catch {
    return false;
  }
}
