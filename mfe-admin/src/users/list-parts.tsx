import { limits } from "@souffleur/contracts";
import {
  Button,
  ChevronLeftIcon,
  ChevronRightIcon,
  EmptyState,
  formatCount,
  IconButton,
  SelectField,
  TextField,
  useSearchText,
} from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import { type ListState, pageCount, searchMax } from "./table/list-state.ts";
import type { Tab } from "./table/tabs.ts";
import styles from "./users.module.css";

interface ListToolbarProps {
  search: string;
  size: number;
  /** The number of hits; undefined without a list or a search. */
  found: number | undefined;
  onSearch: (search: string) => void;
  onSize: (size: number) => void;
}

export function ListToolbar({ search, size, found, onSearch, onSize }: ListToolbarProps) {
  const [text, setText] = useSearchText(search, onSearch);
  return (
    <div className={styles.toolbar}>
      <TextField
        className={styles.search}
        label={t("Search users")}
        type="search"
        placeholder={t("Name, email, phone…")}
        autoComplete="off"
        spellCheck={false}
        maxLength={searchMax}
        value={text}
        hint={
          found === undefined
            ? ""
            : t("{count, plural, one {# user} other {# users}} found", { count: found })
        }
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        className={styles.size}
        label={t("Rows per page")}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
      >
        {limits.adminPageSizes.map((rows) => (
          <option key={rows} value={rows}>
            {rows}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

const lines: Record<Tab, Text> = {
  pending: "No pending requests.",
  all: "No users yet.",
  active: "No active users.",
};

interface NoUsersProps {
  tab: Tab;
  search: string;
  onChange: (change: Partial<ListState>) => void;
}

export function NoUsers({ tab, search, onChange }: NoUsersProps) {
  if (search.trim() !== "") {
    return (
      <EmptyState action={<Button onClick={() => onChange({ search: "" })}>{t("Clear search")}</Button>}>
        {t("No users match “{search}”.", { search: search.trim() })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        tab !== "all" && <Button onClick={() => onChange({ tab: "all" })}>{t("Show all users")}</Button>
      }
    >
      {t(lines[tab])}
    </EmptyState>
  );
}

interface PagerProps {
  page: number;
  size: number;
  rows: number;
  onPage: (page: number) => void;
}

export function Pager({ page, size, rows, onPage }: PagerProps) {
  const pages = pageCount(rows, size);
  const first = (page - 1) * size + 1;
  return (
    <nav aria-label={t("Pages of users")} className={styles.pager}>
      <p className={styles.range}>
        {rows > 0 &&
          t("{first}–{last} of {all}", {
            first: formatCount(first),
            last: formatCount(Math.min(rows, page * size)),
            all: formatCount(rows),
          })}
      </p>
      <IconButton
        label={t("Previous page")}
        variant="secondary"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeftIcon aria-hidden />
      </IconButton>
      <p aria-live="polite">{t("Page {page} of {pages}", { page, pages })}</p>
      <IconButton
        label={t("Next page")}
        variant="secondary"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRightIcon aria-hidden />
      </IconButton>
    </nav>
  );
}
