import { type CallSummary, outcomeLabels, sourceLabels, toCsv } from "@souffleur/contracts";
import { clock } from "./clock.ts";

interface Page {
  calls: CallSummary[];
  nextCursor?: string;
}

const columns: readonly [title: string, value: (call: CallSummary) => string][] = [
  ["When", ({ startedAt }) => startedAt],
  ["Agent", ({ agentName }) => agentName],
  ["Customer", ({ clientName }) => clientName],
  ["Source", ({ source }) => sourceLabels[source]],
  ["Length", ({ durationSeconds }) => (durationSeconds === undefined ? "" : clock(durationSeconds))],
  ["Outcome", ({ outcome, status }) => outcomeText(outcome, status)],
  ["Amount (USD)", ({ amount }) => String(amount ?? "")],
  ["Lines", ({ lines }) => String(lines)],
  ["Replies used", ({ suggestionsUsed }) => String(suggestionsUsed)],
];

/** As the list shows it. */
export function outcomeText(outcome: CallSummary["outcome"], status: CallSummary["status"]): string {
  if (outcome !== undefined) return outcomeLabels[outcome];
  return status === "active" ? "In progress" : "To wrap up";
}

/** A table of all pages' calls, page by page. The byte order mark makes spreadsheets read it as UTF-8. */
export async function* callsCsv(
  first: Page,
  next: (cursor: string) => Promise<Page>,
): AsyncGenerator<string> {
  yield `\uFEFF${toCsv([columns.map(([title]) => title)])}`;
  for (let page = first; ; page = await next(page.nextCursor)) {
    if (page.calls.length > 0) yield toCsv(page.calls.map((call) => columns.map(([, value]) => value(call))));
    if (page.nextCursor === undefined) return;
  }
}
