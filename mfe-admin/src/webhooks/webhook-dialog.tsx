import type { Webhook, WebhookDelivery } from "@souffleur/contracts/webhooks";
import { Badge, Button, Dialog, EmptyState, formatDateTime, RowList } from "@souffleur/shared-ui";
import { useId } from "react";
import { NotLoaded } from "../not-loaded.tsx";
import { t } from "../texts/texts.ts";
import type { FailureTexts } from "../users/failure-text.ts";
import { deliveryTexts, errorTexts, stateTexts, typeText } from "./event-texts.ts";
import { useDeliveries } from "./use-webhooks.ts";
import styles from "./webhooks.module.css";

const loadingTexts: FailureTexts = {
  refused: "The deliveries could not be loaded.",
  unanswered: "The deliveries could not be loaded. Please check your connection.",
};

interface WebhookDialogProps {
  callerId: string;
  webhook: Webhook;
  open: boolean;
  onRenew: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** A webhook with its state, its actions and its deliveries. */
export function WebhookDialog({ callerId, webhook, open, onRenew, onDelete, onClose }: WebhookDialogProps) {
  const { query, deliveries, isBusy, ...actions } = useDeliveries(callerId, webhook);
  const { text, tone } = stateTexts[webhook.state];
  const isOff = webhook.state === "off";
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Dialog open={open} title={new URL(webhook.url).host} onClose={onClose}>
      <p className={styles.address}>{webhook.url}</p>
      <p className={styles.state}>
        <Badge tone={tone}>{t(text)}</Badge>
        <StateNote webhook={webhook} />
      </p>
      <div className={styles.actions}>
        {isOff ? (
          <Button variant="primary" small disabled={isBusy} onClick={actions.switchOn}>
            {t("Switch on")}
          </Button>
        ) : (
          <Button small disabled={isBusy} onClick={actions.test}>
            {t("Send a test")}
          </Button>
        )}
        <Button small onClick={onRenew}>
          {t("New secret")}
        </Button>
        <Button small variant="danger" onClick={onDelete}>
          {t("Delete")}
        </Button>
      </div>
      <h3 className={styles.heading}>{t("Deliveries of the last 30 days")}</h3>
      {deliveries === undefined ? (
        <NotLoaded query={query} texts={loadingTexts} height={112} />
      ) : deliveries.length === 0 ? (
        <EmptyState>{t("Nothing has been sent yet.")}</EmptyState>
      ) : (
        <RowList label={t("Deliveries")} className={styles.deliveries}>
          {deliveries.map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              onSend={isOff || !delivery.repeatable ? undefined : () => actions.sendAgain(delivery.id)}
            />
          ))}
        </RowList>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("Show older deliveries")}
        </Button>
      )}
    </Dialog>
  );
}

function StateNote({ webhook: { state, failingSince, switchedOffAt, waiting } }: { webhook: Webhook }) {
  return (
    <>
      {state === "off" && switchedOffAt !== undefined && (
        <span>{t("after three days of failure, on {time}", { time: formatDateTime(switchedOffAt) })}</span>
      )}
      {state === "failing" && failingSince !== undefined && (
        <span>{t("since {time}; tried less often", { time: formatDateTime(failingSince) })}</span>
      )}
      {waiting > 0 && (
        <span>
          {t("{count, plural, one {# delivery waits} other {# deliveries wait}}", { count: waiting })}
        </span>
      )}
    </>
  );
}

/** @param onSend undefined where it can't be sent again */
function Row({ delivery, onSend }: { delivery: WebhookDelivery; onSend: (() => void) | undefined }) {
  const { type, state, createdAt, attempts, lastAttempt, nextAttemptAt } = delivery;
  const id = useId();
  const name = typeText(type);
  const { text, tone } = deliveryTexts[state];
  const isTriedAgain = state === "waiting" && attempts > 0 && nextAttemptAt !== undefined;
  return (
    <li>
      <div>
        <p className={styles.name} id={id}>
          <span>{name === undefined ? type : t(name)}</span>
          <Badge tone={tone}>{t(text)}</Badge>
        </p>
        <p className={styles.second}>
          <span>{formatDateTime(createdAt)}</span>
          {lastAttempt?.status !== undefined && (
            <span>{t("Answer {status}", { status: String(lastAttempt.status) })}</span>
          )}
          {lastAttempt?.error !== undefined && <span>{t(errorTexts[lastAttempt.error])}</span>}
          {attempts > 1 && (
            <span>{t("{count, plural, one {# attempt} other {# attempts}}", { count: attempts })}</span>
          )}
          {isTriedAgain && <span>{t("Next attempt {time}", { time: formatDateTime(nextAttemptAt) })}</span>}
        </p>
        {lastAttempt?.answer !== undefined && (
          <details className={styles.answer}>
            <summary>{t("Its answer")}</summary>
            <pre>{lastAttempt.answer}</pre>
          </details>
        )}
      </div>
      {onSend && (
        <Button small aria-describedby={id} onClick={onSend}>
          {t("Send again")}
        </Button>
      )}
    </li>
  );
}
