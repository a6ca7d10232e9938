import type { Registry } from "@souffleur/contracts";
import { StoredRegistry } from "@souffleur/contracts/release-commands";
import type { Connection } from "mongoose";
import { isUpserted } from "../../database/duplicate-keys.ts";
import type { Logger } from "../../http/logger.ts";
import type { Pollers } from "../../scheduling/pollers.ts";
import { ReleaseError } from "./release-error.ts";

/** A process follows the others' changes within this time, and one look. */
const lookEveryMs = 500;

/** The version of each remote's build that a start or a command of a checkout has released, or held back, last. */
type Builds = Readonly<Record<string, string>>;

/** What is live, as one document states it. */
export interface State {
  /** 0 before the first write. */
  revision: number;
  kept: StoredRegistry;
  /** The same without its history, as browsers get it. */
  current: Registry;
  builds: Builds;
}

interface StateDocument {
  _id: "live";
  revision: number;
  registry: StoredRegistry;
  builds: Builds;
}

const empty: StoredRegistry = { schema: 1, remotes: {} };
const none: State = { revision: 0, kept: empty, current: empty, builds: {} };

export type RegistryDocument = ReturnType<typeof createRegistryDocument>;

/** The one document that states which release of each remote is live, and this process's copy of it. */
export function createRegistryDocument(connection: Connection, log: Logger) {
  const collection = connection.collection<StateDocument>("release_registry");
  const listeners: ((registry: StoredRegistry) => void)[] = [];
  let known = none;
  let follower: ReturnType<Pollers["add"]> | undefined;
  let isFailing = false;

  function know(state: State): State {
    // Answers may arrive out of order.
    if (state.revision <= known.revision) return known;
    known = state;
    for (const listener of listeners) listener(state.kept);
    return state;
  }

  /**
   * Reads what is live now, where it has changed.
   * @throws ReleaseError where the document can't be read
   */
  async function look(): Promise<State> {
    const newer = await collection.findOne({ _id: "live", revision: { $gt: known.revision } });
    if (newer === null) return known;
    const { data: kept, error } = StoredRegistry.safeParse(newer.registry);
    if (kept === undefined) throw new ReleaseError("unreadableRegistry", {}, { cause: error });
    return know({ revision: newer.revision, kept, current: withoutHistory(kept), builds: newer.builds });
  }

  return {
    look,
    /** What this process knows to be live: the same objects until that changes. */
    known: () => known,
    onChange: (listener: (registry: StoredRegistry) => void) => void listeners.push(listener),
    /**
     * Replaces the document, unless another write came first.
     * @returns the new state; undefined where it is no longer at `before`
     */
    async replace(before: State, kept: StoredRegistry, builds: Builds): Promise<State | undefined> {
      const revision = before.revision + 1;
      // Without members that are undefined.
      const registry: StoredRegistry = JSON.parse(JSON.stringify(kept));
      const isWritten = await isUpserted(
        collection.updateOne(
          { _id: "live", revision: before.revision },
          { $set: { revision, registry, builds } },
          { upsert: before.revision === 0 },
        ),
      );
      return isWritten ? know({ revision, kept, current: withoutHistory(kept), builds }) : undefined;
    },
    /** Follows the changes of other processes until `stop`. @param isAlone whether there are none, as far as is known */
    follow(pollers: Pick<Pollers, "add">, isAlone: boolean): void {
      follower = pollers.add({
        name: "live releases",
        everyMs: lookEveryMs,
        backsOff: isAlone,
        async task() {
          const before = known;
          const isChanged = (await look()) !== before;
          isFailing = false;
          return isChanged;
        },
        failed(err) {
          if (!isFailing) log.error({ err }, "the live releases can't be read; the last ones stay");
          isFailing = true;
        },
      });
      follower.start();
    },
    stop: async () => follower?.stop(),
  };
}

function withoutHistory({ changes: _, previews: __, ...registry }: StoredRegistry): Registry {
  return registry;
}
