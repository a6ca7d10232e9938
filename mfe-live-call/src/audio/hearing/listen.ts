import type { OverlappingRecorder } from "../overlapping-recorder.ts";
import type { HeardLine, HearEvents } from "./heard-line.ts";

/** Has this browser recognize a stream, where it can. What that takes is loaded in calls that no recognizer hears. */
export function listen(stream: MediaStream, line: HeardLine, events: HearEvents): OverlappingRecorder {
  let heard: OverlappingRecorder | undefined;
  let isOver = false;
  import("./hear.ts").then(
    ({ hear }) => {
      if (!isOver) heard = hear(stream, line, events);
    },
    (error: unknown) => {
      console.warn("The speech recognition can't be loaded", error);
      if (!isOver) events.onState({ isHearing: false });
    },
  );
  return {
    finish() {
      isOver = true;
      heard?.finish();
    },
    stop() {
      isOver = true;
      heard?.stop();
    },
  };
}
