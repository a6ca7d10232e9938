import { labelOf, roleLabels } from "@souffleur/contracts";
import { contractText, LoadingScreen, signIn, useSession } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { useViewFocus } from "../layout/auth-page.tsx";
import { t } from "../texts/texts.ts";
import { FailureView, WaitingView } from "../verify-email/result-view.tsx";
import { SignedInView } from "../verify-email/signed-in-view.tsx";
import { AcceptForm } from "./accept-form.tsx";
import { type LoadedInvitation, useInvitation } from "./use-invitation.ts";

/** A chunk of its own: only people of organizations with an identity provider need it. */
const LeadView = lazy(() => import("../single-sign-on/lead-view.tsx"));

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
  const title = t("Join {organization}", { organization: invitation.offered.organizationName });
  if (user !== null)
    return (
      <SignedInView
        title={title}
        text="You are signed in as <0/>. Sign out to accept this invitation."
        email={user.email}
      />
    );
  return invitation.offered.signIn === "provider" ? (
    <ByProvider title={title} {...invitation.offered} />
  ) : (
    <AcceptForm invitation={invitation} onRefused={end} />
  );
}

type ByProviderProps = { title: string } & Extract<LoadedInvitation, { state: "open" }>["offered"];

/** A password would be of no use. */
function ByProvider({ title, email, role, invitedBy, organizationName: organization }: ByProviderProps) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <LeadView
        title={title}
        subtitle={t("{sender} invites you. Your role: {role}.", {
          sender: invitedBy,
          role: contractText(labelOf(roleLabels, role)),
        })}
        text={t("{organization} lets you in through its own sign-in. You choose no password here.", {
          organization,
        })}
        lead={() => signIn({ email, password: "", rememberMe: false })}
      />
    </Suspense>
  );
}
