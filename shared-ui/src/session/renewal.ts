import { type EndpointAnswer, limits, refresh, User } from "@souffleur/contracts";
import { onWake } from "../browser/on-wake.ts";
import { request, serverNow } from "../http/request.ts";
import { RequestError } from "../http/request-error.ts";
import { claimsOf, expiryOf, readSavedRecord, type SavedRecord } from "./saved-record.ts";
import { accessToken, adopt, currentRecord, expire, keep, subscribeSession } from "./session-store.ts";

const lockName = "souffleur.renewal";

/**
 * Pauses in ms before a renewal without an answer is tried again: within two seconds at first, and more slowly while a
 * server stays away.
 */
const retryPausesMs = [1000, 1500, 2000, 2000, 2000, 2000, 5000, 10_000];
/** The tries that a caller waits for, or a page that opens. */
const waitedTries = { call: 2, restore: 4 };

let timer: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<boolean> | undefined;

export function isExpired(token: string): boolean {
  return (expiryOf(token) ?? 0) <= serverNow();
}

/**
 * Renews the access token of every session before it expires.
 * @returns a function that stops it.
 */
export function startRenewal(): () => void {
  let scheduledFor: SavedRecord | undefined;
  const follow = () => {
    if (currentRecord() === scheduledFor) return;
    scheduledFor = currentRecord();
    scheduleRenewal();
  };
  const unsubscribe = subscribeSession(follow);
  // Timers do not run while the machine sleeps: after waking, the renewal may be overdue.
  const stopWaking = onWake(scheduleRenewal);
  return () => {
    unsubscribe();
    stopWaking();
    clearTimeout(timer);
  };
}

/** 120 s before expiry, at once when that moment has passed; after a renewal not before 30 s. */
function scheduleRenewal(): void {
  clearTimeout(timer);
  const record = currentRecord();
  if (record === undefined) return;
  const due = (expiryOf(record.accessToken) ?? 0) - limits.renewalLeadMs - serverNow();
  timer = setTimeout(() => void renewInBackground(), Math.max(0, due, restMs(record)));
}

/** An unreachable server does not end the session. */
async function renewInBackground(failures = 0): Promise<void> {
  const record = currentRecord();
  try {
    await renewSession();
  } catch (error) {
    if (currentRecord() !== record) return;
    clearTimeout(timer);
    timer = setTimeout(() => void renewInBackground(failures + 1), pauseMs(failures + 1, error));
  }
}

/** How long no further renewal may succeed, in ms: no two within 30 s. */
function restMs({ renewed, timestamp }: SavedRecord): number {
  // If the clock was set back, the last renewal is in the future, which must not delay the next one.
  const since = Math.max(0, Date.now() - timestamp);
  return renewed ? Math.max(0, limits.renewalFloorMs - since) : 0;
}

/** The pause before the next try, or longer if the server asks for that. */
function pauseMs(failures: number, error: unknown): number {
  const retryAfter = error instanceof RequestError ? (error.retryAfter ?? 0) : 0;
  return Math.max(retryPausesMs[failures] ?? retryPausesMs.at(-1) ?? 0, Math.min(retryAfter, 60) * 1000);
}

/**
 * Renews the access token once for all tabs: a tab that has waited for the lock adopts the token of the other tab.
 * @returns false if the session is over (and has been ended here).
 * @throws RequestError if the server could not be reached.
 */
