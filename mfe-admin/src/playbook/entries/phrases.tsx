import { PhraseStrength, type PlaybookPhrase, playbookLimits } from "@souffleur/contracts/playbook";
import { Button, CloseIcon, IconButton, Select, TextField } from "@souffleur/shared-ui";
import { type KeyboardEvent, type ReactElement, useRef } from "react";
import { flushSync } from "react-dom";
import { t } from "../../texts/texts.ts";
import { strengthLabels } from "../labels.ts";
import styles from "./entries.module.css";

type Mistakes = Readonly<Record<string, string>>;

interface PhrasesProps {
  phrases: readonly PlaybookPhrase[];
  mistakes: Mistakes;
  onChange: (phrases: PlaybookPhrase[]) => void;
}

/** The phrases that trigger an entry. */
export function Phrases({ phrases, mistakes, onChange }: PhrasesProps) {
  return (
    <TextList
      title={t("Phrases")}
      hint={t(
        "Words of the client that bring this entry up, in any form. Without phrases it fits any moment.",
      )}
      label={(number) => t("Phrase {number}", { number })}
      removeLabel={(number) => t("Remove phrase {number}", { number })}
      addText={t("Add phrase")}
      texts={phrases.map(({ text }) => text)}
      mistakeOf={(at) => mistakes[`phrases.${at}.text`]}
      onChange={(at, text) => onChange(phrases.with(at, { ...phraseAt(phrases, at), text }))}
      onAdd={(at) => onChange(phrases.toSpliced(at, 0, { text: "", strength: "normal" }))}
      onRemove={(at) => onChange(phrases.toSpliced(at, 1))}
      extra={(at) => (
        <Select
          className={styles.strength}
          aria-label={t("Strength of phrase {number}", { number: at + 1 })}
          value={phrases[at]?.strength}
          onChange={(event) => {
            const strength = PhraseStrength.parse(event.target.value);
            onChange(phrases.with(at, { ...phraseAt(phrases, at), strength }));
          }}
        >
          {PhraseStrength.options.map((strength) => (
            <option key={strength} value={strength}>
              {t(strengthLabels[strength])}
            </option>
          ))}
        </Select>
      )}
    />
  );
}

function phraseAt(phrases: readonly PlaybookPhrase[], at: number): PlaybookPhrase {
  return phrases[at] ?? { text: "", strength: "normal" };
}

interface NotWhenProps {
  texts: readonly string[];
  mistakes: Mistakes;
  onChange: (texts: string[]) => void;
}

/** The phrases that exclude an entry. */
export function NotWhen({ texts, mistakes, onChange }: NotWhenProps) {
  return (
    <TextList
      title={t("Not when")}
      hint={t("Words with which this entry is not meant, such as “pas trop cher”.")}
      label={(number) => t("Exception {number}", { number })}
      removeLabel={(number) => t("Remove exception {number}", { number })}
      addText={t("Add exception")}
      texts={texts}
      mistakeOf={(at) => mistakes[`not.${at}`]}
      onChange={(at, text) => onChange(texts.with(at, text))}
      onAdd={(at) => onChange(texts.toSpliced(at, 0, ""))}
      onRemove={(at) => onChange(texts.toSpliced(at, 1))}
    />
  );
}

interface TextListProps {
  title: string;
  hint: string;
  /** The label of a text, by its number from 1. */
  label: (number: number) => string;
  removeLabel: (number: number) => string;
  addText: string;
  texts: readonly string[];
  mistakeOf: (at: number) => string | undefined;
  onChange: (at: number, text: string) => void;
  onAdd: (at: number) => void;
  onRemove: (at: number) => void;
  extra?: (at: number) => ReactElement | undefined;
}

/** Short texts, one per line; Enter adds one below. */
function TextList({
  title,
  hint,
  label,
  removeLabel,
  addText,
  texts,
  mistakeOf,
  onChange,
  onAdd,
  onRemove,
  extra,
}: TextListProps) {
  const list = useRef<HTMLUListElement>(null);
  // In one task with the click or key: what is typed next belongs to this text, and is no keyboard shortcut.
  const changeAndFocus = (change: () => void, at: number) => {
    flushSync(change);
    list.current?.querySelectorAll("input")[at]?.focus();
  };
  const add = (at: number) => {
    if (texts.length < playbookLimits.phrases) changeAndFocus(() => onAdd(at), at);
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add(at + 1);
  };
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.second}>{hint}</p>
      <ul ref={list} className={styles.texts}>
        {texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no other identity
          <li key={at} className={styles.text}>
            <TextField
              className={styles.bare}
              label={label(at + 1)}
              lang="fr"
              autoComplete="off"
              maxLength={playbookLimits.phraseMax}
              value={text}
              error={text === "" ? undefined : mistakeOf(at)}
              onChange={(event) => onChange(at, event.target.value)}
              onKeyDown={(event) => onKeyDown(event, at)}
            />
            {extra?.(at)}
            <IconButton
              label={removeLabel(at + 1)}
              onClick={() => changeAndFocus(() => onRemove(at), Math.max(0, at - 1))}
            >
              <CloseIcon aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button small disabled={texts.length >= playbookLimits.phrases} onClick={() => add(texts.length)}>
        {addText}
      </Button>
    </section>
  );
}
