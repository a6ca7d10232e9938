import { limits } from "@souffleur/contracts";
import { useRef } from "react";
import { t } from "../texts/texts.ts";
import { IconButton } from "./button.tsx";
import { TextField } from "./field.tsx";
import { CloseIcon } from "./icons.ts";
import styles from "./search-field.module.css";
import { useSearchText } from "./use-search-text.ts";

interface SearchFieldProps {
  label: string;
  placeholder: string;
  hint: string;
  /** The text that the list was searched with. */
  searched: string;
  error: string | undefined;
  onSearch: (text: string) => void;
}

/** The search of a list, which follows the text after a pause, and Enter at once. */
export function SearchField({ searched, onSearch, ...field }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText, send] = useSearchText(searched, onSearch);
  return (
    <TextField
      {...field}
      ref={input}
      className={styles.search}
      type="search"
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
              input.current?.focus();
            }}
          >
            <CloseIcon aria-hidden />
          </IconButton>
        )
      }
    />
  );
}
