import { parentPort } from "node:worker_threads";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** The largest of ours, the shell's, has 4 MB. */
const bytesMax = 16_000_000;
/** A page has about ten scripts. */
const mapsMax = 12;

/** In the order of their last use. @type {Map<string, Promise<TraceMap | undefined>>} */
const maps = new Map();

/** The maps that were asked for. @type {Map<string, (content: Uint8Array | undefined) => void>} */
const asked = new Map();

/** @param {string} built @returns {Promise<TraceMap | undefined>} undefined where it cannot be read */
async function readMap(built) {
  if (built === "") return undefined;
  /** @type {Uint8Array | undefined} */
  const content = await new Promise((resolve) => {
    asked.set(built, resolve);
    parentPort?.postMessage({ wanted: built });
  });
  if (content === undefined || content.length > bytesMax) return undefined;
  try {
    const { sourcesContent: _, ...map } = JSON.parse(Buffer.from(content).toString());
    return new TraceMap(map);
  } catch {
    return undefined;
  }
}

/** @param {string} built */
function mapOf(built) {
  const map = maps.get(built) ?? readMap(built);
  maps.delete(built);
  maps.set(built, map);
  const [oldest] = maps.keys();
  if (maps.size > mapsMax && oldest !== undefined) maps.delete(oldest);
  return map;
}

parentPort?.on(
  "message",
  /** @param {{ wanted: string, content?: Uint8Array } | { id: number, positions: import("./source-maps.ts").BuiltPosition[] }} message */
  async (message) => {
    if ("wanted" in message) {
      asked.get(message.wanted)?.(message.content);
      asked.delete(message.wanted);
      return;
    }
    const { id, positions } = message;
    const sources = [];
    for (const { built, line, column } of positions) {
      const map = await mapOf(built);
      const found =
        map && originalPositionFor(map, { line: Math.max(1, line), column: Math.max(0, column - 1) });
      sources.push(found?.source ? found : undefined);
    }
    parentPort?.postMessage({ id, sources });
  },
);
