import type { User } from "@souffleur/contracts";
import { ShowTogether, Skeleton, serverNow, useSession } from "@souffleur/shared-ui";
import { useProof } from "@souffleur/shared-ui/proof";
import { failureText } from "../layout/failures.ts";
import { passkeyFailure, proveWithPasskey } from "../passkeys/ceremonies.ts";
import { t } from "../texts/texts.ts";
import { CalendarCard } from "./calendar-card.tsx";
import { IdentityCard } from "./identity-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PreferencesCard } from "./preferences-card.tsx";
import styles from "./profile.module.css";
import { SessionsCard } from "./sessions-card.tsx";
import { usePasskeys } from "./use-passkeys.ts";

export default function ProfileScreen({ user }: { user: User }) {
  const { passkeyFrom, organization } = useSession();
  const passkeys = usePasskeys();
  const { withProof, dialog } = useProof({
    description: t("This protects your account. You won't be asked again for five minutes."),
    failureText,
    other: passkeys.hasUsable &&
      "PublicKeyCredential" in window && {
        run: proveWithPasskey,
        label: t("Use a passkey instead"),
        failureText: (error) => passkeyFailure(error)?.text,
      },
  });
  // Until the session has the passkey that the organization demands, it reaches nothing else.
  const isStopped = passkeyFrom !== null && Date.parse(passkeyFrom) <= serverNow();
  return (
    <ShowTogether className={styles.cards} places={<Skeleton height={360} />}>
      {isStopped ? (
        <>
          <PasskeysCard list={passkeys} withProof={withProof} isStopped />
          <PreferencesCard />
        </>
      ) : (
        <>
          <IdentityCard user={user} withProof={withProof} onSaved={passkeys.reload} />
          <PreferencesCard />
          <PasswordCard email={user.email} />
          <PasskeysCard list={passkeys} withProof={withProof} isStopped={false} />
          <SessionsCard withProof={withProof} />
          {organization !== null && <CalendarCard withProof={withProof} />}
        </>
      )}
      {dialog}
    </ShowTogether>
  );
}
