import { type Messages, setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Language } from "@souffleur/contracts";
import contracts from "@souffleur/contracts/fr.json" with { type: "json" };
import { type ContractText, findText } from "@souffleur/contracts/texts";
import own from "./fr.json" with { type: "json" };

/** An English text, in the syntax of ICU messages, that has a French translation. */
export type ApiText = ContractText | keyof typeof own;
/** The values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number>>;
/** A text with its values, to be written in the reader's language. */
export interface Said {
  text: ApiText;
  values?: Values;
}

const french = { ...contracts, ...own };
const keys = Object.keys(french);

const catalogues = { en: catalogue("en", {}), fr: catalogue("fr", french) };

function catalogue(locale: Language, messages: Messages) {
  const texts = setupI18n({ locale, messages: { [locale]: messages } });
  texts.setMessagesCompiler(compileMessage);
  return texts;
}

export function textIn(language: Language, text: ApiText, values?: Values): string {
  return language === "en" && values === undefined ? text : catalogues[language]._(text, values);
}

/** The translation of a formatted English message; the message itself where it has none. */
export function messageIn(language: Language, message: string): string {
  const found = language === "en" ? undefined : findText(keys, message);
  return found === undefined ? message : catalogues[language]._(found.key, found.values);
}
