import type { Model } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import type { Logger } from "../http/logger.ts";
import { createTicker } from "../scheduling/ticker.ts";
import type { AuditChain } from "./chain.ts";
import type { StoredEvent } from "./event.ts";
import { openEvent } from "./event-seal.ts";

/** A document with events. */
interface Holder {
  _id: string;
  audit: StoredEvent[];
}

export type AuditRelay = ReturnType<typeof createAuditRelay>;

const pollMs = 5000;
const batch = 100;
const longAgo = new Date(0);

/**
 * Moves events from their documents to the chained log. An event is appended to the log before it is removed from its
 * document; after a crash in between, it is appended again, which has no effect.
 */
export function createAuditRelay(chain: AuditChain, keys: Keyring, log: Logger) {
  const models: Model<Holder>[] = [];
  let running: Promise<void> | undefined;
  let again = false;

  const moveFrom = async (model: Model<Holder>): Promise<boolean> => {
    const waiting = { "audit.at": { $gt: longAgo } };
    const holders = await model.find(waiting, { audit: 1 }).limit(batch).lean<Holder[]>();
    const events = holders.flatMap(({ _id, audit }) => audit.map((event) => ({ holder: _id, event })));
    events.sort((a, b) => a.event.at.getTime() - b.event.at.getTime());
    for (const { holder, event } of events) {
      const opened = openEvent(keys, event);
      if (opened.action === "audit.unsealed") log.error({ holder }, "audit event that is not the product's");
      await chain.append(opened);
      await model.updateOne({ _id: holder }, { $pull: { audit: { id: event.id } } });
    }
    return holders.length > 0;
  };

  const moveAll = async () => {
    do {
      again = false;
      for (const model of models) while (await moveFrom(model));
    } while (again);
  };

  /** Moves all waiting events. During a run, a call makes the run start over. */
  const run = (): Promise<void> => {
    again = true;
    running ??= moveAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const paused = (thrown: unknown) => log.debug({ err: thrown }, "audit relay paused");
  const ticker = createTicker(pollMs, run, paused);

  return {
    /** The model's documents need an index of `audit.at`. */
    watch<Doc extends Partial<Holder>>(model: Model<Doc>): void {
      models.push(model as unknown as Model<Holder>);
    },
    run,
    wake(): void {
      run().catch(paused);
    },
    start: ticker.start,
    async stop(): Promise<void> {
      await ticker.stop();
      await running?.catch(() => undefined);
    },
  };
}
