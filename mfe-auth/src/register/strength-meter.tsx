import { passwordLabel, passwordScore } from "@souffleur/contracts";
import { contractText } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./strength-meter.module.css";

const steps = [1, 2, 3, 4, 5];

export function StrengthMeter({ password }: { password: string }) {
  const score = passwordScore(password);
  const label = password === "" ? "" : contractText(passwordLabel(score));
  const level = score < 3 ? "weak" : score === 3 ? "fair" : "good";
  return (
    <div className={styles.strength}>
      <div
        role="meter"
        aria-label={t("Password strength")}
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={label || t("No password yet")}
        className={styles.track}
        data-level={level}
      >
        {steps.map((step) => (
          <span key={step} className={step <= score ? styles.on : undefined} />
        ))}
      </div>
      <span className={styles.label}>{label}</span>
    </div>
  );
}
