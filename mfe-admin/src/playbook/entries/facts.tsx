import { type PlaybookFact, playbookLimits } from "@souffleur/contracts/playbook";
import { Button, CloseIcon, IconButton, TextAreaField } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import { checkFact } from "../draft/check-content.ts";
import { newId } from "../edit-content.ts";
import styles from "./entries.module.css";

interface FactsProps {
  facts: readonly PlaybookFact[];
  mayEdit: boolean;
  onChange: (facts: PlaybookFact[]) => void;
}

/** The product facts. */
export function Facts({ facts, mayEdit, onChange }: FactsProps) {
  return (
    <section aria-labelledby="facts">
      <h3 id="facts">{t("Product facts")}</h3>
      <p className={styles.second}>
        {t("The language model may state these to clients, and nothing else about the product.")}
      </p>
      {mayEdit
        ? facts.map((fact, at) => (
            <div key={fact.id} className={styles.fact}>
              <TextAreaField
                label={t("Fact {number}", { number: at + 1 })}
                lang="fr"
                rows={2}
                value={fact.text}
                error={fact.text === "" ? undefined : checkFact(fact).mistakes.text}
                onChange={(event) => onChange(facts.with(at, { ...fact, text: event.target.value }))}
              />
              <IconButton
                label={t("Remove fact {number}", { number: at + 1 })}
                onClick={() => onChange(facts.toSpliced(at, 1))}
              >
                <CloseIcon aria-hidden />
              </IconButton>
            </div>
          ))
        : facts.map(({ id, text }) => (
            <p key={id} lang="fr">
              {text}
            </p>
          ))}
      {facts.length === 0 && <p className={styles.second}>{t("No facts yet.")}</p>}
      {mayEdit && (
        <Button
          small
          disabled={facts.length >= playbookLimits.facts}
          onClick={() => onChange([...facts, { id: newId(), text: "" }])}
        >
          {t("Add fact")}
        </Button>
      )}
    </section>
  );
}
