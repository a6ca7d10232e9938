import { changePassword, PasswordForm, type PasswordFormInput } from "@souffleur/contracts";
import { Button, Card, call, PasswordField, toast } from "@souffleur/shared-ui";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { NewPasswordFields } from "../register/account-fields.tsx";
import { failureOf } from "../register/registration-form.ts";
import { useCheckedForm } from "../register/use-checked-form.ts";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";

const empty: PasswordFormInput = { currentPassword: "", password: "", confirmPassword: "" };

interface PasswordProps {
  /** For password managers, which save the new password with it. */
  email: string;
}

/** The change of the password, whose fields are shown by a press. */
export function PasswordCard({ email }: PasswordProps) {
  const [isOpen, setIsOpen] = useState(false);
  const card = useRef<HTMLElement>(null);
  // In one task with the press: what is typed next belongs to the first field.
  const show = (open: boolean) => {
    flushSync(() => setIsOpen(open));
    card.current?.querySelector<HTMLElement>(open ? "input:not([hidden])" : "button")?.focus();
  };
  return (
    <Card ref={card} title={t("Password")}>
      {isOpen ? (
        <PasswordFields email={email} onClose={() => show(false)} />
      ) : (
        <Button onClick={() => show(true)}>{t("Change password")}</Button>
      )}
    </Card>
  );
}

function PasswordFields({ email, onClose }: PasswordProps & { onClose: () => void }) {
  const { busy, runOnce } = useOneAtATime();
  const checked = useCheckedForm<PasswordFormInput>(PasswordForm, empty);
  const { form, cancelChecks, showRefused, textField, choiceField } = checked;

  const submit = form.handleSubmit(({ currentPassword, password }) =>
    runOnce(async () => {
      cancelChecks();
      try {
        const { message } = await call(changePassword, { body: { currentPassword, newPassword: password } });
        onClose();
        toast.success(message ?? t("Password changed."));
      } catch (error) {
        const { fields, text } = failureOf(error, { ...empty, newPassword: "" });
        showRefused(fields.map(([name, message]) => [name === "newPassword" ? "password" : name, message]));
        if (fields.length === 0) toast.error(text);
      }
    }),
  );
  return (
    <form className={styles.form} onSubmit={(event) => void checked.submitting(submit)(event)} noValidate>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t("Current password")}
        autoComplete="current-password"
        {...choiceField("currentPassword")}
      />
      <NewPasswordFields
        password={textField("password")}
        confirmation={textField("confirmPassword")}
        typed={form.watch("password")}
      />
      <p className={styles.note}>{t("Your other sessions will end.")}</p>
      <div className={styles.formActions}>
        <Button type="submit" variant="primary" busy={busy}>
          {t("Change password")}
        </Button>
        <Button onClick={onClose}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}
