import { type Credentials, login, logout, type SignedIn } from "@souffleur/contracts";
import { onWake } from "../browser/on-wake.ts";
import { removeOldWords, saveWords } from "../browser/stored-words.ts";
import { errorTexts, failureTexts } from "../http/catalogue.ts";
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
  subscribeSession,
} from "./session-store.ts";

/**
 * Reads the saved record, renews it before it expires and follows the other tabs. A record whose token has expired is
 * renewed once with the cookie, so that "remember me" restores the session, or else cleared if the server refuses.
 * @returns a function that stops it.
 */
export function startSession(): () => void {
  const stopRenewal = startRenewal();
  const stopWords = keepWordsForADay();
  window.addEventListener("storage", followTabs);
  void restore();
  return () => {
    stopRenewal();
    stopWords();
    window.removeEventListener("storage", followTabs);
  };
}

/** Without any words nothing is sent. */
const wordsCheckMs = 10_000;

/**
 * What a user wrote and the server does not have is saved on whatever page they are: at their sign-in, when the network is
 * back and from time to time. What can't be saved is removed after a day.
 */
function keepWordsForADay(): () => void {
  let savedFor: string | undefined;
  const check = () => {
    const userId = sessionState().user?.id;
    // First, since its author is here.
    const saving = userId === undefined ? undefined : saveWords(userId);
    void Promise.resolve(saving).then(() => removeOldWords(Date.now()));
  };
  const follow = () => {
    const userId = sessionState().user?.id;
    if (sessionState().loading || userId === savedFor) return;
    savedFor = userId;
    check();
  };
  const stops = [onWake(check), subscribeSession(follow)];
  const timer = setInterval(check, wordsCheckMs);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
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
 * Checks credentials and keeps the session. People whose organization has an identity provider are led there: the page is then
 * left, and this does not end.
 * @throws RequestError
 */
export function signIn(credentials: Credentials): Promise<void> {
  return signInBy(async () => {
    const { data } = await request(login, { body: credentials }, { errorText: errorTexts.login });
    if (!("signInAt" in data)) return { data };
    return leaveFor(data.signInAt);
  });
}

/** Leads the browser to an identity provider. This does not end: the page is left. */
export function leaveFor(address: string): Promise<never> {
  // A browser that comes back shows the page as it was left, which waits for an answer.
  window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  location.assign(address);
  return new Promise(() => {});
}

/**
 * Keeps the session that a request opens.
 * @throws RequestError
 */
export async function signInBy(open: () => Promise<{ data: SignedIn }>): Promise<void> {
  dispatch({ type: "attempt" });
  try {
    const { data } = await open();
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

/** How long a sign-out waits until unsaved words are saved, in ms. */
const saveWordsMs = 5000;
let leaving: Promise<void> | undefined;

/**
 * Ends the session here and on the server, whose answer is ignored: at once, or after what the user wrote has been saved,
 * so that nobody else finds it in this browser.
 */
export function signOut(): Promise<void> {
  leaving ??= leave().finally(() => {
    leaving = undefined;
  });
  return leaving;
}

async function leave(): Promise<void> {
  const { user } = sessionState();
  const saving = user === null ? undefined : saveWords(user.id, true);
  if (saving !== undefined) {
    await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, saveWordsMs))]);
    // Another user may have signed in meanwhile, in another tab.
    if (sessionState().user?.id !== user?.id) return;
  }
  const token = accessToken();
  writeSavedRecord(undefined);
  adopt(undefined);
  await request(logout, {}, { token }).catch(() => undefined);
}
