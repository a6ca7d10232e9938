import type { Webhook } from "@souffleur/contracts/webhooks";
import { Badge, Button, buttonClass, Card, EmptyState, formatShortDate, RowList } from "@souffleur/shared-ui";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { NotLoaded } from "../not-loaded.tsx";
import styles from "../programs/programs.module.css";
import { t } from "../texts/texts.ts";
import { CreateWebhookDialog, NewSecretDialog } from "./create-webhook-dialog.tsx";
import { eventsText, stateTexts, waitingText } from "./event-texts.ts";
import { useWebhooks } from "./use-webhooks.ts";

/** The addresses to which events of the caller's organization are sent. */
export default function WebhooksCard({ callerId }: { callerId: string }) {
  const webhooks = useWebhooks(callerId);
  const { query, withSecret, proof } = webhooks;
  const stored = query.data?.webhooks;
  const [isAsked, setIsAsked] = useState(false);
  const close = () => {
    setIsAsked(false);
    webhooks.dismiss();
  };
  return (
    <Card
      title={t("Webhooks")}
      aside={
        <Button disabled={stored === undefined} onClick={() => setIsAsked(true)}>
          {t("Create webhook")}
        </Button>
      }
    >
      <p className={styles.intro}>
        {t(
          "A webhook tells another program at once when a call ends or is wrapped up, or a customer changes.",
        )}
      </p>
      <div className={styles.list}>
        {stored === undefined ? (
          <NotLoaded query={query} text="The webhooks could not be loaded." height={56} />
        ) : stored.length === 0 ? (
          <EmptyState>{t("No webhooks yet.")}</EmptyState>
        ) : (
          <RowList label={t("Webhooks")}>
            {stored.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} />
            ))}
          </RowList>
        )}
      </div>
      {isAsked && withSecret === undefined && (
        <CreateWebhookDialog
          open={proof === undefined}
          busy={webhooks.isCreating}
          error={webhooks.error}
          onCreate={webhooks.create}
          onClose={close}
        />
      )}
      {withSecret && <NewSecretDialog webhook={withSecret} onClose={close} />}
      {proof}
    </Card>
  );
}

function Row({ webhook }: { webhook: Webhook }) {
  const { id: webhookId, url, events, state, createdAt, waiting } = webhook;
  const id = useId();
  const { text, tone } = stateTexts[state];
  return (
    <li>
      <div>
        <p className={styles.name}>
          <span id={id}>{new URL(url).host}</span>
          <Badge tone={tone}>{t(text)}</Badge>
        </p>
        <p className={styles.second}>{eventsText(events)}</p>
        <p className={styles.second}>
          <span>{t("Created {date}", { date: formatShortDate(createdAt) })}</span>
          {waiting > 0 && <span>{waitingText(waiting)}</span>}
        </p>
      </div>
      <Link
        to={`/admin/settings/webhooks/${encodeURIComponent(webhookId)}`}
        state={{ list: "" }}
        aria-describedby={id}
        className={buttonClass()}
      >
        {t("Deliveries")}
      </Link>
    </li>
  );
}
