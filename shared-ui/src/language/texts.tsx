import { type Messages, setupI18n } from "@lingui/core";
import { I18nProvider, Trans } from "@lingui/react";
import type { ReactElement } from "react";
import { language, locale } from "./language.ts";

/** A page in English is better than none. */
const timeoutMs = 5000;

type Values = Readonly<Record<string, string | number>>;

/**
 * A package's texts. An English text is its own key, in the syntax of ICU messages, and its French stands under it in the
 * package's `fr.json`: an English text without is an error of types, and shown in English at run time.
 * @param english the texts with values, compiled: `fr.json?english`
 * @param french imports `fr.json`, compiled
 */
export function createTexts<Text extends string>(
  english: Messages,
  french: () => Promise<{ default: Messages }>,
) {
  const i18n = setupI18n({ locale, messages: { [locale]: english } });
  return {
    /** The text in the page's language. Only while something is rendered or done: before, French may not be loaded. */
    t(text: Text, values?: Values): string {
      // Most English texts need nothing, and are in no catalogue.
      return values === undefined && i18n.messages[text] === undefined ? text : i18n._(text, values);
    },
    /** A text with elements: `<0>…</0>` in it is the first one of `elements`. */
    T({ text, values = {}, elements }: { text: Text; values?: Values; elements: ReactElement[] }) {
      return (
        <I18nProvider i18n={i18n}>
          <Trans id={text} values={values} components={{ ...elements }} />
        </I18nProvider>
      );
    },
    /** Loads the texts of the page's language; where that fails or takes long, they are shown in English. None where nothing is to load. */
    loadTexts(): Promise<void> | undefined {
      if (language === "en") return undefined;
      const loading = french().then(
        ({ default: messages }) => i18n.load(locale, messages),
        (error) => console.error("The French texts could not be loaded", error),
      );
      return Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))]);
    },
  };
}
