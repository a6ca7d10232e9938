import { Button, Dialog, Segmented } from "@souffleur/shared-ui";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { ComparedText, Differences, titleOf } from "./differences.tsx";
import type { DraftConflict } from "./draft/draft.ts";
import type { Conflict, Side } from "./draft/merge.ts";
import styles from "./playbook.module.css";

interface ConflictDialogProps {
  conflict: DraftConflict;
  onDecide: (choose: (kind: Conflict["kind"], id: string) => Side) => void;
  onClose: () => void;
}

const keyOf = ({ kind, id }: Pick<Conflict, "kind" | "id">) => `${kind} ${id}`;

/** Both administrators changed the same entries differently: the user chooses a side for each. */
export function ConflictDialog({
  conflict: { changedBy: name, both, others },
  onDecide,
  onClose,
}: ConflictDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (conflict: Pick<Conflict, "kind" | "id">) => choices[keyOf(conflict)] ?? "mine";
  return (
    <Dialog
      onClose={onClose}
      title={
        name === undefined
          ? t("Another administrator changed the draft too")
          : t("{name} changed the draft too", { name })
      }
      description={t(
        "{count, plural, one {# entry} other {# entries}} changed by both of you. Choose for each; everything else is merged.",
        { count: both.length },
      )}
    >
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
                    ? "They removed it."
                    : mine === undefined
                      ? "You removed it. Theirs:"
                      : "From yours to theirs:",
                )}
              </p>
              <ComparedText change={change} />
              <Segmented
                label={t("Which is right: {title}", { title })}
                value={sideOf(conflict)}
                options={[
                  { value: "mine", label: t("Keep mine") },
                  { value: "theirs", label: t("Take theirs") },
                ]}
                onChange={(side) => setChoices({ ...choices, [keyOf(conflict)]: side })}
              />
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <section aria-label={t("Merged changes")}>
          <h3>{t("Merged from theirs")}</h3>
          <Differences changes={others} />
        </section>
      )}
      <Button variant="primary" onClick={() => onDecide((kind, id) => sideOf({ kind, id }))}>
        {t("Save")}
      </Button>
    </Dialog>
  );
}
