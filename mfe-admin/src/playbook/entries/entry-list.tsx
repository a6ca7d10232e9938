import { type PlaybookEntry, PlaybookGroup } from "@souffleur/contracts/playbook";
import { Badge, classNames } from "@souffleur/shared-ui";
import { memo } from "react";
import { t } from "../../texts/texts.ts";
import { checkEntry } from "../draft/check-content.ts";
import { groupLabels } from "../labels.ts";
import styles from "./entries.module.css";

interface EntryListProps {
  entries: readonly PlaybookEntry[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** The entries by group. All are in the page, so that the browser's search finds them; those out of view cost no layout. */
export const EntryList = memo(function EntryList({ entries, selected, onSelect }: EntryListProps) {
  return PlaybookGroup.options.map((group) => {
    const members = entries.filter((entry) => entry.group === group);
    if (members.length === 0) return null;
    return (
      <section key={group} aria-label={t(groupLabels[group])}>
        <h2 className={styles.group}>
          <span>{t(groupLabels[group])}</span>
          <span> </span>
          <span className={styles.count}>{members.length}</span>
        </h2>
        <ul>
          {members.map((entry) => (
            <Row key={entry.id} entry={entry} isSelected={entry.id === selected} onSelect={onSelect} />
          ))}
        </ul>
      </section>
    );
  });
});

interface RowProps {
  entry: PlaybookEntry;
  isSelected: boolean;
  onSelect: (id: string) => void;
}

const Row = memo(function Row({ entry, isSelected, onSelect }: RowProps) {
  const { id, intent, phrases, replies } = entry;
  return (
    <li className={styles.row}>
      <button
        type="button"
        id={`entry-${id}`}
        className={classNames(styles.open, isSelected && styles.selected)}
        aria-current={isSelected || undefined}
        onClick={() => onSelect(id)}
      >
        <span className={styles.intent} lang={intent === "" ? undefined : "fr"}>
          {intent || t("Without intent")}
        </span>
        {checkEntry(entry).valid === undefined ? (
          <Badge tone="warning">{t("Not saved")}</Badge>
        ) : (
          <span className={styles.second}>
            {t(
              "{phrases, plural, =0 {Any moment} one {# phrase} other {# phrases}} · {replies, plural, one {# reply} other {# replies}}",
              { phrases: phrases.length, replies: replies.length },
            )}
          </span>
        )}
      </button>
    </li>
  );
});
