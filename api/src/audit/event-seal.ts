import { randomUUID } from "node:crypto";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isSealOf, sealOf } from "../crypto/seals.ts";
import { type AuditEvent, auditEvent, type StoredEvent, textOfDate } from "./event.ts";

/** Marks an event in a document as the product's own; the relay accepts no others. */
export function sealEvent(keys: Keyring, event: AuditEvent): StoredEvent {
  return { ...event, seal: sealOf(keys, "audit-event", contentOf(event)) };
}

/**
 * The event to enter for an event found in a document: the event itself, or an event that reports a forged one. To
 * enter a forged event would make it genuine.
 */
export function openEvent(keys: Keyring, { seal, ...event }: StoredEvent): AuditEvent {
  if (isSealOf(keys, "audit-event", contentOf(event), seal)) return event;
  const claim = `An event that the product did not write: ${event.action} by ${event.actorId ?? "the server"}`;
  return {
    ...auditEvent("audit.unsealed", String(event.subjectId), clock.now(), { reason: claim.slice(0, 500) }),
    id: `unsealed ${typeof event.id === "string" ? event.id : randomUUID()}`,
  };
}

function contentOf({ id, action, actorId, subjectId, from, to, reason, source, at }: AuditEvent): string {
  return JSON.stringify([id, action, actorId, subjectId, from, to, reason, source, textOfDate(at)]);
}
