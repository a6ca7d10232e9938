import { randomUUID } from "node:crypto";
import type { Keyring } from "../crypto/keyring.ts";
import { isSealOf, sealOf } from "../crypto/seals.ts";
import { type AuditEvent, auditEvent, type StoredEvent } from "./event.ts";

/** Marks an event as the product's own while it waits in a document: the relay signs nothing else. */
export function sealEvent(keys: Keyring, event: AuditEvent): StoredEvent {
  return {
    ...event,
    seal: sealOf(keys, "audit-event", contentOf(event)),
  };
}

/**
 * What is entered for an event found in a document: the event itself, or that a forged one was found. Sealing a
 * forged event would make it genuine.
 */
export function openEvent(keys: Keyring, { seal, ...event }: StoredEvent): AuditEvent {
  if (isSealOf(keys, "audit-event", contentOf(event), seal)) return event;
  const claim = `An event that the product did not write: ${event.action} by ${event.actorId ?? "the server"}`;
  return {
    ...auditEvent("audit.unsealed", String(event.subjectId), new Date(), { reason: claim.slice(0, 500) }),
    id: `unsealed ${typeof event.id === "string" ? event.id : randomUUID()}`,
  };
}

function contentOf({ id, action, actorId, subjectId, from, to, reason, source, at }: AuditEvent): string {
  const time = at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : { noDate: String(at) };
  return JSON.stringify([id, action, actorId, subjectId, from, to, reason, source, time]);
}
