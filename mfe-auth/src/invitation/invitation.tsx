import { Address, Button, Logo, signOut, useSession } from "@souffleur/shared-ui";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { AuthPage } from "../layout/auth-page.tsx";
import { useViewFocus } from "../layout/use-view-focus.ts";
import { T, t } from "../texts/texts.ts";
import { Foot } from "../verify-email/foot.tsx";
import { FailureView } from "../verify-email/result-view.tsx";
import resultStyles from "../verify-email/verify-email.module.css";
import { AcceptForm } from "./accept-form.tsx";
import { useInvitation } from "./use-invitation.ts";

/** Where a mailed invitation leads to. */
export function Invitation() {
  const { invitation, retry, end } = useInvitation();
  const { user } = useSession();
  const view = invitation.state === "open" && user !== null ? "signed-in" : invitation.state;
  useViewFocus(view);
  if (invitation.state === "loading") {
    return (
      <AuthPage title={t("Your invitation")} foot={<Foot />}>
        <div role="status" aria-label={t("Loading your invitation")} className={resultStyles.result}>
          <Logo size={40} pulsing />
          <p>{t("One moment…")}</p>
        </div>
      </AuthPage>
    );
  }
  if (invitation.state === "failed") {
    const { text, isFinal } = invitation;
    const action = isFinal ? undefined : { label: t("Retry"), onPress: retry };
    return <FailureView title={t("Your invitation")} text={text} action={action} />;
  }
  return user === null ? (
    <AcceptForm invitation={invitation} onRefused={end} />
  ) : (
    <SignedIn email={user.email} organization={invitation.offered.organizationName} />
  );
}

/** The link was opened in the browser of another account, such as the sender's. */
function SignedIn({ email, organization }: { email: string; organization: string }) {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    void signOut();
  };
  return (
    <AuthPage title={t("Join {organization}", { organization })}>
      <p className={resultStyles.result}>
        <T
          text="You are signed in as <0/>. Sign out to accept this invitation."
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
