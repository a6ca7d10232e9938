import { Page, PageHeader, ShowTogether, Skeleton, UsersIcon, useSession } from "@souffleur/shared-ui";
import { PageLink } from "@souffleur/shared-ui/window-rows";
import { lazy, Suspense } from "react";
import { t } from "../texts/texts.ts";
import { CurrencyCard } from "./currency-card.tsx";
import styles from "./data.module.css";
import { ErasureCard } from "./erasure-card.tsx";
import { ErasuresCard } from "./erasures-card.tsx";
import { OrganizationCard } from "./organization-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { RetentionCard } from "./retention-card.tsx";
import { SpeechCard } from "./speech-card.tsx";
import { UsageCard } from "./usage-card.tsx";

/** Chunks of their own: most visits of this remote are to User Management. */
const SsoCard = lazy(() => import("../single-sign-on/sso-card.tsx"));
const TokensCard = lazy(() => import("../tokens/tokens-card.tsx"));
const WebhooksCard = lazy(() => import("../webhooks/webhooks-card.tsx"));

/** The retention of calls and the erasure of a customer; the shell's route guard restricts it to those with access. */
export function DataPage({ callerId }: { callerId: string }) {
  const { organization } = useSession();
  return (
    <Page>
      <PageHeader
        title={t("Data")}
        subtitle={t(
          "Your organization's name and sign-in, how long calls and customers are kept, and erasure of customer data.",
        )}
      >
        <PageLink to="/admin/users" icon={UsersIcon} name={t("User Management")} />
      </PageHeader>
      <ShowTogether className={styles.cards} places={<Places />}>
        <OrganizationCard callerId={callerId} />
        {organization && <CurrencyCard />}
        {organization && <SpeechCard callerId={callerId} />}
        {organization && <PasskeysCard callerId={callerId} />}
        {organization && (
          <Suspense fallback={<Skeleton />}>
            <SsoCard callerId={callerId} />
            <TokensCard callerId={callerId} />
            <WebhooksCard callerId={callerId} />
          </Suspense>
        )}
        <RetentionCard callerId={callerId} hasCustomers={Boolean(organization)} />
        <ErasureCard callerId={callerId} />
        <ErasuresCard callerId={callerId} />
        {organization && <UsageCard callerId={callerId} />}
      </ShowTogether>
    </Page>
  );
}

function Places() {
  return (
    <div role="status" aria-label={t("Loading…")} className={styles.cards}>
      <Skeleton height={140} />
      <Skeleton height={160} />
      <Skeleton height={640} />
    </div>
  );
}
