import {
  isCommonPassword,
  limits,
  passwordCriteria,
  passwordLabel,
  passwordScore,
} from "@souffleur/contracts";
import { contractText } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import styles from "./strength-meter.module.css";

const steps = [1, 2, 3, 4, 5];

const criteria: Record<keyof ReturnType<typeof passwordCriteria>, Text> = {
  lowercase: "Lowercase",
  uppercase: "Uppercase",
  digit: "Digit",
  special: "Symbol",
  length: "{count}+ characters",
};

/** The rules of a new password, shown before they are broken; those that are met are marked. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const met = passwordCriteria(password);
  const isLong = [...password].length >= limits.passwordMin;
  return (
    <div id={id} className={styles.rules}>
      <p data-met={isLong && passwordScore(password) >= limits.passwordScoreMin}>
        {t("At least {min} characters, and {count} of these:", {
          min: limits.passwordMin,
          count: limits.passwordScoreMin,
        })}
      </p>
      <ul>
        {(Object.keys(criteria) as (keyof typeof criteria)[]).map((name) => (
          <li key={name} data-met={met[name]}>
            {t(criteria[name], { count: limits.passwordBonusLength })}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function StrengthMeter({ password }: { password: string }) {
  const score = passwordScore(password);
  const strength = password === "" ? "" : contractText(passwordLabel(score));
  const isCommon = isCommonPassword(password);
  const label = isCommon ? t("{strength}, but very common", { strength }) : strength;
  const level = isCommon || score < 3 ? "weak" : score === 3 ? "fair" : "good";
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
