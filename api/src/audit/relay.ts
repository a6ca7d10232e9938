import type { Model } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import type { Logger } from "../http/logger.ts";
import { startTicker, type Ticker } from "../scheduling/ticker.ts";
import type { AuditChain } from "./chain.ts";
import type { StoredEvent } from "./event.ts";
import { openEvent } from "./event-seal.ts";

/** A document that events were written into. */
interface Holder {
  _id: string;
  audit: StoredEvent[];
}

export interface AuditRelay {
  watch<Doc extends Holder>(model: Model<Doc>): void;
  /** Moves what waits, now; a call during a run makes the run look again. */
  run(): Promise<void>;
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const pollMs = 5000;
const batch = 100;
const longAgo = new Date(0);

/**
 * Moves events from the documents that they were written into to the chained log: first in, then out, so
 * that a crash between the two repeats the first, which then finds its row and does nothing.
 */
export function createAuditRelay(chain: AuditChain, keys: Keyring, log: Logger): AuditRelay {
  const models: Model<Holder>[] = [];
  let running: Promise<void> | undefined;
  let again = false;
  let ticker: Ticker | undefined;

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

  const run = () => {
    again = true;
    running ??= moveAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const paused = (thrown: unknown) => log.debug({ err: thrown }, "audit relay paused");

  return {
    watch(model) {
      models.push(model as unknown as Model<Holder>);
    },
    run,
    wake() {
      run().catch(paused);
    },
    start() {
      ticker = startTicker(pollMs, run, paused);
    },
    async stop() {
      await ticker?.stop();
      await running?.catch(() => undefined);
    },
  };
}
