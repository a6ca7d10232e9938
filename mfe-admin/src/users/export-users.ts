import { csvSeparatorOf, toCsv, type User } from "@souffleur/contracts";
import { saveFile } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import { roleLabels, statusLabels } from "./labels.ts";
import type { Tab } from "./list-state.ts";
import { shownPhone } from "./shown-phone.ts";

const columns: readonly [title: Text, value: (user: User) => string][] = [
  ["First name", ({ firstName }) => firstName],
  ["Last name", ({ lastName }) => lastName],
  ["Email", ({ email }) => email],
  ["Phone", ({ phone = "" }) => shownPhone(phone)],
  ["Organization", ({ organizationName = "" }) => organizationName],
  ["Role", ({ role }) => t(roleLabels[role])],
  ["Status", ({ status }) => t(statusLabels[status])],
  ["Registered", ({ createdAt }) => createdAt],
  ["Requested", ({ requestedAt }) => requestedAt],
];

export function usersCsv(users: readonly User[]): string {
  return toCsv(
    [columns.map(([title]) => t(title)), ...users.map((user) => columns.map(([, value]) => value(user)))],
    csvSeparatorOf(navigator.language),
  );
}

/** `users-pending-2026-01-31.csv`; `now` in ms since the epoch. */
export function exportFileName(tab: Tab, now: number): string {
  return `users-${tab}-${new Date(now).toISOString().slice(0, 10)}.csv`;
}

/** The byte order mark makes spreadsheets read it as UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, new Blob(["\uFEFF", csv], { type: "text/csv;charset=utf-8" }));
}
