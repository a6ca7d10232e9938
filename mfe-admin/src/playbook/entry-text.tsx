import type { PlaybookEntry, PlaybookFact } from "@souffleur/contracts/playbook";
import { t } from "../texts/texts.ts";
import { categoryLabels, groupLabels, strengthLabels } from "./labels.ts";
import styles from "./playbook.module.css";

/** The content of an entry or a fact, line by line. */
export function linesOf(item: PlaybookEntry | PlaybookFact | undefined): string[] {
  if (item === undefined) return [];
  if (!("intent" in item)) return [item.text];
  return [
    t("Intent: {intent}", { intent: item.intent }),
    t("Group: {group}", { group: t(groupLabels[item.group]) }),
    ...item.phrases.map(({ text, strength }) =>
      t("Phrase ({strength}): {text}", { strength: t(strengthLabels[strength]).toLowerCase(), text }),
    ),
    ...item.not.map((text) => t("Not when: {text}", { text })),
    ...item.replies.flatMap(({ category, text, alternative }) => [
      t("Reply ({category}): {text}", { category: t(categoryLabels[category]).toLowerCase(), text }),
      ...(alternative === undefined ? [] : [t("Second wording: {text}", { text: alternative })]),
    ]),
  ];
}

/** An entry, read-only. */
export function EntryText({ entry }: { entry: PlaybookEntry }) {
  return (
    <ul className={styles.lines} lang="fr">
      {linesOf(entry).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}
