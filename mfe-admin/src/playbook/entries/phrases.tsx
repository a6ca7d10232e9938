import { PhraseStrength, type PlaybookPhrase, playbookLimits } from "@souffleur/contracts/playbook";
import { Button, CloseIcon, IconButton, keyOf, Select, TextField } from "@souffleur/shared-ui";
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
    <TextList<PlaybookPhrase>
      title={t("Phrases")}
      hint={t(
        "Words of the client that bring this entry up, in any form. Without phrases it fits any moment.",
      )}
      label={(number) => t("Phrase {number}", { number })}
      removeLabel={(number) => t("Remove phrase {number}", { number })}
      addText={t("Add phrase")}
      items={phrases}
      empty={{ text: "", strength: "normal" }}
      textOf={({ text }) => text}
      withText={(phrase, text) => ({ ...phrase, text })}
      mistakeOf={(at) => mistakes[`phrases.${at}.text`]}
      onChange={onChange}
      extra={(phrase, at) => (
        <Select
          className={styles.strength}
          aria-label={t("Strength of phrase {number}", { number: at + 1 })}
          value={phrase.strength}
          onChange={({ target }) =>
            onChange(phrases.with(at, { ...phrase, strength: PhraseStrength.parse(target.value) }))
          }
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

interface NotWhenProps {
  texts: readonly string[];
  mistakes: Mistakes;
  onChange: (texts: string[]) => void;
}

/** The phrases that exclude an entry. */
export function NotWhen({ texts, mistakes, onChange }: NotWhenProps) {
  return (
    <TextList<string>
      title={t("Not when")}
      hint={t("Words with which this entry is not meant, such as “pas trop cher”.")}
      label={(number) => t("Exception {number}", { number })}
      removeLabel={(number) => t("Remove exception {number}", { number })}
      addText={t("Add exception")}
      items={texts}
      empty=""
      textOf={(text) => text}
      withText={(_before, text) => text}
      mistakeOf={(at) => mistakes[`not.${at}`]}
      onChange={onChange}
    />
  );
}

interface TextListProps<Item> {
  title: string;
  hint: string;
  /** The label of a text, by its number from 1. */
  label: (number: number) => string;
  removeLabel: (number: number) => string;
  addText: string;
  items: readonly Item[];
  empty: Item;
  textOf: (item: Item) => string;
  withText: (item: Item, text: string) => Item;
  mistakeOf: (at: number) => string | undefined;
  onChange: (items: Item[]) => void;
  extra?: (item: Item, at: number) => ReactElement;
}

/** Short texts, one per line; Enter adds one below. */
function TextList<Item>(props: TextListProps<Item>) {
  const { title, items, textOf, onChange } = props;
  const list = useRef<HTMLUListElement>(null);
  const isFull = items.length >= playbookLimits.phrases;
  // In one task with the click or key: what is typed next belongs to this text, and is no keyboard shortcut.
  const changeAndFocus = (changed: Item[], at: number) => {
    flushSync(() => onChange(changed));
    list.current?.querySelectorAll("input")[at]?.focus();
  };
  const add = (at: number) => {
    if (!isFull) changeAndFocus(items.toSpliced(at, 0, props.empty), at);
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (keyOf(event.nativeEvent) !== "Enter") return;
    event.preventDefault();
    add(at + 1);
  };
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.second}>{props.hint}</p>
      <ul ref={list} className={styles.texts}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no other identity
          <li key={at} className={styles.text}>
            <TextField
              className={styles.bare}
              label={props.label(at + 1)}
              lang="fr"
              autoComplete="off"
              maxLength={playbookLimits.phraseMax}
              value={textOf(item)}
              error={textOf(item) === "" ? undefined : props.mistakeOf(at)}
              onChange={({ target }) => onChange(items.with(at, props.withText(item, target.value)))}
              onKeyDown={(event) => onKeyDown(event, at)}
            />
            {props.extra?.(item, at)}
            <IconButton
              label={props.removeLabel(at + 1)}
              onClick={() => changeAndFocus(items.toSpliced(at, 1), Math.max(0, at - 1))}
            >
              <CloseIcon aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button small disabled={isFull} onClick={() => add(items.length)}>
        {props.addText}
      </Button>
    </section>
  );
}
