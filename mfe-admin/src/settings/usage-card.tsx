import { labelOf } from "@souffleur/contracts";
import { readUsage, type Usage, type UsageKind } from "@souffleur/contracts/usage";
import { Badge, Card, formatCount } from "@souffleur/shared-ui";
import { NotLoaded } from "../not-loaded.tsx";
import { type Text, t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import styles from "./settings.module.css";

const labels: Readonly<Record<UsageKind, Text>> = {
  accounts: "Active accounts",
  accountsStored: "All accounts, inactive ones included",
  invitations: "Pending invitations",
  customers: "Customers",
  lineNotes: "Notes on lines",
  practiceCalls: "Practice calls",
  phrases: "Phrases in the playbook",
  phraseWords: "Words of the playbook's phrases",
  webhooks: "Webhooks",
  deliveries: "Messages waiting for a webhook",
  tokens: "Tokens",
};

/** Of the maximum; from here on there is time to make room. */
const nearShare = 0.9;

/** How much the organization has of what has a maximum. */
export function UsageCard({ callerId }: { callerId: string }) {
  const query = useEndpoint(["admin", callerId, "usage"], readUsage);
  const usage = query.data?.usage;
  return (
    <Card title={t("Usage")}>
      {usage === undefined ? (
        <NotLoaded query={query} text="The usage could not be loaded." height={528} />
      ) : (
        <ul className={styles.usage} aria-label={t("Usage")}>
          {usage.map((one) => (
            <Row key={one.kind} usage={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ usage: { kind, used, max } }: { usage: Usage }) {
  return (
    <li>
      {/* A kind that only a newer server knows is its own text. */}
      <span>{t(labelOf(labels, kind) as Text)}</span>
      {used >= max ? (
        <Badge tone="danger">{t("Full")}</Badge>
      ) : used >= nearShare * max ? (
        <Badge tone="warning">{t("Almost full")}</Badge>
      ) : null}
      <span>{t("{used} of {max}", { used: formatCount(used), max: formatCount(max) })}</span>
    </li>
  );
}
