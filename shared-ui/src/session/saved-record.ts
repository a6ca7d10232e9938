import { AccessClaims, Organization, User } from "@souffleur/contracts";
import * as z from "zod";
import { readStoredJson, writeStored } from "../browser/browser-storage.ts";

export const savedRecordKey = "souffleur.auth";

/** A session as the browser stores it; `timestamp` in ms since the epoch. */
const SavedRecord = z.object({
  accessToken: z.string(),
  user: User,
  organization: Organization.nullable().default(null),
  passkeyFrom: z.string().optional(),
  timestamp: z.number(),
  /** Whether `timestamp` is of a renewal rather than of the sign-in. */
  renewed: z.boolean().optional(),
});
export type SavedRecord = z.infer<typeof SavedRecord>;

/** The saved record; undefined if there is none or it can't be read. */
export function readSavedRecord(): SavedRecord | undefined {
  const { data } = SavedRecord.safeParse(readStoredJson(savedRecordKey));
  return data !== undefined && expiryOf(data.accessToken) !== undefined ? data : undefined;
}

/** A browser without storage (private mode, full disk) keeps its session until the page is closed. */
export function writeSavedRecord(record: SavedRecord | undefined): void {
  if (!writeStored(savedRecordKey, record && JSON.stringify(record)))
    console.warn("The session can't be kept in this browser's storage.");
}

/**
 * Why a session ended that nobody signed out of. It briefly replaces the record, so that the other tabs can distinguish
 * this from a sign-out.
 */
export const SessionEnd = z.enum(["expired", "invalid"]);
export type SessionEnd = z.infer<typeof SessionEnd>;

/** Clears the record of an ended session. If the mark can't be written, the other tabs handle it as a sign-out. */
export function clearEndedRecord(end: SessionEnd): void {
  writeStored(savedRecordKey, end);
  writeSavedRecord(undefined);
}

const Claims = AccessClaims.pick({ sub: true, role: true, exp: true }).partial({ sub: true, role: true });

/** The claims of a token; undefined if it is not a token. Only the server can verify it. */
export function claimsOf(token: string): z.infer<typeof Claims> | undefined {
  try {
    const payload = token.split(".")[1] ?? "";
    return Claims.parse(JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))));
  } catch {
    return undefined;
  }
}

/** When a token expires, in milliseconds since the epoch; undefined if it is not a token. */
export function expiryOf(token: string): number | undefined {
  const claims = claimsOf(token);
  return claims && claims.exp * 1000;
}
