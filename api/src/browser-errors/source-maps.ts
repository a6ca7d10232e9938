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
/** Frames of further maps are not translated: a forged stack could have all maps read. */
const mapsMax = 12;
const deadlineMs = 5000;
/** The maps of a page take about 50 MB: they are released when no more errors arrive. */
const idleMs = 60_000;
const heapMegabytes = 256;

/** What the worker sends: positions that it has found, or the built file whose map it needs. */
type FromWorker = { id: number; sources: Sources } | { wanted: string };

/**
 * Looks up positions in source maps, in a worker thread, because the shell's map alone would block the process for
 * 400 ms. The thread starts with the first request.
 * @param read the source map of a built file (`<bundle>/<file>`); undefined where there is none
 */
export function createSourceMaps(read: (built: string) => Promise<Buffer | undefined>) {
  const waiting = new Map<number, (sources: Sources) => void>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function end(ended: Worker): void {
    if (worker !== ended) return;
    worker = undefined;
    for (const answer of [...waiting.values()]) answer([]);
  }

  function start(): Worker {
    const started = new Worker(new URL("./source-map-worker.mjs", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      env: {},
    });
    started.unref();
    started.on("message", async (message: FromWorker) => {
      if ("id" in message) return waiting.get(message.id)?.(message.sources);
      const { wanted } = message;
      started.postMessage({ wanted, content: await read(wanted).catch(() => undefined) });
    });
    // For example, a map is too large for the thread's memory: the stacks are not translated.
    started.on("error", () => end(started));
    started.on("exit", () => end(started));
    return started;
  }

  const stop = async () => {
    clearTimeout(idle);
    await worker?.terminate();
  };

  return {
    /** @returns the positions in the sources, in the same order; undefined where no map has one */
    async find(positions: readonly BuiltPosition[]): Promise<Sources> {
      if (positions.length === 0 || waiting.size >= waitingMax) return [];
      clearTimeout(idle);
      idle = setTimeout(() => void stop(), idleMs).unref();
      worker ??= start();
      lastId += 1;
      const id = lastId;
      const files = new Set([...new Set(positions.map(({ built }) => built))].slice(0, mapsMax));
      return new Promise((resolve) => {
        const answer = (sources: Sources) => {
          clearTimeout(late);
          waiting.delete(id);
          resolve(sources);
        };
        const late = setTimeout(() => answer([]), deadlineMs).unref();
        waiting.set(id, answer);
        worker?.postMessage({
          id,
          positions: positions.map((one) => (files.has(one.built) ? one : { ...one, built: "" })),
        });
      });
    },
    stop,
  };
}
