import { Outcome } from "@souffleur/contracts";
import { commandKey, Dialog, Switch } from "@souffleur/shared-ui";
import type { navigationFor } from "../screens/navigation.ts";
import { t } from "../texts/texts.ts";
import styles from "./keyboard-list.module.css";

interface KeyboardListProps {
  entries: ReturnType<typeof navigationFor>;
  enabled: boolean;
  onToggle: (on: boolean) => void;
  onClose: () => void;
}

/** The dialog with the application's shortcuts, and the switch for them. */
export function KeyboardList({ entries, enabled, onToggle, onClose }: KeyboardListProps) {
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
    <Dialog closesBeside open onClose={onClose} title={t("Keyboard shortcuts")}>
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
      <Switch label={t("Use keyboard shortcuts")} checked={enabled} onChange={onToggle} />
    </Dialog>
  );
}
