import { clock } from "../../clock.ts";

/** How live speech reaches the server: the query of a WebSocket at `{url}/realtime`, or requests for single utterances. */
export type Way = { query: string } | "requests";

/** After this time a server that had no such WebSocket is asked again: it may have another version. */
const againMs = 10 * 60_000;
/** In a row, until it is no restart any more. */
const doubtsMax = 4;

/**
 * Finds the way by trying, and remembers it. Speaches and LocalAI demand the model in the address; at OpenAI's it would open a
 * conversation, which cannot become a transcription.
 */
export function createWays(model: string) {
  const ways: readonly Way[] = [
    { query: `?model=${encodeURIComponent(model)}&intent=transcription` },
    { query: "?intent=transcription" },
    "requests",
  ];
  let at = 0;
  let since = 0;
  let doubts = 0;

  function refuse(way: Way): void {
    if (ways[at] !== way || way === "requests") return;
    at += 1;
    doubts = 0;
    since = clock.ms();
  }

  return {
    current(): Way {
      if (at === ways.length - 1 && clock.ms() - since > againMs) at = 0;
      return ways[at] ?? "requests";
    },
    /** The server does not have this way. */
    refuse,
    /** It was opened and ended at once. */
    doubt(way: Way): void {
      doubts += 1;
      if (doubts >= doubtsMax) refuse(way);
    },
    confirm(): void {
      doubts = 0;
    },
  };
}
export type Ways = ReturnType<typeof createWays>;
