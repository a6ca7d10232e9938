import { parentPort } from "node:worker_threads";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** By built file. @type {Map<string, TraceMap>} */
const traced = new Map();

parentPort?.on(
  "message",
  /** @param {{ maps: Map<string, Uint8Array>, positions: import("./source-maps.ts").BuiltPosition[] }} message */
  ({ maps, positions }) => {
    for (const [built, content] of maps) {
      try {
        const { sourcesContent: _, ...map } = JSON.parse(Buffer.from(content).toString());
        traced.set(built, new TraceMap(map));
      } catch {
        // Its frames are not translated.
      }
    }
    const sources = positions.map(({ built, line, column }) => {
      const map = traced.get(built);
      const found =
        map && originalPositionFor(map, { line: Math.max(1, line), column: Math.max(0, column - 1) });
      return found?.source ? found : undefined;
    });
    parentPort?.postMessage(sources);
  },
);
