import { CheckboxField, PasswordField, TextField } from "@souffleur/shared-ui";
import type { ComponentProps } from "react";
import styles from "../layout/auth-page.module.css";
import { t } from "../texts/texts.ts";
import { StrengthMeter } from "./strength-meter.tsx";

type FieldProps = Pick<ComponentProps<typeof TextField>, "name" | "ref" | "onChange" | "onBlur" | "error">;

/** The fields of a new person's name, on a phone below each other. */
export function NameFields({ first, last }: { first: FieldProps; last: FieldProps }) {
  return (
    <div className={styles.pair}>
      <TextField label={t("First name")} autoComplete="given-name" {...first} />
      <TextField label={t("Last name")} autoComplete="family-name" {...last} />
    </div>
  );
}

interface NewPasswordFieldsProps {
  password: FieldProps;
  confirmation: FieldProps;
  /** As typed so far, for the meter. */
  typed: string;
}

export function NewPasswordFields({ password, confirmation, typed }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={t("Password")}
        autoComplete="new-password"
        meter={<StrengthMeter password={typed} />}
        {...password}
      />
      <PasswordField label={t("Confirm password")} autoComplete="new-password" {...confirmation} />
    </>
  );
}

export function ConsentField(props: FieldProps) {
  return (
    <CheckboxField
      label={t("I agree to the Terms and Conditions")}
      mayFail
      className={styles.consent}
      {...props}
    />
  );
}
