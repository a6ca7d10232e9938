import { limits } from "@souffleur/contracts";
import { SelectField, TextField, useSearchText } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import { searchMax } from "./table/list-state.ts";
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
