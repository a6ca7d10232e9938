import { industries, limits, suggestedDomain } from "@souffleur/contracts";
import { Button, contractText, SelectField, screenTexts, TextField, useSession } from "@souffleur/shared-ui";
import { useEffect } from "react";
import { Link, Navigate, useNavigate } from "react-router-dom";
import styles from "../layout/auth-page.module.css";
import { AuthPage } from "../layout/auth-page.tsx";
import { Notices } from "../layout/notices.tsx";
import type { SignInState } from "../layout/sign-in-state.ts";
import { useDelayed } from "../layout/use-delayed.ts";
import { t } from "../texts/texts.ts";
import { ConsentField, NameFields, NewPasswordFields } from "./account-fields.tsx";
import { formatPhoneInput, lowercaseInput } from "./format-input.ts";
import { useRegistration } from "./use-registration.ts";

export function Register() {
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const form = useRegistration();
  const { notice, isDone, registered, textField, choiceField } = form;
  useDelayed(isDone, limits.successRedirectMs, () =>
    navigate(`/login?message=${encodeURIComponent(screenTexts.registration.next)}`, {
      state: { email: registered, done: "registered" } satisfies SignInState,
    }),
  );

  useEffect(() => {
    // The notice is above the form, the pressed button below it. An invalid field has the focus and is in view.
    if (notice !== undefined && document.activeElement?.getAttribute("aria-invalid") !== "true")
      document.querySelector("h1")?.scrollIntoView({ block: "nearest" });
  }, [notice]);

  if (isAuthenticated) return <Navigate to="/dashboard" replace />;

  return (
    <AuthPage
      title={t("Create your account")}
      subtitle={t("After you verify your email, an administrator reviews your account.")}
      foot={
        <>
          <span>{t("Already have an account?")}</span>
          <Link to="/login">{t("Sign In")}</Link>
        </>
      }
      notice={
        notice && (
          <Notices notices={[notice]} dismissAfter={limits.authNoticeMs} onDismiss={form.dismissNotice} />
        )
      }
    >
      <form className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
        <NameFields first={textField("firstName")} last={textField("lastName")} />
        <EmailField form={form} />
        <TextField
          label={t("Phone (optional)")}
          type="tel"
          autoComplete="tel"
          {...textField("phone", formatPhoneInput)}
        />
        <TextField
          label={t("Organization name")}
          autoComplete="organization"
          {...textField("organizationName")}
        />
        <SelectField label={t("Industry")} {...choiceField("industryType")}>
          <option value="">{t("Select an industry")}</option>
          {Object.entries(industries).map(([value, label]) => (
            <option key={value} value={value}>
              {contractText(label)}
            </option>
          ))}
        </SelectField>
        <NewPasswordFields
          password={textField("password")}
          confirmation={textField("confirmPassword")}
          typed={form.password}
        />
        <ConsentField {...choiceField("terms")} />
        <Button type="submit" variant="primary" wide busy={form.busy} disabled={isDone}>
          {t("Create Account")}
        </Button>
      </form>
    </AuthPage>
  );
}

/** Offers the domain that was probably meant. */
function EmailField({ form: { email, setEmail, textField } }: { form: ReturnType<typeof useRegistration> }) {
  const domain = suggestedDomain(email);
  return (
    <TextField
      label={t("Email")}
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...textField("email", lowercaseInput)}
      errorAction={
        domain !== undefined && (
          <Button
            variant="quiet"
            small
            onClick={() => setEmail(`${email.slice(0, email.lastIndexOf("@"))}@${domain}`)}
          >
            {t("Use @{domain}", { domain })}
          </Button>
        )
      }
    />
  );
}
