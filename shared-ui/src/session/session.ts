import type { Credentials, Endpoint, EndpointAnswer, EndpointInput } from "@souffleur/contracts";
import * as contracts from "@souffleur/contracts";
import { failureTexts, refusalTexts } from "../http/catalogue.ts";
import { request, serverNow } from "../http/request.ts";
import { RequestError } from "../http/request-error.ts";
import { type AuthEvent, type AuthState, authState, initialAuthState } from "./auth-state.ts";
import {
  claimsOf,
  clearExpiredRecord,
  expiredMark,
  expiryOf,
  readSavedRecord,
  type SavedRecord,
  savedRecordKey,
  writeSavedRecord,
} from "./saved-record.ts";

const { limits } = contracts;
const renewalLock = "souffleur.renewal";

let state = initialAuthState;
let record: SavedRecord | undefined;
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

export function sessionState(): AuthState {
  return state;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The access token that calls and the socket bear, or undefined. */
export function accessToken(): string | undefined {
  return record?.accessToken;
}

function dispatch(event: AuthEvent): void {
  state = authState(state, event);
  for (const listener of [...listeners]) listener();
}

/**
 * Reads the saved record and follows the other tabs. A record whose token has expired is cleared, and the
 * renewal cookie asked once: who chose to be remembered comes back in.
 * @returns a function that stops it.
 */
export function startSession(): () => void {
  const followTabs = (event: StorageEvent) => {
    if (event.key !== savedRecordKey && event.key !== null) return;
    if (event.newValue === expiredMark) return followExpiry();
    const saved = readSavedRecord();
    // The removal that follows the mark is no sign-out.
    if (saved !== undefined || !state.expired) adopt(saved);
  };
  // Timers sleep with the machine: on waking the token may be overdue.
  const onWake = () => {
    if (document.visibilityState === "visible" && record) scheduleRenewal(record.accessToken);
  };
  window.addEventListener("storage", followTabs);
  document.addEventListener("visibilitychange", onWake);
  void restore();
  return () => {
    window.removeEventListener("storage", followTabs);
    document.removeEventListener("visibilitychange", onWake);
    clearTimeout(renewalTimer);
  };
}

/** Pauses between the tries to renew an expired token at the start, while the server can't be reached, in ms. */
const restorePausesMs = [1000, 2000, 4000];

async function restore(): Promise<void> {
  const saved = readSavedRecord();
  if (saved === undefined || !isExpired(saved.accessToken)) {
    if (saved === undefined) writeSavedRecord(undefined);
    adopt(saved);
    return;
  }
  if (await withLock(() => revive(saved)).catch(() => false)) return;
  // Signed in or followed another tab meanwhile: that is the session now.
  if (record === undefined) expire();
}

/** Asks for a new token in the place of one that has expired, unless another tab has been faster. */
async function revive(old: SavedRecord, tries = 0): Promise<boolean> {
  const saved = readSavedRecord();
  if (saved !== undefined && !isExpired(saved.accessToken)) {
    adopt(saved);
    return true;
  }
  try {
    const { data } = await request(contracts.refresh);
    return takeOver(old, data.accessToken);
  } catch (error) {
    const pause = restorePausesMs[tries];
    if (isRefusal(error) || pause === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return revive(old, tries + 1);
  }
}

/** A renewal that the server has decided on, as opposed to one that it could not look at. */
function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 401 || error.status === 403);
}

/**
 * Keeps a renewed token with whose it is. False where it is somebody else's: the cookie is the browser's, and
 * another person may have signed in with it where this page could not see it.
 */
function takeOver(before: SavedRecord, accessToken: string): boolean {
  const claims = claimsOf(accessToken);
  if (claims?.sub !== undefined && claims.sub !== before.user.id) return false;
  const role = contracts.Role.safeParse(claims?.role).data ?? before.user.role;
  keep({ ...before, user: { ...before.user, role }, accessToken, timestamp: Date.now() });
  return true;
}

function isExpired(token: string): boolean {
  return (expiryOf(token) ?? 0) <= serverNow();
}

function keep(next: SavedRecord): void {
  writeSavedRecord(next);
  adopt(next);
}

function adopt(next: SavedRecord | undefined): void {
  record = next;
  clearTimeout(renewalTimer);
  if (next === undefined) {
    dispatch({ type: "logout" });
    return;
  }
  dispatch({ type: "success", user: next.user, organization: next.organization });
  scheduleRenewal(next.accessToken);
}

