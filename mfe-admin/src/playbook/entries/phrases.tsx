import { PhraseStrength, type PlaybookPhrase, playbookLimits } from "@souffleur/contracts/playbook";
import { Button, CloseIcon, IconButton, keyOf, Select, TextField } from "@souffleur/shared-ui";
import { type KeyboardEvent, type ReactElement, useRef, useState } from "react";
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
      note={({ strength }) => (strength === "normal" ? undefined : t(strengthLabels[strength]))}
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
  /** Shown with the text while it is a chip. */
  note?: (item: Item) => string | undefined;
  extra?: (item: Item, at: number) => ReactElement;
}

/** Short texts as chips. The pressed one is edited in its place; Enter adds one after it, and Escape makes it a chip again. */
function TextList<Item>(props: TextListProps<Item>) {
  const { title, items, textOf, mistakeOf, onChange } = props;
  const [edited, setEdited] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = items.length >= playbookLimits.phrases;
  // In one task with the click or key: what is typed next belongs to this text, and is no keyboard shortcut.
  const edit = (at: number, changed: Item[] | undefined) => {
    flushSync(() => {
      if (changed !== undefined) onChange(changed);
      setEdited(at);
    });
    (list.current?.querySelector("input") ?? addButton.current)?.focus();
  };
  const add = (at: number) => {
    if (!isFull) edit(at, items.toSpliced(at, 0, props.empty));
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const key = keyOf(event.nativeEvent);
    if (key !== "Enter" && key !== "Escape") return;
    event.preventDefault();
    if (key === "Enter") return add(at + 1);
    flushSync(() => setEdited(undefined));
    list.current?.querySelectorAll("button")[at]?.focus();
  };
  return (
    <section aria-label={title}>
      <h3>
        <span>{title}</span>
        <span> </span>
        <span className={styles.count}>{items.length}</span>
      </h3>
      <p className={styles.second}>{props.hint}</p>
      <ul ref={list} className={styles.chips}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no other identity
          <li key={at} className={at === edited ? styles.text : styles.chip}>
            {at === edited ? (
              <>
                <TextField
                  className={styles.bare}
                  label={props.label(at + 1)}
                  lang="fr"
                  autoComplete="off"
                  maxLength={playbookLimits.phraseMax}
                  value={textOf(item)}
                  error={textOf(item) === "" ? undefined : mistakeOf(at)}
                  onChange={({ target }) => onChange(items.with(at, props.withText(item, target.value)))}
                  onKeyDown={(event) => onKeyDown(event, at)}
                />
                {props.extra?.(item, at)}
                <IconButton
                  label={props.removeLabel(at + 1)}
                  onClick={() => edit(Math.max(0, at - 1), items.toSpliced(at, 1))}
                >
                  <CloseIcon aria-hidden />
                </IconButton>
              </>
            ) : (
              <Button
                small
                variant={mistakeOf(at) === undefined ? "secondary" : "danger"}
                onClick={() => edit(at, undefined)}
              >
                {textOf(item) === "" ? (
                  <span>{props.label(at + 1)}</span>
                ) : (
                  <span lang="fr">{textOf(item)}</span>
                )}
                {props.note?.(item) !== undefined && (
                  <span className={styles.second}>{props.note(item)}</span>
                )}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button ref={addButton} small disabled={isFull} onClick={() => add(items.length)}>
        {props.addText}
      </Button>
    </section>
  );
}
