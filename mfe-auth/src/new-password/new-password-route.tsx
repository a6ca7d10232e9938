import { Logo } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { AuthPage } from "../layout/auth-page.tsx";
import { t } from "../texts/texts.ts";
import resultStyles from "../verify-email/verify-email.module.css";

/** A chunk of its own: few visits of this remote are to this page. */
const NewPassword = lazy(() => import("./new-password.tsx"));

/** Where a mailed link for a new password leads to. */
export function NewPasswordRoute() {
  const loading = (
    <AuthPage title={t("Choose a new password")}>
      <div role="status" aria-label={t("Loading")} className={resultStyles.result}>
        <Logo size={40} pulsing />
      </div>
    </AuthPage>
  );
  return (
    <Suspense fallback={loading}>
      <NewPassword />
    </Suspense>
  );
}
