import { type PlaybookContent, playbookLimits } from "@souffleur/contracts/playbook";
import { decodeTable } from "@souffleur/shared-ui/tables";
import { t } from "../../texts/texts.ts";
import { byId } from "../draft/changes.ts";
import { withUniqueReplies } from "../draft/merge.ts";
import { type Imported, readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";

/** Reads a chosen file; its extension gives its format. */
export async function readImport(file: File): Promise<Imported> {
  if (file.size > playbookLimits.bodyBytes) {
    return {
      mistakes: [
        { line: 1, text: t("The file is larger than {size} MB", { size: playbookLimits.bodyBytes / 1e6 }) },
      ],
    };
  }
  const text = decodeTable(await file.arrayBuffer());
  return /\.json$/iu.test(file.name) ? readJson(text) : readCsv(text);
}

/** The draft with an imported file: items with the same id are replaced, new ones are added. */
export function mergeImport(draft: PlaybookContent, imported: PlaybookContent): PlaybookContent {
  return {
    entries: withUniqueReplies(mergeById(draft.entries, imported.entries)),
    facts: mergeById(draft.facts, imported.facts),
  };
}

function mergeById<Item extends { id: string }>(before: readonly Item[], added: readonly Item[]): Item[] {
  const [known, next] = [byId(before), byId(added)];
  return [...before.map((item) => next.get(item.id) ?? item), ...added.filter(({ id }) => !known.has(id))];
}
