import { limits } from "@souffleur/contracts";
import { CloseIcon, IconButton, TextField, useSearchText } from "@souffleur/shared-ui";
import { useRef } from "react";
import { t } from "../texts/texts.ts";

interface CustomerSearchProps {
  searched: string;
  error: string | undefined;
  onSearch: (text: string) => void;
}

/** The list follows the text after a pause, and Enter at once. */
export function CustomerSearch({ searched, error, onSearch }: CustomerSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText, send] = useSearchText(searched, onSearch);
  return (
    <TextField
      ref={field}
      label={t("Search customers")}
      type="search"
      placeholder={t("Name, company, number, address or tag")}
      hint={t("Whole words; numbers in any format.")}
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
