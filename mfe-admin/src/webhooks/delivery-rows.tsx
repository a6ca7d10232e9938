import { labelOf } from "@souffleur/contracts";
import type { WebhookDelivery } from "@souffleur/contracts/webhooks";
import { Badge, Button, formatDateTime } from "@souffleur/shared-ui";
import { NextPageFailure, useWindowRows } from "@souffleur/shared-ui/window-rows";
import { type RefObject, useId, useImperativeHandle, useMemo, useRef } from "react";
import common from "../programs/programs.module.css";
import { t } from "../texts/texts.ts";
import { deliveryTexts, errorTexts, typeText } from "./event-texts.ts";
import type { InView, useDeliveries } from "./use-deliveries.ts";
import styles from "./webhooks.module.css";

/** Without its answer, where the row has one line for each text. */
const estimatedPx = 57;

type List = ReturnType<typeof useDeliveries>;

interface DeliveryRowsProps {
  view: RefObject<InView | null>;
  list: Omit<List, "deliveries"> & { deliveries: readonly WebhookDelivery[] };
  /** Undefined while nothing can be sent. */
  onSend: ((deliveryId: string) => void) | undefined;
}

/** The deliveries, the newest first. Only the visible rows are in the page. */
export function DeliveryRows({ view, list, onSend }: DeliveryRowsProps) {
  const { deliveries, ...pages } = list;
  const rows = useRef<HTMLUListElement>(null);
  const keys = useMemo(() => deliveries.map(({ id }) => id), [deliveries]);
  const { virtual, items, top } = useWindowRows<HTMLLIElement>(rows, keys, pages, {
    estimateSize: () => estimatedPx,
    overscan: 6,
  });
  useImperativeHandle(view, () => ({
    isReading: () => isRead(rows.current),
    shownIds: () => items.flatMap(({ index }) => deliveries[index]?.id ?? []),
  }));
  return (
    <>
      <ul
        ref={rows}
        aria-label={t("Deliveries")}
        aria-busy={pages.isFetching}
        className={styles.rows}
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const delivery = deliveries[index];
          return (
            delivery && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                // Unknown until the last page is loaded.
                aria-setsize={pages.hasNextPage ? -1 : deliveries.length}
                className={styles.row}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <Row
                  delivery={delivery}
                  onSend={delivery.repeatable && onSend ? () => onSend(delivery.id) : undefined}
                />
              </li>
            )
          );
        })}
      </ul>
      <NextPageFailure text={t("More deliveries could not be loaded.")} pages={pages} />
    </>
  );
}

/** Whether somebody has scrolled into the rows, or points at or focuses one of them. */
function isRead(rows: HTMLElement | null): boolean {
  if (rows === null) return false;
  const { activeElement } = document;
  const isFocused = activeElement?.matches(":focus-visible") === true && rows.contains(activeElement);
  return isFocused || rows.matches(":hover") || rows.getBoundingClientRect().top < 0;
}

interface RowProps {
  delivery: WebhookDelivery;
  /** Undefined where it can't be sent again. */
  onSend: (() => void) | undefined;
}

function Row({ delivery, onSend }: RowProps) {
  const { type, state, createdAt, attempts, lastAttempt, nextAttemptAt } = delivery;
  const id = useId();
  const name = typeText(type);
  const { text, tone } = deliveryTexts[state];
  const isTriedAgain = state === "waiting" && attempts > 0 && nextAttemptAt !== undefined;
  return (
    <>
      <div className={styles.delivery}>
        <p className={common.name} id={id}>
          <span>{name === undefined ? type : t(name)}</span>
          <Badge tone={tone}>{t(text)}</Badge>
        </p>
        <p className={common.second}>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {lastAttempt?.status !== undefined && (
            <span>{t("Answer {status}", { status: String(lastAttempt.status) })}</span>
          )}
          {lastAttempt?.error !== undefined && <span>{t(labelOf(errorTexts, lastAttempt.error))}</span>}
          {attempts > 1 && (
            <span>{t("{count, plural, one {# attempt} other {# attempts}}", { count: attempts })}</span>
          )}
          {isTriedAgain && <span>{t("Next attempt {time}", { time: formatDateTime(nextAttemptAt) })}</span>}
        </p>
        {lastAttempt?.answer !== undefined && (
          <details className={styles.answer}>
            <summary aria-describedby={id}>{t("Its answer")}</summary>
            <pre>{lastAttempt.answer}</pre>
          </details>
        )}
      </div>
      {onSend && (
        <Button small aria-describedby={id} onClick={onSend}>
          {t("Send again")}
        </Button>
      )}
    </>
  );
}
