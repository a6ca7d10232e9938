import { limits, Role, refresh } from "@souffleur/contracts";
import { request, serverNow } from "../http/request.ts";
import { RequestError } from "../http/request-error.ts";
import { claimsOf, expiryOf, readSavedRecord, type SavedRecord } from "./saved-record.ts";
import { accessToken, adopt, currentRecord, expire, keep, subscribeSession } from "./session-store.ts";

const lockName = "souffleur.renewal";

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
  // Timers do not run while the machine sleeps: after waking, the renewal may be overdue.
  const onWake = () => {
    if (document.visibilityState === "visible") scheduleRenewal();
  };
  const unsubscribe = subscribeSession(follow);
  document.addEventListener("visibilitychange", onWake);
  return () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", onWake);
    clearTimeout(timer);
  };
}

/** 120 s before expiry, at once when that moment has passed, never more often than every 30 s. */
function scheduleRenewal(): void {
  clearTimeout(timer);
  const record = currentRecord();
  if (record === undefined) return;
  const due = (expiryOf(record.accessToken) ?? 0) - limits.renewalLeadMs - serverNow();
  // If the clock was set back, the last renewal is in the future, which must not delay the next one.
  const sinceLast = Math.max(0, Date.now() - record.timestamp);
  const wait = Math.max(due, due <= 0 ? limits.renewalFloorMs - sinceLast : 0);
  timer = setTimeout(() => void renewInBackground(), Math.max(0, wait));
}

/** An unreachable server does not end the session: the next attempt is 30 s away. */
async function renewInBackground(): Promise<void> {
  try {
    await renewSession();
  } catch {
    timer = setTimeout(() => void renewInBackground(), limits.renewalFloorMs);
  }
}

/**
 * Renews the access token once for all tabs: a tab that has waited for the lock adopts the token of the other tab.
 * @returns false if the session is over (and has been ended here).
 * @throws RequestError if the server could not be reached.
 */
export function renewSession(): Promise<boolean> {
  const before = currentRecord();
  renewing ??= withLock(() => renewOnce(before)).finally(() => {
    renewing = undefined;
  });
  return renewing;
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
    const { data } = await request(refresh);
    if (isSuperseded()) return adoptSaved();
    if (keepRenewed(before, data.accessToken)) return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isSuperseded()) return adoptSaved();
  }
  expire();
  return false;
}

function adoptSaved(): boolean {
  const saved = readSavedRecord();
  if (saved?.accessToken !== accessToken()) adopt(saved);
  return currentRecord() !== undefined;
}

/** Pauses between the attempts to renew an expired token while the server can't be reached, in ms. */
const restorePausesMs = [1000, 2000, 4000];

/**
 * Renews a saved record whose token has expired, unless another tab has renewed it.
 * @returns false if the server refuses, can't be reached, or renews another user's session.
 */
export function restoreExpired(expired: SavedRecord): Promise<boolean> {
  return withLock(() => restoreOnce(expired)).catch(() => false);
}

async function restoreOnce(expired: SavedRecord, failures = 0): Promise<boolean> {
  const saved = readSavedRecord();
  if (saved !== undefined && !isExpired(saved.accessToken)) {
    adopt(saved);
    return true;
  }
  try {
    const { data } = await request(refresh);
    return keepRenewed(expired, data.accessToken);
  } catch (error) {
    const pause = restorePausesMs[failures];
    if (isRefusal(error) || pause === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return restoreOnce(expired, failures + 1);
  }
}

/** Whether the server has refused the renewal, as opposed to a failure. */
function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 401 || error.status === 403);
}

/**
 * Saves a renewed token with its user. Returns false if it belongs to another user: all tabs share the cookie, and
 * another user may have signed in without this page noticing.
 */
function keepRenewed(before: SavedRecord, renewedToken: string): boolean {
  const claims = claimsOf(renewedToken);
  if (claims?.sub !== undefined && claims.sub !== before.user.id) return false;
  const role = Role.safeParse(claims?.role).data ?? before.user.role;
  keep({ ...before, user: { ...before.user, role }, accessToken: renewedToken, timestamp: Date.now() });
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
