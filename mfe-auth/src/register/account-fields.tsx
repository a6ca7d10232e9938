import { CheckboxField, PasswordField, TextField } from "@souffleur/shared-ui";
import { type ComponentProps, useId } from "react";
import styles from "../layout/auth-page.module.css";
import { T, t } from "../texts/texts.ts";
import { PasswordRules, StrengthMeter } from "./strength-meter.tsx";

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
  const rulesId = useId();
  return (
    <>
      <PasswordField
        label={t("Password")}
        autoComplete="new-password"
        meter={
          <>
            <StrengthMeter password={typed} />
            <PasswordRules id={rulesId} password={typed} />
          </>
        }
        aria-describedby={rulesId}
        {...password}
      />
      <PasswordField label={t("Confirm password")} autoComplete="new-password" {...confirmation} />
    </>
  );
}

/** The server leads to the page that its operator has set. */
const termsPath = "/api/terms";

export function ConsentField(props: FieldProps) {
  return (
    <CheckboxField
      label={
        <T
          text="I agree to the <0>Terms and Conditions</0>"
          elements={[
            // Opened beside the form, which would lose what was typed.
            // biome-ignore lint/a11y/useAnchorContent: the text has its content
            <a key="terms" href={termsPath} target="_blank" rel="noreferrer" />,
          ]}
        />
      }
      mayFail
      className={styles.consent}
      {...props}
    />
  );
}
