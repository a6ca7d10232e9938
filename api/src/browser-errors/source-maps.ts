import { Worker } from "node:worker_threads";

/** A place in a built file; line and column from 1. */
export interface BuiltPosition {
  /** The path of its source map. */
  map: string;
  line: number;
  column: number;
}

/** A place in a source, as the source map names it; line from 1, column from 0. */
export interface SourcePosition {
  source: string;
  line: number;
  column: number;
  /** What the sources call what is used there. */
  name: string | null;
}

type Sources = readonly (SourcePosition | undefined)[];

/** Further stacks are kept as they are. */
const waitingMax = 50;
/** A stack through more maps is kept as it is from there on: a forged one would have all of them read. */
const mapsMax = 12;
const deadlineMs = 5000;
/** The maps of a page take about 50 MB: they are let go when there are no more errors. */
const idleMs = 60_000;
const heapMegabytes = 256;

/**
 * Looks places up in source maps, in a thread of its own: the shell's map alone would keep everybody else waiting for
 * 400 ms. The thread starts with the first request.
 */
export function createSourceMaps() {
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
    started.on("message", ({ id, sources }: { id: number; sources: Sources }) => {
      waiting.get(id)?.(sources);
    });
    // A map that is too large for the thread's memory: stacks are kept as they are.
    started.on("error", () => end(started));
    started.on("exit", () => end(started));
    return started;
  }

  const stop = async () => {
    clearTimeout(idle);
    await worker?.terminate();
  };

  return {
    /** @returns the places in the sources, in the same order; undefined where no map has one */
    async find(positions: readonly BuiltPosition[]): Promise<Sources> {
      if (positions.length === 0 || waiting.size >= waitingMax) return [];
      clearTimeout(idle);
      idle = setTimeout(() => void stop(), idleMs).unref();
      worker ??= start();
      lastId += 1;
      const id = lastId;
      const maps = new Set([...new Set(positions.map(({ map }) => map))].slice(0, mapsMax));
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
          positions: positions.map((one) => (maps.has(one.map) ? one : { ...one, map: "" })),
        });
      });
    },
    stop,
  };
}
