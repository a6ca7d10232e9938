import { Outcome, type RouteEntry } from "@souffleur/contracts";
import {
  commandKey,
  Dialog,
  readKeyPress,
  Switch,
  setShortcutsOn,
  shortcutsOn,
  useSession,
} from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { readShortcut, type Shortcut } from "../browser/shortcuts.ts";
import { navigationFor } from "../screens/navigation.ts";
import { openSearch } from "../search/search.tsx";
import { t } from "../texts/texts.ts";
import styles from "./keyboard-help.module.css";

const openEvent = "souffleur:keyboard-help";

/** Opens the list of shortcuts, also while they are off. */
export function openKeyboardHelp(): void {
  window.dispatchEvent(new Event(openEvent));
}

/** The application's shortcuts and their list. They do not apply in text fields, and can be switched off. */
export function KeyboardHelp({ screens }: { screens: readonly RouteEntry[] }) {
  const [open, setOpen] = useState(false);
  const [enabled, setEnabled] = useState(shortcutsOn);
  const pendingSince = useRef<number | undefined>(undefined);
  const navigate = useNavigate();
  const entries = navigationFor(screens, useSession());

  const perform = (shortcut: Shortcut): boolean => {
    if (shortcut.kind === "help") setOpen(true);
    else if (shortcut.kind === "search-everything") openSearch();
    else if (shortcut.kind === "search") {
      const search = document.querySelector<HTMLInputElement>("#main input[type=search]");
      search?.focus();
      return search !== null;
    } else {
      const entry = entries.find(({ navigation }) => navigation.key === shortcut.key);
      if (entry === undefined) return false;
      navigate(entry.path);
    }
    return true;
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.defaultPrevented) return;
    const press = readKeyPress(event);
    const { shortcut, pendingSince: pending } = readShortcut(pendingSince.current, press, event.timeStamp);
    // Held down, Ctrl+K would reach the browser's address bar once the search is open.
    if (shortcut?.kind === "search-everything" && press.repeated) return event.preventDefault();
    // Dialogs and menus handle their keys themselves.
    if (document.querySelector("[role=dialog], [role=menu]") !== null) return;
    pendingSince.current = pending;
    if (shortcut !== undefined && perform(shortcut)) event.preventDefault();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const show = () => setOpen(true);
    window.addEventListener("keydown", listen);
    window.addEventListener(openEvent, show);
    return () => {
      window.removeEventListener("keydown", listen);
      window.removeEventListener(openEvent, show);
    };
  }, []);

  const toggle = (on: boolean) => {
    setEnabled(on);
    setShortcutsOn(on);
  };

  const rows: [keys: string[], meaning: string][] = [
    [["?"], t("Keyboard shortcuts")],
    ...entries.flatMap(({ navigation: { key }, title }): [string[], string][] =>
      key === undefined ? [] : [[["g", key], title]],
    ),
    [[commandKey, "K"], t("Search everything")],
    [["/"], t("Search")],
    [["Ctrl", t("Enter")], t("Generate suggestions")],
    [["1–3"], t("Use a suggestion")],
    [["Esc"], t("Dismiss the best suggestion")],
    [["z"], t("Bring a suggestion back")],
    [["w"], t("Mark a whisper as said")],
    [["h"], t("Ask for help")],
    [[`1–${Outcome.options.length}`], t("Choose an outcome")],
  ];
  return (
    <Dialog closesBeside open={open} onClose={() => setOpen(false)} title={t("Keyboard shortcuts")}>
      <dl className={styles.list}>
        {rows.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Switch label={t("Use keyboard shortcuts")} checked={enabled} onChange={toggle} />
    </Dialog>
  );
}
