import { createHash } from "node:crypto";
import { Schema } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import { sealOf } from "../crypto/seals.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { type AuditEvent, auditEventFields } from "./event.ts";

/** A row of the log. Its number is its id: two rows never claim the same place in the chain. */
export interface AuditRow extends Omit<AuditEvent, "id"> {
  _id: number;
  eventId: string;
  /** The hash of the row before. */
  previous: string;
  /** Of the content and of `previous`: it stands for all rows up to this one. */
  hash: string;
  /** `<kid>.<HMAC(key, hash)>`: the row was written by the product, and at this place. */
  mac: string;
}

/**
 * A row's number and its MAC, reported where the database's owner cannot change it. The MAC covers all rows up to
 * this one: a log that was reset to an older state no longer has it.
 */
export interface Anchor {
  seq: number;
  mac: string;
}

export const rowSchema = new Schema<AuditRow>(
  {
    _id: { type: Number, required: true },
    eventId: { type: String, required: true },
    ...auditEventFields,
    previous: { type: String, required: true },
    hash: { type: String, required: true },
    mac: { type: String, required: true },
  },
  schemaOptions,
);
rowSchema.index({ eventId: 1 }, { unique: true });

const fieldNames = new Set(Object.keys(rowSchema.paths));

const macForm = /^([\w-]{8})\.([\w-]{43})$/;

/** What the first row follows. */
export const genesis = "0".repeat(64);

/** Every field in a fixed order: any edit changes the hash. */
export function rowHash(row: Omit<AuditRow, "hash" | "mac">): string {
  const { _id, eventId, action, actorId, subjectId, from, to, reason, source, at, previous } = row;
  const fields = [
    _id,
    eventId,
    action,
    actorId,
    subjectId,
    from,
    to,
    reason,
    source,
    // A forger with write access may put any type in a date's place.
    at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : { noDate: String(at) },
    previous,
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

/** Whether a row's own hash is that of its content, and it has no field that the hash does not cover. */
export function isIntact(row: AuditRow): boolean {
  return Object.keys(row).every((name) => fieldNames.has(name)) && rowHash(row) === row.hash;
}

export function rowMac(keys: Keyring, hash: string): string {
  return sealOf(keys, "audit-row", hash);
}

/** `unknown`: made with a key that is not listed, or forged. */
export function checkMac(keys: Keyring, { hash, mac }: AuditRow): "genuine" | "false" | "unknown" {
  if (typeof hash !== "string") return "false";
  const [, kid, code] = (typeof mac === "string" && macForm.exec(mac)) || [];
  if (kid === undefined || code === undefined) return "false";
  if (!keys.kids.includes(kid)) return "unknown";
  return keys.matches("audit-row", hash, Buffer.from(code, "base64url"), kid) ? "genuine" : "false";
}

/** Whether the product wrote this row, as it is. */
export function isGenuine(keys: Keyring, row: AuditRow): boolean {
  return isIntact(row) && checkMac(keys, row) === "genuine";
}
