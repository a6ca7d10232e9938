import type { PlaybookEntry, PlaybookFact } from "@souffleur/contracts/playbook";
import { categoryLabels, groupLabels, strengthLabels } from "./labels.ts";
import styles from "./playbook.module.css";

/** All that an entry or a fact has, a line each. */
export function linesOf(item: PlaybookEntry | PlaybookFact | undefined): string[] {
  if (item === undefined) return [];
  if (!("intent" in item)) return [item.text];
  return [
    `Intent: ${item.intent}`,
    `Group: ${groupLabels[item.group]}`,
    ...item.phrases.map(
      ({ text, strength }) => `Phrase (${strengthLabels[strength].toLowerCase()}): ${text}`,
    ),
    ...item.not.map((text) => `Not when: ${text}`),
    ...item.replies.flatMap(({ category, text, alternative }) => [
      `Reply (${categoryLabels[category].toLowerCase()}): ${text}`,
      ...(alternative === undefined ? [] : [`Second wording: ${alternative}`]),
    ]),
  ];
}

/** An entry, to be read. */
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
