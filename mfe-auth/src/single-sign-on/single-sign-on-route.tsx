import { Logo } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { AuthPage } from "../layout/auth-page.tsx";
import { t } from "../texts/texts.ts";
import styles from "../verify-email/verify-email.module.css";

/** A chunk of its own: only people of organizations with an identity provider come here. */
const SingleSignOn = lazy(() => import("./single-sign-on.tsx"));

/** Where an identity provider leads people back to. */
export function SingleSignOnRoute() {
  return (
    <Suspense fallback={<SigningIn />}>
      <SingleSignOn waiting={<SigningIn />} />
    </Suspense>
  );
}

function SigningIn() {
  return (
    <AuthPage title={t("Sign in")}>
      <div role="status" aria-label={t("Signing in...")} className={styles.result}>
        <Logo size={40} pulsing />
        <p>{t("One moment…")}</p>
      </div>
    </AuthPage>
  );
}
