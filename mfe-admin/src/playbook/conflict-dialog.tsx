import { Button, Dialog, Segmented } from "@souffleur/shared-ui";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { ComparedText, Differences, titleOf } from "./differences.tsx";
import type { ChangedBy, DraftConflict } from "./draft/draft.ts";
import type { Conflict, Side } from "./draft/merge.ts";
import styles from "./playbook.module.css";

interface ConflictDialogProps {
  conflict: DraftConflict;
  onDecide: (choose: (kind: Conflict["kind"], id: string) => Side) => void;
  onClose: () => void;
}

const keyOf = ({ kind, id }: Pick<Conflict, "kind" | "id">) => `${kind} ${id}`;

const ofOthers = {
  both: "{count, plural, one {# entry} other {# entries}} changed by both of you. Choose for each; everything else is merged.",
  theyRemoved: "They removed it.",
  removedHere: "You removed it. Theirs:",
  between: "From yours to theirs:",
  mine: "Keep mine",
  theirs: "Take theirs",
  merged: "Merged from theirs",
} as const;

/** The other one is the user, in another window. */
const ofOneself = {
  both: "{count, plural, one {# entry} other {# entries}} changed in both windows. Choose for each; everything else is merged.",
  theyRemoved: "Removed there.",
  removedHere: "Removed here. There:",
  between: "From here to there:",
  mine: "Keep this window's",
  theirs: "Take the other window's",
  merged: "Merged from the other window",
} as const;

/** The same entries were changed differently here and elsewhere: the user chooses a side for each. */
export function ConflictDialog({
  conflict: { changedBy, both, others },
  onDecide,
  onClose,
}: ConflictDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (conflict: Pick<Conflict, "kind" | "id">) => choices[keyOf(conflict)] ?? "mine";
  const words = changedBy === "oneself" ? ofOneself : ofOthers;
  return (
    <Dialog onClose={onClose} title={titleFor(changedBy)} description={t(words.both, { count: both.length })}>
      <ul className={styles.conflicts}>
        {both.map((conflict) => {
          const { mine, theirs } = conflict;
          const change = { ...conflict, before: mine, after: theirs };
          const title = titleOf(change);
          return (
            <li key={keyOf(conflict)}>
              <h3 lang="fr">{title}</h3>
              <p className={styles.second}>
                {t(
                  theirs === undefined
                    ? words.theyRemoved
                    : mine === undefined
                      ? words.removedHere
                      : words.between,
                )}
              </p>
              <ComparedText change={change} />
              <Segmented
                label={t("Which is right: {title}", { title })}
                value={sideOf(conflict)}
                options={[
                  { value: "mine", label: t(words.mine) },
                  { value: "theirs", label: t(words.theirs) },
                ]}
                onChange={(side) => setChoices({ ...choices, [keyOf(conflict)]: side })}
              />
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <section aria-label={t("Merged changes")}>
          <h3>{t(words.merged)}</h3>
          <Differences changes={others} />
        </section>
      )}
      <Button variant="primary" onClick={() => onDecide((kind, id) => sideOf({ kind, id }))}>
        {t("Save")}
      </Button>
    </Dialog>
  );
}

function titleFor(changedBy: ChangedBy): string {
  if (changedBy === "oneself") return t("The draft was also changed in another window of yours");
  if (changedBy.name === undefined) return t("Another administrator changed the draft too");
  return t("{name} changed the draft too", { name: changedBy.name });
}
