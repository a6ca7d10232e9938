import { createHash } from "node:crypto";
import { limits } from "@souffleur/contracts";
import type { Keyring } from "./keyring.ts";
import { isSealOf, sealOf } from "./seals.ts";

/**
 * The token of a mailed link: 256 bits derived from the queued mail's random id, with a key that is not in the
 * database. A repeated delivery therefore sends the same link.
 */
export function linkToken(keys: Keyring, mailId: string): string {
  return keys.mac("mailed-link", mailId).toString("base64url");
}

/** The hash under which a link's token is stored; undefined for a malformed token. */
export function linkHash(token: string): string | undefined {
  return /^[\w-]{43}$/.test(token) ? createHash("sha256").update(token).digest("base64url") : undefined;
}

/** The digits of a mailed code: like a link's token, the same at every delivery of the same mail. */
export function mailedCode(keys: Keyring, mailId: string): string {
  const number = keys.mac("verification-code", `code|${mailId}`).readUIntBE(0, 6) % 10 ** limits.codeLength;
  return String(number).padStart(limits.codeLength, "0");
}

/** The keyed hash under which a code is stored: six digits under a plain hash could be found by trying them all. */
export function codeHash(keys: Keyring, verificationId: string, code: string): string {
  return sealOf(keys, "verification-code", `hash|${verificationId}|${code}`);
}

export function codeMatches(keys: Keyring, verificationId: string, code: string, stored: string): boolean {
  return isSealOf(keys, "verification-code", `hash|${verificationId}|${code}`, stored);
}
