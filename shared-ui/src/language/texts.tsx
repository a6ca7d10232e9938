import { type Messages, setupI18n } from "@lingui/core";
import { I18nProvider, Trans } from "@lingui/react";
import { Children, type ReactElement } from "react";
import { inElement } from "./in-element.tsx";
import { language, locale } from "./language.ts";

/** After this time the page is shown in English. */
const timeoutMs = 5000;

type Values = Readonly<Record<string, string | number>>;

/**
 * A package's texts. An English text, in the syntax of ICU messages, is the key of its French translation in the package's
 * `fr.json`. A text without a translation is a type error, and is shown in English at run time.
 * @param english the compiled texts that have values: `fr.json?english`
 * @param french imports the compiled `fr.json`
 */
export function createTexts<Text extends string>(
  english: Messages,
  french: () => Promise<{ default: Messages }>,
) {
  const i18n = setupI18n({ locale, messages: { [locale]: english } });
  return {
    /** The text in the page's language. Not to be called while modules are evaluated: French may not be loaded yet. */
    t(text: Text, values?: Values): string {
      // Most English texts take no values, and are in no catalogue.
      return i18n.messages[text] === undefined && !text.includes("{") ? text : i18n._(text, values);
    },
    /** A text with elements: `<0>…</0>` stands for the first of `elements`. */
    T({ text, values = {}, elements }: { text: Text; values?: Values; elements: ReactElement[] }) {
      return (
        <I18nProvider i18n={i18n}>
          <Trans
            id={text}
            values={values}
            components={{ ...elements }}
            render={({ translation }) => <>{Children.map(translation, inElement)}</>}
          />
        </I18nProvider>
      );
    },
    /**
     * Loads the texts of the page's language, which stay English if that takes too long; undefined for English.
     * @throws where their file can't be loaded, so that it is fetched again as a screen's code is
     */
    loadTexts(): Promise<void> | undefined {
      if (language === "en") return undefined;
      const loading = french().then(({ default: messages }) => i18n.load(locale, messages));
      return Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))]);
    },
  };
}
