import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A position in a built file; line and column count from 1. */
export interface BuiltPosition {
  /** `<bundle>/<file>` */
  built: string;
  line: number;
  column: number;
}

/** A position in a source, as in the source map; the line counts from 1, the column from 0. */
export interface SourcePosition {
  source: string;
  line: number;
  column: number;
  /** The source's name of the identifier at this position. */
  name: string | null;
}

type Sources = readonly (SourcePosition | undefined)[];

/** Stacks beyond this number are not translated. */
const waitingMax = 50;
/** A page has about ten scripts. Frames of further maps are not translated: a forged stack could have all maps read. */
const mapsMax = 12;
/** The largest of ours, the shell's, has 4 MB. */
const mapBytesMax = 16_000_000;
const deadlineMs = 5000;
/** The maps of a page take about 50 MB: they are released when no more errors arrive. */
const idleMs = 60_000;
const heapMegabytes = 256;

/**
 * Looks up positions in source maps, one stack after the other, in a worker thread, because the shell's map alone would
 * block the process for 400 ms. The thread starts with the first stack.
 * @param read the source map of a built file (`<bundle>/<file>`); undefined where there is none
 */
export function createSourceMaps(read: (built: string) => Promise<Buffer | undefined>) {
  let worker: Worker | undefined;
  /** The files whose maps the worker has. */
  const sent = new Set<string>();
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<Sources> = Promise.resolve([]);
  let waiting = 0;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    sent.clear();
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(new URL("./source-map-worker.mjs", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      env: {},
    });
    started.unref();
    // For example, a map is too large for the thread's memory.
    started.on("error", () => void stop());
    return started;
  }

  async function look(positions: readonly BuiltPosition[]): Promise<Sources> {
    clearTimeout(idle);
    const files = [...new Set(positions.map(({ built }) => built))].slice(0, mapsMax);
    if (new Set([...sent, ...files]).size > mapsMax) await stop();
    const maps = new Map<string, Buffer>();
    for (const file of files.filter((one) => !sent.has(one))) {
      const map = await read(file).catch(() => undefined);
      if (map !== undefined && map.length <= mapBytesMax) maps.set(file, map);
    }
    worker ??= start();
    for (const file of maps.keys()) sent.add(file);
    worker.postMessage({ maps, positions });
    const [sources] = await once(worker, "message", { signal: AbortSignal.timeout(deadlineMs) });
    idle = setTimeout(() => void stop(), idleMs).unref();
    return sources;
  }

  return {
    /** @returns the positions in the sources, in the same order; undefined where no map has one */
    async find(positions: readonly BuiltPosition[]): Promise<Sources> {
      if (positions.length === 0 || waiting >= waitingMax) return [];
      waiting += 1;
      turn = turn
        .then(() => look(positions))
        .catch(() => stop().then(() => []))
        .finally(() => {
          waiting -= 1;
        });
      return turn;
    },
    stop,
  };
}
