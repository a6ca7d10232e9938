import type { Model } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import type { Logger } from "../http/logger.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import { createRounds } from "../scheduling/turns.ts";
import type { AuditChain } from "./chain.ts";
import type { StoredEvent } from "./event.ts";
import { openEvent } from "./event-seal.ts";

/** A document with events. */
interface Holder {
  _id: string;
  organizationId?: string | null;
  audit: StoredEvent[];
}

export type AuditRelay = ReturnType<typeof createAuditRelay>;

const pollMs = 5000;
const batch = 100;
const longAgo = new Date(0);

/**
 * Moves events from their documents to the chained log. An event is appended to the log before it is removed from its
 * document; after a crash in between, it is appended again, which has no effect. Organizations have turns of a batch.
 */
export function createAuditRelay(
  chain: AuditChain,
  keys: Keyring,
  { log, pollers }: { log: Logger; pollers: Pick<Pollers, "add"> },
) {
  const sources: { model: Model<Holder>; rounds: ReturnType<typeof createRounds> }[] = [];
  let running: Promise<boolean> | undefined;
  let again = false;
  let moved = 0;

  /** @returns whether there may be more */
  const moveFrom = async ({ model, rounds }: (typeof sources)[number]): Promise<boolean> => {
    // Documents of some collections are of no organization.
    const others = model.schema.path("organizationId") ? rounds.others() : {};
    const waiting = { "audit.at": { $gt: longAgo }, ...others };
    const holders = await model.find(waiting, { audit: 1, organizationId: 1 }).limit(batch).lean<Holder[]>();
    const events = holders.flatMap(({ _id, audit }) => audit.map((event) => ({ holder: _id, event })));
    events.sort((a, b) => a.event.at.getTime() - b.event.at.getTime());
    for (const { holder, event } of events) {
      const opened = openEvent(keys, event);
      if (opened.action === "audit.unsealed") log.error({ holder }, "audit event that is not the product's");
      await chain.append(opened);
      await model.updateOne({ _id: holder }, { $pull: { audit: { id: event.id } } });
    }
    moved += events.length;
    return rounds.next(holders);
  };

  /** @returns whether there were any */
  const moveAll = async (): Promise<boolean> => {
    const before = moved;
    for (let isMore = true; isMore || again; ) {
      again = false;
      isMore = false;
      for (const source of sources) if (await moveFrom(source)) isMore = true;
    }
    return moved > before;
  };

  /** Moves all waiting events. During a run, a call makes the run start over. */
  const run = (): Promise<boolean> => {
    again = true;
    running ??= moveAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  const paused = (thrown: unknown) => log.debug({ err: thrown }, "audit relay paused");
  const poller = pollers.add({ name: "audit", everyMs: pollMs, backsOff: true, task: run, failed: paused });

  return {
    /** The model's documents need an index of `audit.at`. */
    watch<Doc extends Partial<Holder>>(model: Model<Doc>): void {
      sources.push({ model: model as unknown as Model<Holder>, rounds: createRounds(batch) });
    },
    run,
    wake(): void {
      run().catch(paused);
    },
    start: poller.start,
    async stop(): Promise<void> {
      await poller.stop();
      await running?.catch(() => undefined);
    },
  };
}
