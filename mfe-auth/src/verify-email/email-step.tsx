import { Email, type VerificationMethod } from "@souffleur/contracts";
import { Button, TextField } from "@souffleur/shared-ui";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { AuthPage, Foot } from "../layout/auth-page.tsx";
import { type Text, t } from "../texts/texts.ts";
import type { SentMail } from "./use-sent-mail.ts";
import styles from "./verify-email.module.css";

const methods: readonly { value: VerificationMethod; label: Text; hint: Text }[] = [
  { value: "code", label: "6-digit code", hint: "Enter a code; valid for 10 minutes" },
  { value: "link", label: "Secure link", hint: "Open a link we email you" },
];

interface EmailStepProps {
  notice: ReactNode;
  email: string;
  onEmail: (email: string) => void;
  method: VerificationMethod;
  onMethod: (method: VerificationMethod) => void;
  busy: boolean;
  mail: SentMail;
}

/** Asks for the address and for the verification method. */
export function EmailStep({ notice, email, onEmail, method, onMethod, busy, mail }: EmailStepProps) {
  const { send, cooldownSeconds: seconds } = mail;
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // The field is not controlled: React would take back what a password manager has put there without an event.
  const [initial] = useState(email);
  const check = () => {
    const parsed = Email.safeParse(field.current?.value ?? "");
    setError(parsed.error?.issues[0]?.message);
    return parsed.data;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = check();
    if (address === undefined) field.current?.focus();
    else {
      onEmail(address);
      void send(address, method);
    }
  };
  return (
    <AuthPage
      title={t("Verify your email")}
      subtitle={t("Choose how to verify your address.")}
      notice={notice}
      foot={<Foot />}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <fieldset className={styles.methods}>
          <legend className={styles.label}>{t("Method")}</legend>
          {methods.map(({ value, label: name, hint }) => (
            <div key={value} className={styles.method} data-chosen={value === method}>
              <input
                type="radio"
                id={`method-${value}`}
                name="method"
                checked={value === method}
                onChange={() => onMethod(value)}
                aria-describedby={`method-${value}-hint`}
              />
              <label htmlFor={`method-${value}`}>{t(name)}</label>
              <span id={`method-${value}-hint`}>{t(hint)}</span>
            </div>
          ))}
        </fieldset>
        <TextField
          ref={field}
          label={t("Email")}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={initial}
          error={error}
          onChange={(event) => {
            onEmail(event.target.value);
            if (error !== undefined) setError(undefined);
          }}
          onBlur={({ target }) => target.value !== "" && check()}
        />
        <Button type="submit" variant="primary" wide busy={busy} disabled={seconds > 0}>
          {seconds > 0
            ? t("Send in {seconds}s", { seconds })
            : t(method === "code" ? "Send Code" : "Send Link")}
        </Button>
      </form>
    </AuthPage>
  );
}
