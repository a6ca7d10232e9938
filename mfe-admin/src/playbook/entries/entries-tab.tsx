import {
  type PlaybookContent,
  type PlaybookEntry,
  PlaybookGroup,
  playbookLimits,
} from "@souffleur/contracts/playbook";
import { ArrowLeftIcon, Button, EmptyState, PlusIcon, TextField, toast } from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { t } from "../../texts/texts.ts";
import { addEntry, duplicateOf, newEntry, withEntry, withoutEntry } from "../edit-content.ts";
import { EntryText } from "../entry-text.tsx";
import styles from "./entries.module.css";
import { EntryEditor } from "./entry-editor.tsx";
import { EntryList } from "./entry-list.tsx";
import { Facts } from "./facts.tsx";
import { searchEntries } from "./search-entries.ts";

interface EntriesTabProps {
  content: PlaybookContent;
  mayEdit: boolean;
  /** An entry's id, or `factsId`. */
  selected: string | null;
  onSelect: (id: string | undefined) => void;
  /** The change is applied to the latest content. */
  onChange: (change: (content: PlaybookContent) => PlaybookContent) => void;
}

const factsId = "~facts";
const isFull = (count: number) => count >= playbookLimits.entries;

export function EntriesTab({ content, mayEdit, selected, onSelect, onChange }: EntriesTabProps) {
  const { entries, facts } = content;
  const [search, setSearch] = useKeptState("souffleur.playbook-search", "");
  // Typing takes precedence over rendering the rows.
  const deferredSearch = useDeferredValue(search);
  const found = useMemo(() => searchEntries(entries, deferredSearch), [entries, deferredSearch]);
  const isFacts = selected === factsId;
  const chosen = entries.find(({ id }) => id === selected);
  const entry = isFacts ? undefined : (chosen ?? firstOf(entries));
  const list = useRef<HTMLDivElement>(null);
  const { editor, select, back } = useSelection(selected, onSelect);
  const add = (added: PlaybookEntry, at?: number) => {
    onChange((before) => addEntry(before, added, at));
    setSearch("");
    onSelect(added.id);
  };
  const remove = (removed: PlaybookEntry) => {
    const at = entries.indexOf(removed);
    onChange((before) => withoutEntry(before, removed.id));
    onSelect(undefined);
    setTimeout(() => list.current?.focus());
    toast.info(
      removed.intent === "" ? t("Entry deleted.") : t("{intent} deleted.", { intent: removed.intent }),
      {
        action: { label: t("Undo"), onPress: () => onChange((before) => addEntry(before, removed, at)) },
      },
    );
  };

  return (
    <div className={styles.panes} data-open={chosen !== undefined || isFacts}>
      <div ref={list} tabIndex={-1} className={styles.list}>
        <TextField
          label={t("Search entries")}
          type="search"
          placeholder={t("Intent, phrase, reply…")}
          autoComplete="off"
          spellCheck={false}
          value={search}
          hint={countText(entries.length, deferredSearch === "" ? undefined : found.length)}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className={styles.tools}>
          {mayEdit && (
            <Button
              disabled={isFull(entries.length)}
              onClick={() => add(newEntry(entry?.group ?? "opening"))}
            >
              <PlusIcon aria-hidden />
              <span>{t("Add entry")}</span>
            </Button>
          )}
          <Button id={`entry-${factsId}`} aria-current={isFacts || undefined} onClick={() => select(factsId)}>
            {t("Product facts ({count})", { count: facts.length })}
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be scrollable by the keyboard */}
        <div className={styles.scroller} tabIndex={0} role="group" aria-label={t("Entries")}>
          {found.length === 0 ? (
            <EmptyState
              action={search !== "" && <Button onClick={() => setSearch("")}>{t("Clear search")}</Button>}
            >
              {t(entries.length === 0 ? "The playbook has no entries." : "No entry has these words.")}
            </EmptyState>
          ) : (
            <EntryList entries={found} selected={entry?.id} onSelect={select} />
          )}
        </div>
      </div>
      <section ref={editor} tabIndex={-1} className={styles.editor} aria-label={t("Selected entry")}>
        <Button variant="quiet" className={styles.back} onClick={back}>
          <ArrowLeftIcon aria-hidden />
          <span>{t("All entries")}</span>
        </Button>
        {isFacts ? (
          <Facts
            facts={facts}
            mayEdit={mayEdit}
            onChange={(next) => onChange((before) => ({ ...before, facts: next }))}
          />
        ) : (
          <SelectedEntry
            entry={entry}
            isChosen={chosen !== undefined}
            mayEdit={mayEdit}
            onChange={(next) => onChange((before) => withEntry(before, next))}
            onDuplicate={(of) => add(duplicateOf(of), entries.indexOf(of) + 1)}
            onDelete={remove}
          />
        )}
      </section>
    </div>
  );
}

/** The one at the head of the list. */
const firstOf = (entries: readonly PlaybookEntry[]) =>
  PlaybookGroup.options.flatMap((group) => entries.filter((entry) => entry.group === group))[0];

/** Beside the list, and without a keyboard on the screen that would cover it. */
const isBeside = () => matchMedia("(min-width: 980px) and (hover: hover)").matches;

/** Moves the focus to the first text of what is selected, and back to its row. */
function useSelection(selected: string | null, onSelect: EntriesTabProps["onSelect"]) {
  const editor = useRef<HTMLDivElement>(null);
  const latest = useRef({ selected, onSelect });
  const isAwaited = useRef(false);
  useEffect(() => {
    latest.current = { selected, onSelect };
  });
  const focus = useCallback(() => {
    const text = isBeside() ? editor.current?.querySelector("textarea") : null;
    (text ?? editor.current)?.focus();
  }, []);
  // Once it is shown: the fields of the one before are gone by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is shown
  useEffect(() => {
    if (isAwaited.current) focus();
    isAwaited.current = false;
  }, [selected]);
  // Stable, so that a change of one entry renders only its row.
  const select = useCallback(
    (id: string) => {
      if (latest.current.selected === id) return focus();
      isAwaited.current = true;
      latest.current.onSelect(id);
    },
    [focus],
  );
  const back = () => {
    const opener = selected === null ? null : document.getElementById(`entry-${selected}`);
    onSelect(undefined);
    setTimeout(() => opener?.focus());
  };
  return { editor, select, back };
}

/** @param found how many entries a search has found; undefined without a search */
function countText(count: number, found: number | undefined): string {
  if (isFull(count))
    return t("A playbook has at most {count, plural, one {# entry} other {# entries}}.", {
      count: playbookLimits.entries,
    });
  if (found === undefined) return t("{count, plural, one {# entry} other {# entries}}", { count });
  return t("{count, plural, one {# entry} other {# entries}} found", { count: found });
}

interface SelectedEntryProps {
  entry: PlaybookEntry | undefined;
  /** False while the first one is shown, because none was chosen. */
  isChosen: boolean;
  mayEdit: boolean;
  onChange: (entry: PlaybookEntry) => void;
  onDuplicate: (entry: PlaybookEntry) => void;
  onDelete: (entry: PlaybookEntry) => void;
}

function SelectedEntry({ entry, isChosen, mayEdit, onChange, onDuplicate, onDelete }: SelectedEntryProps) {
  if (entry === undefined) return null;
  if (!mayEdit) return <EntryText entry={entry} />;
  return (
    <EntryEditor
      key={entry.id}
      entry={entry}
      isNew={isChosen && entry.intent === ""}
      onChange={onChange}
      onDuplicate={() => onDuplicate(entry)}
      onDelete={() => onDelete(entry)}
    />
  );
}
