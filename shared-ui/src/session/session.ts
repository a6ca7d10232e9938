import { type Credentials, login, logout } from "@souffleur/contracts";
import { failureTexts, refusalTexts } from "../http/catalogue.ts";
import { request } from "../http/request.ts";
import { isExpired, restoreExpired, startRenewal } from "./renewal.ts";
import { readSavedRecord, SessionEnd, savedRecordKey, writeSavedRecord } from "./saved-record.ts";
import {
  accessToken,
  adopt,
  currentRecord,
  dispatch,
  endHere,
  expire,
  keep,
  sessionState,
} from "./session-store.ts";

/**
 * Reads the saved record, renews it before it expires and follows the other tabs. A record whose token has expired is
 * renewed once with the cookie, so that "remember me" restores the session, or else cleared if the server refuses.
 * @returns a function that stops it.
 */
export function startSession(): () => void {
  const stopRenewal = startRenewal();
  window.addEventListener("storage", followTabs);
  void restore();
  return () => {
    stopRenewal();
    window.removeEventListener("storage", followTabs);
  };
}

function followTabs(event: StorageEvent): void {
  if (event.key !== savedRecordKey && event.key !== null) return;
  const { data: end } = SessionEnd.safeParse(event.newValue);
  if (end !== undefined) {
    // The session is over here too, unless this page is already signed out.
    if (currentRecord() !== undefined || sessionState().loading) endHere(end);
    return;
  }
  const saved = readSavedRecord();
  // The removal that follows the mark is not a sign-out.
  if (saved !== undefined || !sessionState().expired) adopt(saved);
}

async function restore(): Promise<void> {
  const saved = readSavedRecord();
  if (saved === undefined || !isExpired(saved.accessToken)) {
    if (saved === undefined) writeSavedRecord(undefined);
    adopt(saved);
    return;
  }
  if (await restoreExpired(saved)) return;
  // A sign-in, here or in another tab, may have started a new session meanwhile.
  if (currentRecord() === undefined && (readSavedRecord() !== undefined || sessionState().loading)) expire();
}

/**
 * Checks credentials and keeps the session.
 * @throws RequestError
 */
export async function signIn(credentials: Credentials): Promise<void> {
  dispatch({ type: "attempt" });
  try {
    const { data } = await request(login, { body: credentials }, { refusal: refusalTexts.login });
    keep({ ...data, timestamp: Date.now() });
  } catch (error) {
    // A sign-in in another tab meanwhile also applies here, regardless of this attempt.
    const record = currentRecord();
    if (record !== undefined) adopt(record);
    else
      dispatch({ type: "error", message: error instanceof Error ? error.message : failureTexts.unexpected });
    throw error;
  }
}

/** Ends the session here at once, and on the server; the server's answer is ignored. */
export async function signOut(): Promise<void> {
  const token = accessToken();
  writeSavedRecord(undefined);
  adopt(undefined);
  await request(logout, {}, { token, keepalive: true }).catch(() => undefined);
}
