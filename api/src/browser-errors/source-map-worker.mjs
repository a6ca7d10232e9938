import { readFile, stat } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** The largest of ours, the shell's, has 4 MB. */
const bytesMax = 16_000_000;
/** A page has about ten scripts. */
const mapsMax = 12;

/** In the order of their last use. @type {Map<string, Promise<TraceMap | undefined>>} */
const maps = new Map();

/** @param {string} file @returns {Promise<TraceMap | undefined>} undefined where it cannot be read */
async function readMap(file) {
  try {
    if ((await stat(file)).size > bytesMax) return undefined;
    const { sourcesContent: _, ...map } = JSON.parse(await readFile(file, "utf8"));
    return new TraceMap(map);
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function mapOf(file) {
  const map = maps.get(file) ?? readMap(file);
  maps.delete(file);
  maps.set(file, map);
  const [oldest] = maps.keys();
  if (maps.size > mapsMax && oldest !== undefined) maps.delete(oldest);
  return map;
}

parentPort?.on(
  "message",
  /** @param {{ id: number, positions: import("./source-maps.ts").BuiltPosition[] }} request */
  async ({ id, positions }) => {
    const sources = [];
    for (const { map: file, line, column } of positions) {
      const map = await mapOf(file);
      const found =
        map && originalPositionFor(map, { line: Math.max(1, line), column: Math.max(0, column - 1) });
      sources.push(found?.source ? found : undefined);
    }
    parentPort?.postMessage({ id, sources });
  },
);
