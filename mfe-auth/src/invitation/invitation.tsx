import { useSession } from "@souffleur/shared-ui";
import { useViewFocus } from "../layout/auth-page.tsx";
import { t } from "../texts/texts.ts";
import { FailureView, WaitingView } from "../verify-email/result-view.tsx";
import { SignedInView } from "../verify-email/signed-in-view.tsx";
import { AcceptForm } from "./accept-form.tsx";
import { useInvitation } from "./use-invitation.ts";

/** Where a mailed invitation leads to. */
export function Invitation() {
  const { invitation, retry, end } = useInvitation();
  const { user } = useSession();
  const view = invitation.state === "open" && user !== null ? "signed-in" : invitation.state;
  useViewFocus(view);
  if (invitation.state === "loading")
    return <WaitingView title={t("Your invitation")} label={t("Loading your invitation")} />;
  if (invitation.state === "failed") {
    const { text, isFinal } = invitation;
    const action = isFinal ? undefined : { label: t("Retry"), onPress: retry };
    return <FailureView title={t("Your invitation")} text={text} action={action} />;
  }
  return user === null ? (
    <AcceptForm invitation={invitation} onRefused={end} />
  ) : (
    <SignedInView
      title={t("Join {organization}", { organization: invitation.offered.organizationName })}
      text="You are signed in as <0/>. Sign out to accept this invitation."
      email={user.email}
    />
  );
}
