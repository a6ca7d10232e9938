import type { User } from "@souffleur/contracts";
import { Page, PageHeader, UsersIcon } from "@souffleur/shared-ui";
import { PageLink } from "@souffleur/shared-ui/window-rows";
import { t } from "../texts/texts.ts";
import styles from "./invitations.module.css";
import { InviteCard } from "./invite-card.tsx";
import { PendingCard } from "./pending-card.tsx";

/** Invitations into the caller's organization. */
export function InvitationsPage({ caller }: { caller: User }) {
  return (
    <Page>
      <PageHeader
        title={t("Invitations")}
        subtitle={t("Invited people choose a name and a password, and can sign in at once.")}
      >
        <PageLink to="/admin/users" icon={UsersIcon} name={t("User Management")} />
      </PageHeader>
      <div className={styles.cards}>
        <InviteCard caller={caller} />
        <PendingCard caller={caller} />
      </div>
    </Page>
  );
}
