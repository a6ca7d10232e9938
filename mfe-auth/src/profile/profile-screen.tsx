import type { User } from "@souffleur/contracts";
import { IdentityCard } from "./identity-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PreferencesCard } from "./preferences-card.tsx";
import styles from "./profile.module.css";
import { useProof } from "./proof.tsx";
import { SessionsCard } from "./sessions-card.tsx";

export default function ProfileScreen({ user }: { user: User }) {
  const { withProof, dialog } = useProof();
  return (
    <div className={styles.cards}>
      <IdentityCard user={user} withProof={withProof} />
      <PreferencesCard />
      <PasswordCard email={user.email} />
      <SessionsCard withProof={withProof} />
      {dialog}
    </div>
  );
}