/** 120 s before expiry, at once when that moment has passed, never more often than every 30 s. */
function scheduleRenewal(token: string): void {
  clearTimeout(renewalTimer);
  const due = (expiryOf(token) ?? 0) - limits.renewalLeadMs - serverNow();
  // A clock that was set back makes the last renewal lie ahead: that must not put off the next one.
  const sinceLast = Math.max(0, Date.now() - (record?.timestamp ?? 0));
  const wait = Math.max(due, due <= 0 ? limits.renewalFloorMs - sinceLast : 0);
  renewalTimer = setTimeout(() => void renewInBackground(), Math.max(0, wait));
}

/** A server that can't be reached ends no session: the next try is 30 s away. */
async function renewInBackground(): Promise<void> {
  try {
    await renewSession();
  } catch {
    renewalTimer = setTimeout(() => void renewInBackground(), limits.renewalFloorMs);
  }
}

/**
 * Renews the access token, once for all tabs: who waited for the lock takes over what another tab got.
 * @returns false where the session is over (and has been ended here).
 * @throws RequestError where the server could not be asked.
 */
export function renewSession(): Promise<boolean> {
  const before = record;
  renewing ??= withLock(() => renewOnce(before)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** `before` is what was to be renewed when the lock was asked for: another tab may have done it since. */
async function renewOnce(before: SavedRecord | undefined): Promise<boolean> {
  if (before === undefined || record !== before) return record !== undefined;
  const saved = readSavedRecord();
  if (saved !== undefined && saved.accessToken !== before.accessToken && !isExpired(saved.accessToken)) {
    adopt(saved);
    return true;
  }
  // What a sign-out or a sign-in, here or in another tab, made of it while the answer was on its way stands,
  // also where the other tab's news has not arrived yet.
  const isSuperseded = () =>
    record !== before || (saved !== undefined && readSavedRecord()?.accessToken !== saved.accessToken);
  try {
    const { data } = await request(contracts.refresh);
    if (isSuperseded()) return followSaved();
    if (takeOver(before, data.accessToken)) return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isSuperseded()) return followSaved();
  }
  expire();
  return false;
}

function followSaved(): boolean {
  const saved = readSavedRecord();
  if (saved?.accessToken !== record?.accessToken) adopt(saved);
  return record !== undefined;
}

function withLock(task: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks === undefined ? task() : navigator.locks.request(renewalLock, task);
}

function expire(): void {
  clearExpiredRecord();
  endExpired();
}

/** Another tab has found out that the session is over: that is told here, too, unless nobody is signed in here. */
function followExpiry(): void {
  if (record !== undefined || state.loading) endExpired();
}

function endExpired(): void {
  record = undefined;
  clearTimeout(renewalTimer);
  dispatch({ type: "expired" });
}

/**
 * Makes a call as whoever is signed in. On a 401 TOKEN_EXPIRED the token is renewed and the call made once
 * more; where it can't be renewed, and on TOKEN_INVALID, the session ends.
 * @throws RequestError
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>> = {},
  signal?: AbortSignal,
): Promise<EndpointAnswer<E>> {
  const asked = record;
  const token = asked?.accessToken;
  try {
    return await request(endpoint, input, { token, signal });
  } catch (error) {
    if (!(error instanceof RequestError) || token === undefined) throw error;
    if (error.code === "TOKEN_INVALID" && record?.accessToken === token) expire();
    if (error.code !== "TOKEN_EXPIRED") throw error;
    const renewed = record?.accessToken !== token || (await renewSession());
    if (!renewed || record === undefined) throw error;
    // Somebody else's by now: his answer is not for whoever asked.
    if (record.user.id !== asked?.user.id) throw error;
    return request(endpoint, input, { token: record.accessToken, signal });
  }
}

/**
 * Checks credentials and keeps the session.
 * @throws RequestError
 */
export async function signIn(credentials: Credentials): Promise<void> {
  dispatch({ type: "attempt" });
  try {
    const { data } = await request(contracts.login, { body: credentials }, { refusal: refusalTexts.login });
    keep({ ...data, timestamp: Date.now() });
  } catch (error) {
    // Who signed in in another tab meanwhile is signed in here, too, whatever came of this try.
    if (record !== undefined) adopt(record);
    else
      dispatch({ type: "error", message: error instanceof Error ? error.message : failureTexts.unexpected });
    throw error;
  }
}

/** Ends the session here at once and at the server as soon as it answers; its answer changes nothing. */
export async function signOut(): Promise<void> {
  const token = record?.accessToken;
  writeSavedRecord(undefined);
  adopt(undefined);
  await request(contracts.logout, {}, { token, keepalive: true }).catch(() => undefined);
}
