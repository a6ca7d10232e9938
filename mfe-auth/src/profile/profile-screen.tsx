import type { User } from "@souffleur/contracts";
import { ShowTogether, Skeleton, serverNow, useSession } from "@souffleur/shared-ui";
import { CalendarCard } from "./calendar-card.tsx";
import { IdentityCard } from "./identity-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PreferencesCard } from "./preferences-card.tsx";
import styles from "./profile.module.css";
import { useProof } from "./proof.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { usePasskeys } from "./use-passkeys.ts";

export default function ProfileScreen({ user }: { user: User }) {
  const { passkeyFrom, organization } = useSession();
  const passkeys = usePasskeys();
  const { withProof, dialog } = useProof(passkeys.hasUsable);
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
          <IdentityCard user={user} withProof={withProof} />
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
