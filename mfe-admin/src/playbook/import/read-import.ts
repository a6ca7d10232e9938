import { type PlaybookContent, type PlaybookEntry, playbookLimits } from "@souffleur/contracts/playbook";
import { readingsOf } from "@souffleur/shared-ui/tables";
import { t } from "../../texts/texts.ts";
import { byId } from "../draft/changes.ts";
import { withUniqueReplies } from "../draft/merge.ts";
import { intentKey } from "./csv-words.ts";
import { type Imported, readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";

/** Reads a chosen file; its extension gives its format. */
export async function readImport(file: File): Promise<Imported> {
  const mistaken = (mistake: string) => ({ mistakes: [{ line: 1, text: mistake }] });
  if (file.size > playbookLimits.bodyBytes)
    return mistaken(t("The file is larger than {size} MB", { size: playbookLimits.bodyBytes / 1e6 }));
  const [text] = readingsOf(await file.arrayBuffer()) ?? [];
  if (text === undefined)
    return mistaken(t("The file is no text: save the table as CSV in your spreadsheet program"));
  if (text.trim() === "") return mistaken(t("The file is empty"));
  return /\.json$/iu.test(file.name) ? readJson(text) : readCsv(text);
}

/**
 * The draft with an imported file: items with the same id are replaced, new ones are added. What the file gave no id is the
 * draft's entry of the same group and intent, or its reply or fact of the same text: a file imported twice changes nothing.
 */
export function mergeImport(
  draft: PlaybookContent,
  imported: PlaybookContent,
  madeIds: ReadonlySet<string> = new Set(),
): PlaybookContent {
  const known = byId(draft.entries);
  const nameOf = ({ group, intent }: PlaybookEntry) => `${group} ${intent}`;
  const takenReplies = byId(imported.entries.flatMap(({ replies }) => replies));
  const entries = withKnownIds(draft.entries, imported.entries, {
    madeIds,
    taken: byId(imported.entries),
    textOf: nameOf,
  }).map((entry) => {
    const replies = known.get(entry.id)?.replies ?? [];
    const ids = { madeIds, taken: takenReplies, textOf };
    return { ...entry, replies: withKnownIds(replies, entry.replies, ids) };
  });
  const facts = withKnownIds(draft.facts, imported.facts, { madeIds, taken: byId(imported.facts), textOf });
  return {
    entries: withUniqueReplies(mergeById(draft.entries, entries)),
    facts: mergeById(draft.facts, facts),
  };
}

const textOf = ({ text }: { text: string }) => text;

interface Ids<One> {
  madeIds: ReadonlySet<string>;
  /** What the file has under its ids; a reply may stand in another entry. */
  taken: ReadonlyMap<string, One>;
  textOf: (item: One) => string;
}

function withKnownIds<One extends { id: string }>(
  before: readonly One[],
  added: readonly One[],
  { madeIds, taken, textOf }: Ids<One>,
): One[] {
  const free = new Map<string, string[]>();
  for (const item of before) {
    const key = intentKey(textOf(item));
    if (!taken.has(item.id)) free.set(key, [...(free.get(key) ?? []), item.id]);
  }
  return added.map((item) => {
    const id = madeIds.has(item.id) ? free.get(intentKey(textOf(item)))?.shift() : undefined;
    return id === undefined ? item : { ...item, id };
  });
}

function mergeById<Item extends { id: string }>(before: readonly Item[], added: readonly Item[]): Item[] {
  const [known, next] = [byId(before), byId(added)];
  return [...before.map((item) => next.get(item.id) ?? item), ...added.filter(({ id }) => !known.has(id))];
}
