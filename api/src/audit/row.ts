import { createHash } from "node:crypto";
import { Schema } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import { sealOf } from "../crypto/seals.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { type AuditEvent, auditEventFields, textOfDate } from "./event.ts";

/** A row of the log. Its id is its number, so that two rows cannot have the same position in the chain. */
export interface AuditRow extends Omit<AuditEvent, "id"> {
  _id: number;
  eventId: string;
  /** The hash of the previous row. */
  previous: string;
  /** The hash of the content and of `previous`, and so of all rows up to this one. */
  hash: string;
  /** `<kid>.<HMAC(key, hash)>`: proves that the product wrote the row, at this position. */
  mac: string;
}

/**
 * A row's number and MAC, written to the process log, which the database's owner cannot change. The MAC covers all rows
 * up to this one: a log that was reset to an older state no longer has it.
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

/** The hash that the first row follows. */
export const genesis = "0".repeat(64);

/** The hash of all fields in a fixed order. */
export function rowHash(row: Omit<AuditRow, "hash" | "mac">): string {
  const { _id, eventId, action, actorId, subjectId, from, to, reason, source, previous } = row;
  const at = textOfDate(row.at);
  const fields = [_id, eventId, action, actorId, subjectId, from, to, reason, source, at, previous];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

/** Whether a row's hash is that of its content, and it has no field that the hash does not cover. */
export function isIntact(row: AuditRow): boolean {
  return Object.keys(row).every((name) => fieldNames.has(name)) && rowHash(row) === row.hash;
}

export function rowMac(keys: Keyring, hash: string): string {
  return sealOf(keys, "audit-row", hash);
}

/** `unknown`: made with an unlisted key, or forged. */
export function checkMac(keys: Keyring, { hash, mac }: AuditRow): "genuine" | "false" | "unknown" {
  if (typeof hash !== "string") return "false";
  const [, kid, code] = (typeof mac === "string" && macForm.exec(mac)) || [];
  if (kid === undefined || code === undefined) return "false";
  if (!keys.kids.includes(kid)) return "unknown";
  return keys.matches("audit-row", hash, Buffer.from(code, "base64url"), kid) ? "genuine" : "false";
}

/** Whether the product wrote this row and it has not been changed. */
export function isGenuine(keys: Keyring, row: AuditRow): boolean {
  return isIntact(row) && checkMac(keys, row) === "genuine";
}
