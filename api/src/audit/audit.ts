import type { Connection } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import { createAuditAnchors } from "./anchor.ts";
import { createAuditChain } from "./chain.ts";
import type { AuditEvent } from "./event.ts";
import { type AuditRelay, createAuditRelay } from "./relay.ts";

/** Events in documents of watched collections are relayed to the log; `wake` relays them at once. */
export interface Audit extends Feature, Pick<AuditRelay, "watch" | "wake"> {
  /** Appends events that are not in a document, in their order, except those that the log already has. */
  append(events: readonly AuditEvent[]): Promise<void>;
}

interface AuditDeps {
  connection: Connection;
  keys: Keyring;
  log: Logger;
  pollers: Pick<Pollers, "add">;
  jobs: Pick<Jobs, "moved">;
}

/** The audit log of all decisions: a chain of rows that reveals later changes. */
export function createAudit({ connection, keys, log, pollers, jobs }: AuditDeps): Audit {
  const anchors = createAuditAnchors(log);
  const chain = createAuditChain(connection, keys, anchors.report);
  const relay = createAuditRelay(chain, keys, { log, jobs });
  return {
    async append(events) {
      const known = await chain.entered(events.map(({ id }) => id));
      for (const event of events) if (!known.has(event.id)) await chain.append(event);
    },
    watch: relay.watch,
    wake: relay.wake,
    createIndexes: chain.createIndexes,
    async start() {
      // Before the relay appends anything: it would continue from a head that is still to be repaired.
      await chain.reseal();
      await relay.drain();
      relay.start();
      await anchors.reportHead(chain);
      anchors.start(chain, pollers);
    },
    async stop() {
      await anchors.stop();
      await relay.stop();
    },
  };
}
