import { limits } from "@souffleur/contracts";
import { formatCount, SelectField, TextField, useSearchText } from "@souffleur/shared-ui";
import { searchMax } from "./list-state.ts";
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
        label="Search users"
        type="search"
        placeholder="Name, email, phone…"
        autoComplete="off"
        spellCheck={false}
        maxLength={searchMax}
        value={text}
        hint={found === undefined ? "" : `${formatCount(found)} ${found === 1 ? "user" : "users"} found`}
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        className={styles.size}
        label="Rows per page"
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
