import { Badge, EmptyState, formatCount } from "@souffleur/shared-ui";
import { diffWordsWithSpace } from "diff";
import { type ReactElement, type ReactNode, useState } from "react";
import { t } from "../texts/texts.ts";
import type { Change } from "./draft/changes.ts";
import { linesOf } from "./entry-text.tsx";
import styles from "./playbook.module.css";

const shownMax = 100;

const kindOf = ({ before, after }: Change) =>
  before === undefined ? "added" : after === undefined ? "removed" : "changed";
const tones = { added: "success", changed: "accent", removed: "danger" } as const;
const names = { added: "Added", changed: "Changed", removed: "Removed" } as const;
const counts = { added: "{count} added", changed: "{count} changed", removed: "{count} removed" } as const;

/** `2 added, 1 changed` */
export function summaryOf(changes: readonly Change[]): string {
  const parts = (["added", "changed", "removed"] as const).flatMap((kind) => {
    const howMany = changes.filter((change) => kindOf(change) === kind).length;
    return howMany === 0 ? [] : t(counts[kind], { count: howMany });
  });
  return parts.join(", ") || t("No differences");
}

/** The name of the changed entry or fact. */
export function titleOf(change: Change): string {
  const item = change.after ?? change.before;
  if (item === undefined) return "";
  return "intent" in item ? item.intent || t("Without intent") : t("Fact: {text}", { text: item.text });
}

/** The added, changed and removed entries and facts; each opens to its texts, compared by word. */
export function Differences({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <EmptyState>{t("No differences.")}</EmptyState>;
  return (
    <div>
      <p>{summaryOf(changes)}</p>
      <ul className={styles.changes}>
        {changes.slice(0, shownMax).map((change) => (
          <li key={`${change.kind} ${change.id}`}>
            <LazyDetails
              summary={
                <>
                  <Badge tone={tones[kindOf(change)]}>{t(names[kindOf(change)])}</Badge>
                  <span> </span>
                  <span lang="fr">{titleOf(change)}</span>
                </>
              }
            >
              {() => <ComparedText change={change} />}
            </LazyDetails>
          </li>
        ))}
      </ul>
      {changes.length > shownMax && (
        <p>{t("… and {count} more", { count: formatCount(changes.length - shownMax) })}</p>
      )}
    </div>
  );
}

/** Renders its content only while it is open. */
function LazyDetails({ summary, children }: { summary: ReactNode; children: () => ReactElement }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}

export function ComparedText({ change: { before, after } }: { change: Pick<Change, "before" | "after"> }) {
  const parts = diffWordsWithSpace(linesOf(before).join("\n"), linesOf(after).join("\n"));
  return (
    <p className={styles.compared} lang="fr">
      {parts.map(({ value, added, removed }, at) => {
        const Tag = added ? "ins" : removed ? "del" : "span";
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are never reordered
        return <Tag key={at}>{value}</Tag>;
      })}
    </p>
  );
}
