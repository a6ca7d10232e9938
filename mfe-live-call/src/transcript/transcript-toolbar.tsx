import {
  ArrowDownIcon,
  ArrowUpIcon,
  Button,
  CheckIcon,
  CopyIcon,
  IconButton,
  SearchIcon,
} from "@souffleur/shared-ui";
import { useCopy } from "../use-copy.ts";
import styles from "./conversation.module.css";
import type { TranscriptSearch } from "./use-search.ts";

interface TranscriptToolbarProps {
  search: TranscriptSearch;
  /** The whole conversation as text; undefined while there is none. */
  transcript: (() => string) | undefined;
}

export function TranscriptToolbar({ search, transcript }: TranscriptToolbarProps) {
  const { copied, copy } = useCopy();
  const { query, setQuery, hits, position, step } = search;
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchIcon aria-hidden />
        <input
          type="search"
          aria-label="Search transcript"
          placeholder="Search"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={({ key, shiftKey, ctrlKey }) => {
            if (key === "Enter" && !ctrlKey) step(shiftKey ? 1 : -1);
            if (key === "Escape") setQuery("");
          }}
        />
      </div>
      {query !== "" && (
        <div className={styles.hits}>
          <span role="status">
            {position === undefined ? "No match" : `${position + 1} of ${hits.length}`}
          </span>
          <IconButton label="Previous match" small disabled={hits.length < 2} onClick={() => step(-1)}>
            <ArrowUpIcon aria-hidden />
          </IconButton>
          <IconButton label="Next match" small disabled={hits.length < 2} onClick={() => step(1)}>
            <ArrowDownIcon aria-hidden />
          </IconButton>
        </div>
      )}
      <Button
        small
        variant="quiet"
        disabled={transcript === undefined}
        onClick={() => transcript && copy(transcript())}
      >
        {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
        {copied ? "Copied transcript" : "Copy transcript"}
      </Button>
    </div>
  );
}
