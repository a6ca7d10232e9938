import { PlaybookContent } from "@souffleur/contracts/playbook";
import { contractText } from "@souffleur/shared-ui";
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { t } from "../../texts/texts.ts";
import { type Imported, sortByLine } from "./read-csv.ts";

export function playbookJson({ entries, facts }: PlaybookContent): string {
  return `${JSON.stringify({ entries, facts }, null, 2)}\n`;
}

/** Reads a playbook in the format of an export: `{ "entries": […], "facts": […] }`. */
export function readJson(text: string): Imported {
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  if (root === undefined || errors.length > 0) {
    // Those after the first one are mostly its consequences.
    return { mistakes: [{ line: lineAt(errors[0]?.offset ?? 0), text: t("This is not valid JSON") }] };
  }
  const parsed = PlaybookContent.safeParse(getNodeValue(root), {
    // For the whole, and for entries and the like: their fields have texts of their own.
    error: ({ path = [] }) =>
      path.length === 0
        ? t("This is no playbook: it needs “entries” and “facts”")
        : t("“{name}” is not as an export has it", { name: path.join(".") }),
  });
  if (parsed.success) return { content: parsed.data };
  return {
    mistakes: sortByLine(
      parsed.error.issues.map(({ path, message }) => ({
        line: lineAt(nodeAt(root, path).offset),
        text: contractText(message),
      })),
    ),
  };
}

/** The innermost existing node of a path. */
function nodeAt(root: Node, path: readonly PropertyKey[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[]);
    if (node !== undefined) return node;
  }
  return root;
}
