import { defaultCurrency, type Organization, type User } from "@souffleur/contracts";
import { createListeners } from "../browser/listeners.ts";
import { sessionExpiredText, tokenInvalidText } from "../http/catalogue.ts";
import { type AuthEvent, type AuthState, authState, initialAuthState } from "./auth-state.ts";
import { clearEndedRecord, type SavedRecord, type SessionEnd, writeSavedRecord } from "./saved-record.ts";

let state = initialAuthState;
let record: SavedRecord | undefined;
const listeners = createListeners();
export const subscribeSession = listeners.subscribe;

export function sessionState(): AuthState {
  return state;
}

/** The record of this page's session. The saved record differs briefly after another tab has changed it. */
export function currentRecord(): SavedRecord | undefined {
  return record;
}

/** The access token for calls and the socket. */
export function accessToken(): string | undefined {
  return record?.accessToken;
}

export function dispatch(event: AuthEvent): void {
  state = authState(state, event);
  listeners.notify();
}

/** Makes a record this page's session; undefined signs out. */
export function adopt(next: SavedRecord | undefined): void {
  record = next;
  dispatch(
    next === undefined
      ? { type: "logout" }
      : {
          type: "success",
          user: next.user,
          organization: next.organization,
          passkeyFrom: next.passkeyFrom,
        },
  );
}

/** Adopts a record and saves it for the other tabs and for the next page. */
export function keep(next: SavedRecord): void {
  writeSavedRecord(next);
  adopt(next);
}

/** Shows the user's own changed data, in all tabs. */
export function updateUser(user: User): void {
  if (record?.user.id === user.id) keep({ ...record, user });
}

/** Shows the organization by its new name, in all tabs. */
export function renameOrganization({ id, name }: Pick<Organization, "id" | "name">): void {
  if (record?.organization?.id !== id || record.organization.name === name) return;
  const user = { ...record.user, organizationName: name };
  keep({ ...record, user, organization: { ...record.organization, name } });
}

/** The organization sells in another currency; in all tabs. */
export function setCurrency({ id, currency }: Pick<Organization, "id" | "currency">): void {
  if (record?.organization?.id !== id || record.organization.currency === currency) return;
  keep({ ...record, organization: { ...record.organization, currency } });
}

/** The code of the currency in which the user's organization sells. */
export const ownCurrency = (): string => record?.organization?.currency ?? defaultCurrency;

/** The session needs a passkey from now on, or has been confirmed with one; in all tabs. */
export function setPasskeyFrom(passkeyFrom: string | undefined): void {
  if (record !== undefined) keep({ ...record, passkeyFrom });
}

/** Ends a session that has expired, or whose token is invalid, in all tabs. */
export function expire(end: SessionEnd = "expired"): void {
  clearEndedRecord(end);
  endHere(end);
}

/** As `expire`, in this page only. */
export function endHere(end: SessionEnd): void {
  record = undefined;
  dispatch({ type: "expired", message: end === "invalid" ? tokenInvalidText() : sessionExpiredText() });
}
