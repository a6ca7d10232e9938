import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Release } from "@souffleur/contracts";
import { serverLimits } from "../../limits.ts";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import { ReleaseError } from "./release-error.ts";

/** One at a time: a thread takes a whole core, and its memory. */
const checks = createKeyedQueue();

/**
 * Finds the selectors and names by which a remote's stylesheets affect other screens. A selector is confined where the
 * element that it styles, or an ancestor, has one of the remote's own classes, which begin with its name and `_`. They are
 * read in a thread of its own: 150 kB take seconds.
 * @param styles the stylesheets of a release by their files
 * @returns each one as it is written, with a remedy; empty for a confined stylesheet
 * @throws ReleaseError where it takes too long, or too much memory
 */
export const outsideStyles = (
  { name, version }: Pick<Release, "name" | "version">,
  styles: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string[]>> =>
  checks.acquire("one", async () => {
    const worker = new Worker(new URL("./find-outside-styles.mjs", import.meta.url), {
      workerData: { name, styles },
      resourceLimits: { maxOldGenerationSizeMb: serverLimits.stylesHeapMegabytes },
      env: {},
    });
    try {
      const [found] = await once(worker, "message", { signal: AbortSignal.timeout(serverLimits.stylesMs) });
      return found;
    } catch (cause) {
      throw new ReleaseError("stylesUnread", { name, version }, { cause });
    } finally {
      await worker.terminate();
    }
  });
