import type { WebhookDelivery } from "@souffleur/contracts/webhooks";
import { Badge, Button, formatDateTime } from "@souffleur/shared-ui";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "../texts/texts.ts";
import { deliveryTexts, errorTexts, typeText } from "./event-texts.ts";
import type { InView, useDeliveries } from "./use-deliveries.ts";
import styles from "./webhooks.module.css";

/** Without its answer, where the row has one line for each text. */
const estimatedPx = 57;
/** The next page is requested this many rows before the end of the loaded ones. */
const aheadRows = 30;

type List = ReturnType<typeof useDeliveries>;

interface DeliveryRowsProps {
  view: RefObject<InView | null>;
  list: Omit<List, "deliveries"> & { deliveries: readonly WebhookDelivery[] };
  /** Undefined while nothing can be sent. */
  onSend: ((deliveryId: string) => void) | undefined;
}

/** The deliveries, the newest first. Only the visible rows are in the page. */
export function DeliveryRows({ view, list, onSend }: DeliveryRowsProps) {
  const { deliveries, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = list;
  const rows = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // The elements above the rows may change their height.
  useLayoutEffect(() => {
    setTop(Math.round((rows.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });
  // Stable for the same deliveries: with a new function all rows would be measured again.
  const keyOf = useCallback((index: number) => deliveries[index]?.id ?? index, [deliveries]);
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: deliveries.length,
    estimateSize: () => estimatedPx,
    getItemKey: keyOf,
    overscan: 6,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  useImperativeHandle(view, () => ({
    isReading: () => isRead(rows.current),
    shownIds: () => items.flatMap(({ index }) => deliveries[index]?.id ?? []),
  }));
  const isNearEnd = (items.at(-1)?.index ?? 0) >= deliveries.length - aheadRows;
  const wantsMore = isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return (
    <>
      <ul
        ref={rows}
        aria-label={t("Deliveries")}
        aria-busy={isFetching}
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
                aria-setsize={hasNextPage ? -1 : deliveries.length}
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
      {isFetchNextPageError && (
        <p role="alert" className={styles.failed}>
          <span>{t("More deliveries could not be loaded.")}</span>
          <Button small onClick={() => void fetchNextPage()}>
            {t("Retry")}
          </Button>
        </p>
      )}
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
        <p className={styles.name} id={id}>
          <span>{name === undefined ? type : t(name)}</span>
          <Badge tone={tone}>{t(text)}</Badge>
        </p>
        <p className={styles.second}>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
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
