import {
  type CallSummary,
  type CsvSeparator,
  customerLabels,
  type Language,
  labelOf,
  outcomeLabels,
  sourceLabels,
  toCsv,
} from "@souffleur/contracts";
import { type ApiText, textIn } from "../../texts/texts.ts";

interface Page {
  calls: CallSummary[];
  nextCursor?: string;
}

type Cell = (call: CallSummary, say: (text: ApiText) => string) => string;
type Column = [title: ApiText, value: Cell];

/** What exports have of a call's customer. */
export const customerParts = Object.keys(customerLabels) as (keyof typeof customerLabels)[];

const columns: readonly Column[] = [
  ["When", ({ startedAt }) => startedAt],
  ["Agent", ({ agentName }) => agentName],
  // The number is in the file of one call alone.
  ...customerParts
    .filter((part) => part !== "number")
    .map((part): Column => [customerLabels[part], ({ customer }) => customer[part] ?? ""]),
  ["Source", ({ source }, say) => say(labelOf(sourceLabels, source))],
  ["Length", ({ durationSeconds }) => (durationSeconds === undefined ? "" : clock(durationSeconds))],
  ["Outcome", ({ outcome, status }, say) => say(outcomeText(outcome, status))],
  ["Amount", ({ amount }) => String(amount ?? "")],
  ["Currency", ({ currency }) => currency ?? ""],
  ["Lines", ({ lines }) => String(lines)],
  ["Replies used", ({ suggestionsUsed }) => String(suggestionsUsed)],
];

/** Seconds as `00:12:34`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return [whole / 3600, (whole / 60) % 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, "0"))
    .join(":");
}

/** The outcome as the list shows it. */
export function outcomeText(outcome: CallSummary["outcome"], status: CallSummary["status"]): ApiText {
  if (outcome !== undefined) return labelOf(outcomeLabels, outcome);
  return status === "active" ? "In progress" : "To wrap up";
}

/** All pages of calls as CSV in the reader's language, in the format of their region. The byte order mark makes spreadsheets read it as UTF-8. */
export async function* callsCsv(
  first: Page,
  next: (cursor: string) => Promise<Page>,
  language: Language,
  separator: CsvSeparator,
): AsyncGenerator<string> {
  const say = (text: ApiText) => textIn(language, text);
  yield `\uFEFF${toCsv([columns.map(([title]) => say(title))], separator)}`;
  for (let page = first; ; page = await next(page.nextCursor)) {
    if (page.calls.length > 0)
      yield toCsv(
        page.calls.map((call) => columns.map(([, value]) => value(call, say))),
        separator,
      );
    if (page.nextCursor === undefined) return;
  }
}
