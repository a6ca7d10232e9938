import { commandKey, IconButton, SearchIcon, useCallInProgress } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import { openSearch } from "./search.tsx";
import styles from "./search-button.module.css";

/** Opens the search; it shows the keys that do so too, where there is room and nobody is reading a reply. */
export function SearchButton() {
  const isCalling = useCallInProgress()?.startedAt !== undefined;
  return (
    <IconButton
      label={t("Search everything")}
      aria-keyshortcuts={commandKey === "Ctrl" ? "Control+K" : "Meta+K"}
      className={styles.search}
      onClick={openSearch}
    >
      <SearchIcon aria-hidden />
      <span data-calling={isCalling || undefined} className={styles.keys}>
        <kbd data-key={commandKey} />
        <kbd data-key="K" />
      </span>
    </IconButton>
  );
}
