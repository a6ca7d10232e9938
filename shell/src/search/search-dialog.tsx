import { limits } from "@souffleur/contracts";
import {
  Dialog,
  EntryIcon,
  keyOf,
  TextField,
  usePreferences,
  useRunningCall,
  useSession,
} from "@souffleur/shared-ui";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { callPath, isOpenTo, useEntries, useScreens } from "../screens/screens.ts";
import { t } from "../texts/texts.ts";
import { customerPath, findResults, type Result, reviewPath, usersPath } from "./find-results.ts";
import { preferenceResults } from "./preference-results.ts";
import { recentScreens, rememberScreen } from "./recent-screens.ts";
import styles from "./search-dialog.module.css";
import { Snippet } from "./snippet.tsx";
import { useFound } from "./use-found.ts";
import { useOfferedCommands } from "./use-offered-commands.ts";

/** A field with its results below: a combobox whose list is always visible. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const { found, results, isScreen, mayAskPeople, failure, isAnswered, refresh } = useResults(text);
  const at = Math.min(active, results.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may have another active element
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" });
  }, [at, text]);

  const choose = ({ to, state, run }: Result) => {
    if (to !== undefined && isScreen(to)) rememberScreen(to);
    onClose();
    if (to !== undefined) navigate(to, { state });
    run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event.nativeEvent);
    const result = results[at];
    if (result === undefined) return;
    if (key === "Enter") choose(result);
    else if (key === "ArrowDown") setActive((at + 1) % results.length);
    else if (key === "ArrowUp") setActive((at - 1 + results.length) % results.length);
    else return;
    event.preventDefault();
  };

  const count = results.length === 0 ? t("Nothing found.") : t("{count} found.", { count: results.length });
  // Before the answer nobody knows that there is nothing.
  const isKnown = text.trim() !== "" && (isAnswered || results.length > 0);
  return (
    <Dialog closesBeside onClose={onClose} title={t("Search")}>
      <TextField
        label={t(
          mayAskPeople ? "Customers, people, calls, screens, actions" : "Customers, calls, screens, actions",
        )}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={results.length > 0}
        {...(results.length > 0 && { "aria-controls": id, "aria-activedescendant": optionId(at) })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={limits.searchMax}
        value={text}
        hint={!isKnown ? "" : failure === undefined ? count : `${count} ${t(failure)}`}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          refresh();
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.room}>
        {results.length > 0 && (
          <div role="listbox" id={id} aria-label={t("Results")} className={styles.list}>
            {found.map(([kind, ofKind]) => (
              <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
                <div id={`${id}-${kind}`} role="presentation" className={styles.kind}>
                  {t(kind)}
                </div>
                {ofKind.map((result) => {
                  const index = results.indexOf(result);
                  return (
                    <Option
                      key={`${result.to ?? ""} ${result.label}`}
                      id={optionId(index)}
                      result={result}
                      isActive={index === at}
                      onPoint={() => setActive(index)}
                      onChoose={() => choose(result)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** What is found for a text, as far as the user may open it. */
function useResults(text: string) {
  const { pathname } = useLocation();
  const [recent] = useState(recentScreens);
  const viewer = useSession();
  const screens = useScreens();
  const actions = [...useEntries("menu"), ...useEntries("quickActions")];
  const call = useRunningCall();
  const mayOpen = (path: string) =>
    screens.some((screen) => screen.path === path && isOpenTo(viewer, screen));
  const { commands, refresh, isComplete } = useOfferedCommands(mayOpen(callPath));
  const mayAsk = {
    // Customers belong to an organization.
    customers: viewer.organization !== null && mayOpen(customerPath),
    people: mayOpen(usersPath),
    calls: mayOpen(reviewPath),
  };
  const { customers, people, calls, failure, isAnswered } = useFound(text, mayAsk);
  const found = findResults(text, {
    viewer,
    path: pathname,
    screens,
    commands,
    preferences: preferenceResults(usePreferences()),
    actions,
    call,
    calls,
    customers,
    people,
    recent,
  });
  const results = found.flatMap(([, ofKind]) => ofKind);
  useEffect(() => {
    if (isComplete && results.length === 0) refresh();
  }, [isComplete, results.length, refresh]);
  const isScreen = (to: string) => screens.some(({ path }) => path === to);
  return { found, results, isScreen, mayAskPeople: mayAsk.people, failure, isAnswered, refresh };
}

interface OptionProps {
  id: string;
  result: Result;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({
  id,
  result: { icon, label, note, line, marks, keys },
  isActive,
  onPoint,
  onChoose,
}: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <EntryIcon name={icon} />
      <span>{label}</span>
      {note !== undefined && (
        <span className={styles.note}>
          <span>{note}</span>
          {line !== undefined && (
            <>
              <span> · </span>
              <Snippet text={line} mark={marks?.[0]} />
            </>
          )}
        </span>
      )}
      {keys !== undefined && (
        <span aria-hidden className={styles.keys}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}
