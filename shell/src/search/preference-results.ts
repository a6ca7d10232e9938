import { changeLanguage, chooseTheme, languageChoices } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import type { Result } from "./find-results.ts";

/** The themes and languages, which no screen has of its own. */
export function preferenceResults(): Result[] {
  const themes = [
    { value: "light", label: t("Light") },
    { value: "dark", label: t("Dark") },
    { value: "system", label: t("System") },
  ] as const;
  return [
    ...themes.map(({ value, label }) => ({
      label: t("Theme: {theme}", { theme: label }),
      icon: "settings",
      run: () => chooseTheme(value),
    })),
    ...languageChoices.map(({ value, label }) => ({
      label: t("Language: {language}", { language: label }),
      icon: "settings",
      run: () => void changeLanguage(value),
    })),
  ];
}
