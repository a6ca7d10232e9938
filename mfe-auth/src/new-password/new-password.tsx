import { limits, NewPasswordForm, type NewPasswordFormInput, resetPassword } from "@souffleur/contracts";
import {
  Address,
  Button,
  Notice,
  RequestError,
  request,
  screenTexts,
  signOut,
  useSession,
} from "@souffleur/shared-ui";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { PageNotice } from "../layout/address-notices.ts";
import styles from "../layout/auth-page.module.css";
import { AuthPage } from "../layout/auth-page.tsx";
import { useDelayed } from "../layout/use-delayed.ts";
import { useMailedToken } from "../layout/use-mailed-token.ts";
import { useOneAtATime } from "../layout/use-one-at-a-time.ts";
import { useViewFocus } from "../layout/use-view-focus.ts";
import { NewPasswordFields } from "../register/account-fields.tsx";
import { failureOf } from "../register/registration-form.ts";
import { useCheckedForm } from "../register/use-checked-form.ts";
import { T, t } from "../texts/texts.ts";
import { Foot } from "../verify-email/foot.tsx";
import { FailureView } from "../verify-email/result-view.tsx";
import resultStyles from "../verify-email/verify-email.module.css";

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
  if (user !== null) return <SignedIn email={user.email} />;
  return <PasswordForm token={token} onRefused={setRefusal} />;
}

/** @param onRefused the link is no longer valid, with the server's reason */
function PasswordForm({ token, onRefused }: { token: string; onRefused: (text: string) => void }) {
  const navigate = useNavigate();
  const [notice, setNotice] = useState<PageNotice>();
  const [isDone, setIsDone] = useState(false);
  const { busy, runOnce } = useOneAtATime();
  const checked = useCheckedForm<NewPasswordFormInput>(NewPasswordForm, empty);
  const { form, cancelChecks, showRefused, textField } = checked;
  useDelayed(isDone, limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(screenTexts.password.chosen)}`, { replace: true }),
  );

  const submit = form.handleSubmit(
    ({ password }) =>
      runOnce(async () => {
        cancelChecks();
        setNotice(undefined);
        try {
          await request(resetPassword, { body: { token, password } });
          form.reset(empty);
          setIsDone(true);
          setNotice({ kind: "success", text: screenTexts.password.chosen });
        } catch (error) {
          if (isLinkRefused(error)) return onRefused(error.serverMessage || error.message);
          const { fields, text } = failureOf(error, empty);
          showRefused(fields);
          setNotice({ kind: "error", text });
        }
      }),
    () => {
      cancelChecks();
      setNotice({ kind: "error", text: screenTexts.registration.invalid });
    },
  );

  return (
    <AuthPage
      title={t("Choose a new password")}
      subtitle={t("You will be signed out on all devices.")}
      notice={
        notice && (
          <Notice kind={notice.kind} onDismiss={() => setNotice(undefined)}>
            {notice.text}
          </Notice>
        )
      }
      foot={<Foot />}
    >
      <form className={styles.form} onSubmit={(event) => void checked.submitting(submit)(event)} noValidate>
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

/** The link was opened in a browser that is signed in, such as the administrator's. */
function SignedIn({ email }: { email: string }) {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    void signOut();
  };
  return (
    <AuthPage title={t("Choose a new password")}>
      <p className={resultStyles.result}>
        <T
          text="You are signed in as <0/>. Sign out to choose the password of another account."
          elements={[
            <strong key="address">
              <Address>{email}</Address>
            </strong>,
          ]}
        />
      </p>
      <div className={resultStyles.buttons}>
        <Button variant="primary" wide busy={isLeaving} onClick={leave}>
          {t("Sign out")}
        </Button>
        <Button wide onClick={() => navigate("/dashboard")}>
          {t("Back to the dashboard")}
        </Button>
      </div>
    </AuthPage>
  );
}

function isLinkRefused(error: unknown): error is RequestError {
  return (
    error instanceof RequestError &&
    (error.code === "LINK_INVALID" || error.code === "LINK_EXPIRED" || error.field === "token")
  );
}
