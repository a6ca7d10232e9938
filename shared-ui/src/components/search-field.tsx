import { limits } from "@souffleur/contracts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keyOf } from "../browser/keyboard.ts";
import { t } from "../texts/texts.ts";
import { IconButton } from "./button.tsx";
import { TextField } from "./field.tsx";
import { CloseIcon } from "./icons.ts";
import styles from "./search-field.module.css";

/** The pause after typing before the address changes, in ms, because browsers limit the rate of such changes. */
const quietMs = 200;

/**
 * The text of a search field. The list follows it after a pause, or at once by `send`. If the list's search changes in
 * another way, such as by a link, the field follows the list.
 */
export function useSearchText(searched: string, search: (text: string) => void) {
  const [text, setText] = useState(searched);
  const [sent, setSent] = useState(searched);
  const [seen, setSeen] = useState(searched);
  if (searched !== seen) {
    setSeen(searched);
    // The field's own text may return after more has been typed; only another text is adopted.
    if (searched !== sent) {
      setSent(searched);
      setText(searched);
    }
  }
  const send = (next: string) => {
    const wanted = next.trim();
    if (wanted === sent) return;
    setSent(wanted);
    search(wanted);
  };
  const sendLater = useEffectEvent(() => send(text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text restarts the pause
  useEffect(() => {
    const timer = setTimeout(() => sendLater(), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText, send] as const;
}

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
      onKeyDown={({ nativeEvent }) => {
        if (keyOf(nativeEvent) === "Enter") send(text);
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
