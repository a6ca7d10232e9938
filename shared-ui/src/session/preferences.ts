import { type ComponentType, useSyncExternalStore } from "react";
import { chooseTheme, useTheme } from "../browser/theme.ts";
import { DarkThemeIcon, LightThemeIcon, SystemThemeIcon } from "../components/icons.ts";
import { language } from "../language/language.ts";
import { t } from "../texts/texts.ts";
import { changeLanguage, languageChoices } from "./change-language.ts";
import { subscribeSwitches, switches } from "./switches.ts";

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** That of a label in another language than the page. */
  readonly lang?: string;
  /** What a press does, where it is offered on its own. */
  readonly command?: string;
  readonly icon?: ComponentType<{ "aria-hidden"?: boolean }>;
}

export interface Preference<Value extends string = string> {
  readonly label: string;
  /** Whose it is: this browser's alone, kept in its storage, or the account's, which the server stores too. */
  readonly of: "browser" | "account";
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  choose(value: Value): void;
}

/** What users choose for themselves, in the order of the settings menu, the profile and the search, which all render this list. */
export function usePreferences(): readonly Preference[] {
  const theme = useTheme();
  useSyncExternalStore(subscribeSwitches, () =>
    Object.values(switches)
      .map(({ isOn }) => isOn())
      .join(),
  );
  return [
    preference({
      label: t("Theme"),
      of: "browser",
      value: theme,
      options: [
        { value: "light", label: t("Light"), icon: LightThemeIcon },
        { value: "dark", label: t("Dark"), icon: DarkThemeIcon },
        { value: "system", label: t("System"), icon: SystemThemeIcon },
      ],
      choose: chooseTheme,
    }),
    preference({
      label: t("Language"),
      // Of the account's mails, and of this browser's pages.
      of: "account",
      value: language,
      options: languageChoices,
      choose: (chosen) => void changeLanguage(chosen),
    }),
    ...Object.values(switches).map(({ label, commands: [on, off], isOn, keep }) =>
      preference({
        label: t(label),
        of: "browser",
        value: isOn() ? "on" : "off",
        options: [
          { value: "on", label: t("On"), command: t(on) },
          { value: "off", label: t("Off"), command: t(off) },
        ],
        choose: (chosen) => keep(chosen === "on"),
      }),
    ),
  ];
}

/** A preference among others, of which only its own options are chosen. */
const preference = <const Value extends string>(own: Preference<Value>) => own as unknown as Preference;
