import { Page, PageHeader, ShowTogether, Skeleton, Tabs, useSession } from "@souffleur/shared-ui";
import { lazy, type ReactNode, Suspense } from "react";
import { type Text, t } from "../texts/texts.ts";
import { useAddress } from "../use-address.ts";
import { CurrencyCard } from "./currency-card.tsx";
import { ErasureCard } from "./erasure-card.tsx";
import { ErasuresCard } from "./erasures-card.tsx";
import { OrganizationCard } from "./organization-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { RetentionCard } from "./retention-card.tsx";
import styles from "./settings.module.css";
import { SpeechCard } from "./speech-card.tsx";
import { UsageCard } from "./usage-card.tsx";

/** Chunks of their own: most visits of this remote are to User Management. */
const SsoCard = lazy(() => import("../single-sign-on/sso-card.tsx"));
const TokensCard = lazy(() => import("../tokens/tokens-card.tsx"));
const WebhooksCard = lazy(() => import("../webhooks/webhooks-card.tsx"));

const names = {
  organization: "Organization",
  "sign-in": "Sign-in",
  integrations: "Integrations",
  data: "Data & retention",
} as const satisfies Record<string, Text>;
type Tab = keyof typeof names;
const allTabs = Object.keys(names) as Tab[];

/** What an organization's administrators decide for all; the shell's route guard restricts it to those with access. */
export function SettingsPage({ callerId }: { callerId: string }) {
  const { organization } = useSession();
  const { tab = "organization", set } = useAddress(allTabs);
  // Platform administrators have no organization of their own.
  if (organization === null) {
    return (
      <Page>
        <PageHeader title={t("Settings")} subtitle={t(names.data)} />
        <Cards tab="data">
          <RetentionCard callerId={callerId} hasCustomers={false} />
          <ErasureCard callerId={callerId} />
          <ErasuresCard callerId={callerId} />
        </Cards>
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title={t("Settings")}
        subtitle={t("For everyone in {organization}.", { organization: organization.name })}
      />
      <Tabs
        label={t("Settings")}
        value={tab}
        onChange={(next) => set({ tab: next === "organization" ? undefined : next })}
        tabs={allTabs.map((value) => ({ value, name: t(names[value]) }))}
      >
        <Cards key={tab} tab={tab}>
          {tab === "organization" && (
            <>
              <OrganizationCard callerId={callerId} />
              <CurrencyCard />
              <SpeechCard callerId={callerId} />
              <UsageCard callerId={callerId} />
            </>
          )}
          {tab === "sign-in" && (
            <>
              <PasskeysCard callerId={callerId} />
              <SsoCard callerId={callerId} />
            </>
          )}
          {tab === "integrations" && (
            <>
              <WebhooksCard callerId={callerId} />
              <TokensCard callerId={callerId} />
            </>
          )}
          {tab === "data" && (
            <>
              <RetentionCard callerId={callerId} hasCustomers />
              <ErasureCard callerId={callerId} />
              <ErasuresCard callerId={callerId} />
            </>
          )}
        </Cards>
      </Tabs>
    </Page>
  );
}

/** How high the cards are that come, so that little moves. */
const places: Readonly<Record<Tab, readonly number[]>> = {
  organization: [168, 180, 220, 600],
  "sign-in": [140, 640],
  integrations: [180, 188],
  data: [220, 200, 120],
};

function Cards({ tab, children }: { tab: Tab; children: ReactNode }) {
  return (
    <ShowTogether
      className={styles.cards}
      places={
        <div role="status" aria-label={t("Loading…")} className={styles.cards}>
          {places[tab].map((height) => (
            <Skeleton key={height} height={height} />
          ))}
        </div>
      }
    >
      <Suspense fallback={<Skeleton />}>{children}</Suspense>
    </ShowTogether>
  );
}
