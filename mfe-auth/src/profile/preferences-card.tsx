import {
  Card,
  changeLanguage,
  chooseTheme,
  language,
  languageChoices,
  Segmented,
  useTheme,
} from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";

/** The choices of the settings menu. */
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
              options={languageChoices}
              onChange={(chosen) => void changeLanguage(chosen)}
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
