import type { Registry } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import type { Logger } from "../../http/logger.ts";
import { type RegistryFiles, withoutHistory } from "./registry-files.ts";

/** The content of `remotes.json`: the same objects until the file is replaced. */
interface Known {
  stamp: string | undefined;
  kept: StoredRegistry;
  current: Registry;
}

const empty: StoredRegistry = { schema: 1, remotes: {} };
const none: Known = { stamp: undefined, kept: empty, current: empty };

/**
 * Reads the registry again when its file has changed. That is reliable enough for a writer too: for an inode to recur
 * with the same size and time, two others would have to write and sync within one tick of the file system's clock.
 */
export function createRegistryReader(files: RegistryFiles, log: Logger) {
  const listeners: ((registry: StoredRegistry) => void)[] = [];
  let known = none;

  function know(stamp: string | undefined, kept: StoredRegistry): void {
    known = { stamp, kept, current: withoutHistory(kept) };
    for (const listener of listeners) listener(kept);
  }

  /** @throws where `remotes.json` can't be read */
  async function read(): Promise<Known> {
    const stamp = await files.stamp();
    if (stamp === undefined) return none;
    if (known.stamp !== stamp) know(stamp, await files.read());
    return known;
  }

  return {
    read,
    /** The content of the file, or the last one that could be read. */
    async last(): Promise<Known> {
      try {
        return await read();
      } catch (error) {
        log.error({ err: error }, "the registry of remotes can't be read; the last readable one is kept");
        return known;
      }
    },
    /** Keeps what this process has just written, which need not be read. */
    async take(written: StoredRegistry): Promise<void> {
      know(await files.stamp(), written);
    },
    onChange: (listener: (registry: StoredRegistry) => void) => void listeners.push(listener),
  };
}
