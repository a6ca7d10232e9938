import { type Language, saveLanguage } from "@souffleur/contracts";
import { Card, call, chooseLanguage, chooseTheme, language, Segmented, useTheme } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";

/** Each language is named in that language. */
const languages = [
  { value: "en", label: "English", lang: "en" },
  { value: "fr", label: "Français", lang: "fr" },
] as const;

/** The choices of the user menu. */
export function PreferencesCard() {
  const theme = useTheme();
  return (
    <Card title={t("Language and theme")}>
      <dl className={styles.choices}>
        <div>
          <dt>{t("Language")}</dt>
          <dd>
            <Segmented
              label={t("Language")}
              value={language}
              options={languages}
              onChange={(chosen) => void choose(chosen)}
            />
          </dd>
        </div>
        <div>
          <dt>{t("Theme")}</dt>
          <dd>
            <Segmented
              label={t("Theme")}
              value={theme}
              options={[
                { value: "light", label: t("Light") },
                { value: "dark", label: t("Dark") },
                { value: "system", label: t("System") },
              ]}
              onChange={chooseTheme}
            />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

async function choose(chosen: Language): Promise<void> {
  // Saved for the mails; the page changes its language even if that fails.
  await call(saveLanguage, { body: { language: chosen } }).catch(console.warn);
  chooseLanguage(chosen);
}
