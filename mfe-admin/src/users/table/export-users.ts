import { csvSeparatorOf, toCsv, type User } from "@souffleur/contracts";
import { saveFile } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import type { Tab } from "./tabs.ts";
import { type UserColumn, userColumns } from "./user-columns.tsx";

const columns = userColumns.flatMap(({ exported }: UserColumn) => exported);

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
