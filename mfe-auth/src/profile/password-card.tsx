import { changePassword, PasswordForm, type PasswordFormInput } from "@souffleur/contracts";
import { Button, Card, call, PasswordField, toast } from "@souffleur/shared-ui";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { NewPasswordFields } from "../register/account-fields.tsx";
import { failureOf } from "../register/registration-form.ts";
import { useCheckedForm } from "../register/use-checked-form.ts";
import { t } from "../texts/texts.ts";
import styles from "./profile.module.css";

const empty: PasswordFormInput = { currentPassword: "", password: "", confirmPassword: "" };

/** @param email for password managers, which save the new password with it */
export function PasswordCard({ email }: { email: string }) {
  const { busy, runOnce } = useOneAtATime();
  const checked = useCheckedForm<PasswordFormInput>(PasswordForm, empty);
  const { form, cancelChecks, showRefused, textField, choiceField } = checked;

  const submit = form.handleSubmit(({ currentPassword, password }) =>
    runOnce(async () => {
      cancelChecks();
      try {
        const { message } = await call(changePassword, { body: { currentPassword, newPassword: password } });
        form.reset(empty);
        toast.success(message ?? t("Password changed."));
      } catch (error) {
        const { fields, text } = failureOf(error, { ...empty, newPassword: "" });
        showRefused(fields.map(([name, message]) => [name === "newPassword" ? "password" : name, message]));
        if (fields.length === 0) toast.error(text);
      }
    }),
  );
  return (
    <Card title={t("Change password")}>
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
        <Button type="submit" variant="primary" className={styles.button} busy={busy}>
          {t("Change password")}
        </Button>
      </form>
    </Card>
  );
}
