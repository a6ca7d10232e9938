import type { Webhook } from "@souffleur/contracts/webhooks";
import {
  ArrowLeftIcon,
  Badge,
  Button,
  ConfirmDialog,
  formatDateTime,
  Notice,
  Page,
  PageHeader,
} from "@souffleur/shared-ui";
import { PageLink, useBackToList } from "@souffleur/shared-ui/window-rows";
import { type ReactElement, useState } from "react";
import { useNavigate } from "react-router-dom";
import { NotLoaded } from "../not-loaded.tsx";
import common from "../programs/programs.module.css";
import { t } from "../texts/texts.ts";
import { NewSecretDialog } from "./create-webhook-dialog.tsx";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { eventsText, stateTexts, waitingText } from "./event-texts.ts";
import { useDeliveryActions } from "./use-deliveries.ts";
import { useWebhooks } from "./use-webhooks.ts";
import styles from "./webhooks.module.css";

const webhooksAddress = "/admin/settings?tab=integrations";

interface WebhookPageProps {
  callerId: string;
  webhookId: string;
}

/** A webhook with its state, its actions and its deliveries. */
export default function WebhookPage({ callerId, webhookId }: WebhookPageProps) {
  const webhooks = useWebhooks(callerId, { isFollowed: true });
  const { query } = webhooks;
  const webhook = query.data?.webhooks.find(({ id }) => id === webhookId);
  const back = <PageLink {...useBackToList(webhooksAddress)} icon={ArrowLeftIcon} name={t("Integrations")} />;
  if (webhook !== undefined)
    return <Shown callerId={callerId} webhook={webhook} webhooks={webhooks} back={back} />;
  return (
    <Page>
      <PageHeader title={t("Webhook")}>{back}</PageHeader>
      {query.data === undefined ? (
        <NotLoaded query={query} text="The webhook could not be loaded." height={240} />
      ) : (
        <Notice kind="info">{t("This webhook does not exist, or was deleted.")}</Notice>
      )}
    </Page>
  );
}

interface ShownProps {
  callerId: string;
  webhook: Webhook;
  webhooks: ReturnType<typeof useWebhooks>;
  back: ReactElement;
}

function Shown({ callerId, webhook, webhooks, back }: ShownProps) {
  const { withSecret, proof } = webhooks;
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const actions = useDeliveryActions(callerId, webhook);
  const host = new URL(webhook.url).host;
  return (
    <Page>
      <PageHeader title={host} subtitle={webhook.url}>
        <div className={styles.actions}>
          {back}
          <Button onClick={() => webhooks.renew(webhook)}>{t("New secret")}</Button>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            {t("Delete")}
          </Button>
          {webhook.state === "off" ? (
            <Button variant="primary" disabled={actions.isBusy} onClick={actions.switchOn}>
              {t("Switch on")}
            </Button>
          ) : (
            <Button variant="primary" disabled={actions.isBusy} onClick={actions.test}>
              {t("Send a test")}
            </Button>
          )}
        </div>
      </PageHeader>
      <Facts webhook={webhook} />
      <DeliveriesCard
        callerId={callerId}
        webhook={webhook}
        onSend={webhook.state === "off" ? undefined : actions.sendAgain}
      />
      {withSecret && <NewSecretDialog webhook={withSecret} onClose={webhooks.dismiss} />}
      {proof}
      <ConfirmDialog
        open={isDeleting}
        title={t("Delete {name}?", { name: host })}
        description={t("Nothing more is sent there, and its deliveries are deleted.")}
        confirmText={t("Delete webhook")}
        confirmVariant="danger"
        onConfirm={() => {
          setDeleting(false);
          webhooks.remove(webhook, () => navigate(webhooksAddress, { replace: true }));
        }}
        onClose={() => setDeleting(false)}
      />
    </Page>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { state, failingSince, isSlow, switchedOffAt, isGone, waiting, events } = webhook;
  const { text, tone } = stateTexts[state];
  return (
    <div className={styles.facts}>
      <p className={styles.state}>
        <Badge tone={tone}>{t(text)}</Badge>
        {state === "off" && switchedOffAt !== undefined && (
          <span>
            {t(
              isGone === true
                ? "on {time}, since the receiver has answered that it no longer exists (410)"
                : "after three days of failure, on {time}",
              { time: formatDateTime(switchedOffAt) },
            )}
          </span>
        )}
        {state === "failing" && failingSince !== undefined && (
          <span>{t("since {time}; tried less often", { time: formatDateTime(failingSince) })}</span>
        )}
        {state === "on" && isSlow === true && <span>{t("answers slowly, so others are sent to first")}</span>}
        {waiting > 0 && <span>{waitingText(waiting)}</span>}
      </p>
      <p className={common.second}>{eventsText(events)}</p>
    </div>
  );
}
