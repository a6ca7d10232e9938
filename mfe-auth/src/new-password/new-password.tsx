import { limits, NewPasswordForm, type NewPasswordFormInput, resetPassword } from "@souffleur/contracts";
import { Button, request, screenTexts, useSession } from "@souffleur/shared-ui";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import styles from "../layout/auth-page.module.css";
import { AuthPage, Foot, useViewFocus } from "../layout/auth-page.tsx";
import { failureText } from "../layout/failures.ts";
import { useMailedToken } from "../layout/mailed-link.ts";
import { Notices } from "../layout/notices.tsx";
import { useDelayed } from "../layout/use-delayed.ts";
import { NewPasswordFields } from "../register/account-fields.tsx";
import { useAccountForm } from "../register/use-account-form.ts";
import { t } from "../texts/texts.ts";
import { FailureView } from "../verify-email/result-view.tsx";
import { SignedInView } from "../verify-email/signed-in-view.tsx";

const empty: NewPasswordFormInput = { password: "", confirmPassword: "" };

/** Chooses a new password with the token of a mailed link. */
export default function NewPassword() {
  const token = useMailedToken();
  const { user } = useSession();
  const [refusal, setRefusal] = useState<string>();
  useViewFocus(refusal !== undefined ? "refused" : user === null ? "form" : "signed-in");
  if (refusal !== undefined)
    return (
      <FailureView
        title={t("Choose a new password")}
        text={`${refusal} ${t("Ask your administrator for a new link.")}`}
      />
    );
  if (user !== null)
    return (
      <SignedInView
        title={t("Choose a new password")}
        text="You are signed in as <0/>. Sign out to choose the password of another account."
        email={user.email}
      />
    );
  return <PasswordForm token={token} onRefused={setRefusal} />;
}

/** @param onRefused the link is no longer valid, with the server's reason */
function PasswordForm({ token, onRefused }: { token: string; onRefused: (text: string) => void }) {
  const navigate = useNavigate();
  const { form, busy, isDone, notice, dismissNotice, submit, textField } =
    useAccountForm<NewPasswordFormInput>({
      schema: NewPasswordForm,
      empty,
      async send({ password }) {
        await request(resetPassword, { body: { token, password } });
        return screenTexts.password.chosen;
      },
      onLinkRefused: (error) => onRefused(failureText(error)),
    });
  useDelayed(isDone, limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(screenTexts.password.chosen)}`, { replace: true }),
  );

  return (
    <AuthPage
      title={t("Choose a new password")}
      subtitle={t("You will be signed out on all devices.")}
      notice={notice && <Notices notices={[notice]} dismissAfter={undefined} onDismiss={dismissNotice} />}
      foot={<Foot />}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <NewPasswordFields
          password={textField("password")}
          confirmation={textField("confirmPassword")}
          typed={form.watch("password")}
        />
        <Button type="submit" variant="primary" wide busy={busy} disabled={isDone}>
          {t("Save password")}
        </Button>
      </form>
    </AuthPage>
  );
}
