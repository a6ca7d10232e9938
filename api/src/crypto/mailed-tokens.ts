import { createHash } from "node:crypto";
import { limits } from "@souffleur/contracts";
import type { Keyring } from "./keyring.ts";

/**
 * The token of a mailed link: 256 bits derived from the queued mail's random id with a key that the database does
 * not hold. A repeated delivery thus sends the same link.
 */
export function linkToken(keys: Keyring, mailId: string): string {
  return keys.mac("mailed-link", mailId).toString("base64url");
}

/** What is stored of a link's token; undefined for a malformed one. */
export function linkHash(token: string): string | undefined {
  return /^[\w-]{43}$/.test(token) ? createHash("sha256").update(token).digest("base64url") : undefined;
}

/** The digits of a mailed code, as the link's token: the same at every attempt to deliver the same mail. */
export function mailedCode(keys: Keyring, mailId: string): string {
  const number = keys.mac("verification-code", `code|${mailId}`).readUIntBE(0, 6) % 10 ** limits.codeLength;
  return String(number).padStart(limits.codeLength, "0");
}

/** What is kept of a code: six digits alone would be found by trying them all. */
export function codeHash(keys: Keyring, verificationId: string, code: string): string {
  return `${keys.signing}.${keys.mac("verification-code", `hash|${verificationId}|${code}`).toString("base64url")}`;
}

export function codeMatches(keys: Keyring, verificationId: string, code: string, stored: string): boolean {
  const [kid = "", mac = ""] = stored.split(".");
  return keys.matches(
    "verification-code",
    `hash|${verificationId}|${code}`,
    Buffer.from(mac, "base64url"),
    kid,
  );
}
