import { AccessClaims, Organization, User } from "@souffleur/contracts";
import * as z from "zod";

export const savedRecordKey = "souffleur.auth";

/** What the browser keeps of a session (specification section 3); `timestamp` in ms since the epoch. */
const SavedRecord = z.object({
  accessToken: z.string(),
  user: User,
  organization: Organization.nullable(),
  timestamp: z.number(),
});
export type SavedRecord = z.infer<typeof SavedRecord>;

/** The saved record, or undefined where there is none that can be read. */
export function readSavedRecord(): SavedRecord | undefined {
  try {
    const parsed = SavedRecord.safeParse(JSON.parse(localStorage.getItem(savedRecordKey) ?? "null"));
    return parsed.success && expiryOf(parsed.data.accessToken) !== undefined ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** A browser without storage (private mode, full disk) keeps its session until the page is closed. */
export function writeSavedRecord(record: SavedRecord | undefined): void {
  try {
    if (record === undefined) localStorage.removeItem(savedRecordKey);
    else localStorage.setItem(savedRecordKey, JSON.stringify(record));
  } catch {
    console.warn("The session can't be kept in this browser's storage.");
  }
}

/** Stands in the record's place for a moment, by which the other tabs tell a session that is over from a sign-out. */
export const expiredMark = "expired";

/** Clears the record of a session that is over without its owner's wish. */
export function clearExpiredRecord(): void {
  try {
    localStorage.setItem(savedRecordKey, expiredMark);
  } catch {
    // The other tabs then take it for a sign-out.
  }
  writeSavedRecord(undefined);
}

const Claims = AccessClaims.pick({ sub: true, role: true, exp: true }).partial({ sub: true, role: true });

/** What a token says about itself; undefined where it is no token. Nobody but the server can tell if it is genuine. */
export function claimsOf(token: string): z.infer<typeof Claims> | undefined {
  try {
    const payload = token.split(".")[1] ?? "";
    return Claims.parse(JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))));
  } catch {
    return undefined;
  }
}

/** When a token expires, in milliseconds since the epoch; undefined where it is no token. */
export function expiryOf(token: string): number | undefined {
  const claims = claimsOf(token);
  return claims && claims.exp * 1000;
}
