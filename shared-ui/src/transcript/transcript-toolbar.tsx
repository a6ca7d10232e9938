import {
  ArrowDownIcon,
  ArrowUpIcon,
  CheckIcon,
  CopyIcon,
  IconButton,
  keyOf,
  MoreIcon,
  SearchIcon,
  sharedText as t,
} from "@souffleur/shared-ui";
import { type RefObject, useRef, useState } from "react";
import styles from "./transcript-toolbar.module.css";
import { useCopy } from "./use-copy.ts";
import type { TranscriptSearch } from "./use-search.ts";

const longHint =
  "Finds every line. The browser's own search (Ctrl+F once more) sees those near the visible ones only.";

interface TranscriptToolbarProps {
  search: TranscriptSearch;
  searchBox: RefObject<HTMLInputElement | null>;
  /** Whether the browser's own search misses lines. */
  isLong: boolean;
  /** Returns the conversation as text; undefined while it is empty. */
  transcript: (() => string) | undefined;
}

export function TranscriptToolbar({ search, searchBox, isLong, transcript }: TranscriptToolbarProps) {
  const { copied, copy } = useCopy();
  const { query, setQuery, hits, position, step } = search;
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isShown = isOpen || query !== "";
  return (
    <div
      ref={box}
      role="group"
      aria-label={t("Search and copy")}
      className={styles.box}
      // A key that focuses the search opens the tools where they are hidden.
      onFocus={({ target }) => {
        if ((target as Node) !== opener.current) setOpen(true);
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !box.current?.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (keyOf(event.nativeEvent) !== "Escape" || !isOpen || query !== "") return;
        // Elsewhere it dismisses a suggestion.
        event.preventDefault();
        setOpen(false);
        opener.current?.focus();
      }}
    >
      <div className={styles.toolbar} data-open={isShown || undefined}>
        <div className={styles.search}>
          <SearchIcon aria-hidden />
          <input
            ref={searchBox}
            type="search"
            aria-label={t("Search transcript")}
            {...(isLong
              ? { placeholder: t("Search all lines"), title: t(longHint), "aria-keyshortcuts": "Control+F" }
              : { placeholder: t("Search") })}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={({ nativeEvent, shiftKey, ctrlKey }) => {
              const key = keyOf(nativeEvent);
              if (key === "Enter" && !ctrlKey) step(shiftKey ? 1 : -1);
              if (key === "Escape") setQuery("");
            }}
          />
        </div>
        {query !== "" && (
          <div className={styles.hits}>
            <span role="status">
              {position === undefined
                ? t("No match")
                : t("{position} of {count}", { position: position + 1, count: hits.length })}
            </span>
            <IconButton label={t("Previous match")} small disabled={hits.length < 2} onClick={() => step(-1)}>
              <ArrowUpIcon aria-hidden />
            </IconButton>
            <IconButton label={t("Next match")} small disabled={hits.length < 2} onClick={() => step(1)}>
              <ArrowDownIcon aria-hidden />
            </IconButton>
          </div>
        )}
        <IconButton
          small
          label={t(copied ? "Copied" : "Copy transcript")}
          disabled={transcript === undefined}
          onClick={() => transcript && void copy(transcript())}
        >
          {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
        </IconButton>
      </div>
      {/* Only where there is no room for the tools. */}
      <IconButton
        ref={opener}
        small
        label={t("Search and copy")}
        aria-expanded={isShown}
        className={styles.opener}
        onClick={() => {
          setOpen(!isShown);
          if (isShown) setQuery("");
        }}
      >
        <MoreIcon aria-hidden />
      </IconButton>
    </div>
  );
}