export function renewSession(): Promise<boolean> {
  const before = currentRecord();
  renewing ??= afterRest(before)
    .then(() => withLock(() => renewOnce(before)))
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

/** A server that calls new tokens expired must not be asked for one after another. */
async function afterRest(record: SavedRecord | undefined): Promise<void> {
  const rest = record === undefined ? 0 : restMs(record);
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}

/** `before` is the record when the lock was requested: another tab may have renewed it since. */
async function renewOnce(before: SavedRecord | undefined): Promise<boolean> {
  if (before === undefined || currentRecord() !== before) return currentRecord() !== undefined;
  const saved = readSavedRecord();
  if (saved !== undefined && saved.accessToken !== before.accessToken && !isExpired(saved.accessToken)) {
    adopt(saved);
    return true;
  }
  // A sign-out or sign-in during the request wins, even one in another tab whose event has not arrived yet.
  const isSuperseded = () =>
    currentRecord() !== before ||
    (saved !== undefined && readSavedRecord()?.accessToken !== saved.accessToken);
  try {
    const { data } = await askForRenewal(waitedTries.call, isSuperseded);
    if (isSuperseded()) return adoptSaved();
    if (keepRenewed(before, data)) return true;
  } catch (error) {
    if (isSuperseded()) return adoptSaved();
    if (!isRefusal(error)) throw error;
  }
  expire();
  return false;
}

/** The server gives the same answer again to a request whose answer was lost. */
async function askForRenewal(
  tries: number,
  isSuperseded: () => boolean,
): Promise<EndpointAnswer<typeof refresh>> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await request(refresh);
    } catch (error) {
      if (isRefusal(error) || failures + 1 >= tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs(failures, error)));
      if (isSuperseded()) throw error;
    }
  }
}

function adoptSaved(): boolean {
  const saved = readSavedRecord();
  if (saved?.accessToken !== accessToken()) adopt(saved);
  return currentRecord() !== undefined;
}

/**
 * Renews a saved record whose token has expired, unless another tab has renewed it. While the server can't be reached, the
 * record is adopted as it is, and renewed in the background: a server that restarts signs nobody out.
 * @returns false if the server refuses, or renews another user's session.
 */
export function restoreExpired(expired: SavedRecord): Promise<boolean> {
  return withLock(() => restoreOnce(expired)).catch(() => false);
}

async function restoreOnce(expired: SavedRecord): Promise<boolean> {
  const saved = readSavedRecord();
  if (saved !== undefined && !isExpired(saved.accessToken)) {
    adopt(saved);
    return true;
  }
  const before = currentRecord();
  const isSuperseded = () =>
    currentRecord() !== before || readSavedRecord()?.accessToken !== saved?.accessToken;
  try {
    const { data } = await askForRenewal(waitedTries.restore, isSuperseded);
    return isSuperseded() ? adoptSaved() : keepRenewed(expired, data);
  } catch (error) {
    if (isSuperseded()) return adoptSaved();
    if (isRefusal(error)) throw error;
    adopt(expired);
    return true;
  }
}

/** Whether the server has refused the renewal, as opposed to a failure, or to a page of a proxy that blocks it. */
function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 401 || error.status === 403) && !error.isPage;
}

type Renewed = EndpointAnswer<typeof refresh>["data"];

/**
 * Saves a renewed token with its user and the present name of their organization. Returns false if it belongs to another user:
 * all tabs share the cookie, and another user may have signed in without this page noticing.
 */
function keepRenewed(
  before: SavedRecord,
  { accessToken: renewedToken, organization, passkeyFrom }: Renewed,
): boolean {
  const claims = claimsOf(renewedToken);
  if (claims?.sub !== undefined && claims.sub !== before.user.id) return false;
  const role = User.shape.role.safeParse(claims?.role).data ?? before.user.role;
  const renewed = { accessToken: renewedToken, passkeyFrom, timestamp: Date.now(), renewed: true };
  const user = { ...before.user, role, ...(organization && { organizationName: organization.name }) };
  keep({ ...before, user, ...(organization !== undefined && { organization }), ...renewed });
  return true;
}

/** Runs a task in one tab at a time; at once where the browser has no locks, or refuses them, as without storage. */
async function withLock(task: () => Promise<boolean>): Promise<boolean> {
  let isStarted = false;
  const start = () => {
    isStarted = true;
    return task();
  };
  try {
    return await (navigator.locks === undefined ? start() : navigator.locks.request(lockName, start));
  } catch (error) {
    if (isStarted) throw error;
    console.warn("Renewals of several tabs can't be coordinated", error);
    return start();
  }
}
