import type { Keyring } from "../crypto/keyring.ts";
import type { Logger } from "../http/logger.ts";
import { serverLimits } from "../limits.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import type { AuditChain } from "./chain.ts";
import type { StoredEvent } from "./event.ts";
import { openEvent } from "./event-seal.ts";

/** A document with events. Its collection needs an index of `audit.at`. */
interface Holder {
  _id: string;
  organizationId?: string | null;
  audit: StoredEvent[];
}

export type AuditRelay = ReturnType<typeof createAuditRelay>;

/**
 * Moves events from their documents to the chained log. An event is appended to the log before it is removed from its
 * document; after a crash in between, it is appended again, which has no effect.
 */
export function createAuditRelay(
  chain: AuditChain,
  keys: Keyring,
  { log, jobs }: { log: Logger; jobs: Pick<Jobs, "moved"> },
) {
  return jobs.moved<Holder, "all">({
    name: "audit",
    shares: serverLimits.jobs.moves,
    batch: serverLimits.batches.audit,
    most: serverLimits.movesWaiting,
    list: "audit",
    waiting: { filter: { "audit.at": { $gt: new Date(0) } }, since: "at" },
    select: { audit: 1, organizationId: 1 },
    async move(holders, model) {
      const events = holders.flatMap(({ _id, audit }) => audit.map((event) => ({ holder: _id, event })));
      events.sort((a, b) => a.event.at.getTime() - b.event.at.getTime());
      for (const { holder, event } of events) {
        const opened = openEvent(keys, event);
        if (opened.action === "audit.unsealed")
          log.error({ holder }, "audit event that is not the product's");
        await chain.append(opened);
        await model.updateOne({ _id: holder }, { $pull: { audit: { id: event.id } } });
      }
    },
  });
}
