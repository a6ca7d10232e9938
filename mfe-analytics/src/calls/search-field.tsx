import { limits } from "@souffleur/contracts";
import { CloseIcon, IconButton, TextField, useSearchText } from "@souffleur/shared-ui";
import { useRef } from "react";
import { t } from "../texts/texts.ts";
import styles from "./search-field.module.css";

interface SearchFieldProps {
  searched: string;
  error: string | undefined;
  onSearch: (text: string) => void;
}

/** The list follows the text after a pause, and Enter at once. */
export function SearchField({ searched, error, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText, send] = useSearchText(searched, onSearch);
  return (
    <TextField
      ref={field}
      className={styles.search}
      label={t("Search calls")}
      type="search"
      placeholder={t('Words, or "a phrase"')}
      hint={t("Searches transcripts, notes and names.")}
      error={error}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={limits.callSearchMax}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === "Enter" && !nativeEvent.isComposing) send(text);
      }}
      action={
        text !== "" && (
          <IconButton
            label={t("Clear search")}
            onClick={() => {
              setText("");
              send("");
              field.current?.focus();
            }}
          >
            <CloseIcon aria-hidden />
          </IconButton>
        )
      }
    />
  );
}
