import type { RouteEntry } from "@souffleur/contracts";
import { readKeyPress, setShortcutsOn, shortcutsOn, useSession } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { readShortcut, type Shortcut } from "../browser/shortcuts.ts";
import { useLateDialog } from "../browser/use-late-dialog.ts";
import { navigationFor } from "../screens/navigation.ts";
import { openSearch } from "../search/search.tsx";
import { t } from "../texts/texts.ts";

const openEvent = "souffleur:keyboard-help";

/** Opens the list of shortcuts, also while they are off. */
export function openKeyboardHelp(): void {
  window.dispatchEvent(new Event(openEvent));
}

/** The application's shortcuts and their list. They do not apply in text fields, and can be switched off. */
export function KeyboardHelp({ screens }: { screens: readonly RouteEntry[] }) {
  const { Loaded, close } = useLateDialog(
    openEvent,
    async () => (await import("./keyboard-list.tsx")).KeyboardList,
    t("The keyboard shortcuts could not be loaded. Please check your internet connection."),
  );
  const [enabled, setEnabled] = useState(shortcutsOn);
  const pendingSince = useRef<number | undefined>(undefined);
  const navigate = useNavigate();
  const entries = navigationFor(screens, useSession());

  const perform = (shortcut: Shortcut): boolean => {
    if (shortcut.kind === "help") openKeyboardHelp();
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
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  const toggle = (on: boolean) => {
    setEnabled(on);
    setShortcutsOn(on);
  };

  return Loaded && <Loaded entries={entries} enabled={enabled} onToggle={toggle} onClose={close} />;
}
