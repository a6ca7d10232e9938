import type { Language } from "@souffleur/contracts";
import { type Message, type MessageParts, writeMessage } from "./message.ts";

/** A mail with its subject and text in each language. */
type MailTexts<Values> = Record<Language, (values: Values) => MessageParts> & {
  /** Shown in the development mailbox, so that a text can be read without causing the mail. */
  example: Values;
};

/** @param texts names in values are those of `shownName`, because mail programs make links of addresses */
export function mailTemplate<Values>(texts: MailTexts<Values>) {
  const write = (language: Language, values: Values): Message =>
    writeMessage(language, texts[language](values));
  return { write, showExample: (language: Language) => write(language, texts.example) };
}
