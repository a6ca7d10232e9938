import { Card, Segmented, usePreferences } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";
import { useShownByAddress } from "./use-shown-by-address.ts";

/** The choices of the settings menu; the user menu's Settings leads here. */
export function PreferencesCard() {
  return (
    <Card ref={useShownByAddress("preferences")} title={t("Preferences")}>
      <dl className={styles.choices}>
        {usePreferences().map(({ label, value, options, choose }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Segmented label={label} value={value} options={options} onChange={choose} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
