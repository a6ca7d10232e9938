import type { ListedCustomer } from "@souffleur/contracts/customers";
import { formatShortDate, Skeleton } from "@souffleur/shared-ui";
import { formatDay } from "@souffleur/shared-ui/figures";
import { NextPageFailure, type Pages, useWindowRows } from "@souffleur/shared-ui/window-rows";
import { useMemo, useRef } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./customers.module.css";
import type { useCustomers } from "./use-customers.ts";

/** As in `customers.module.css`. */
const rowPx = 60;
const skeletonRows = 3;

/** The customers by name. Only the visible rows are in the page. */
export function CustomerRows({ list }: { list: ReturnType<typeof useCustomers> }) {
  const { customers, ...pages } = list;
  if (customers === undefined)
    return (
      <div role="status" aria-label={t("Loading customers")} className={styles.loading}>
        {Array.from({ length: skeletonRows }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing but their number
          <Skeleton key={place} height={rowPx - 16} />
        ))}
      </div>
    );
  return (
    <>
      <Rows customers={customers} pages={pages} />
      <NextPageFailure text={t("More customers could not be loaded.")} pages={pages} />
    </>
  );
}

function Rows({ customers, pages }: { customers: readonly ListedCustomer[]; pages: Pages }) {
  const rows = useRef<HTMLUListElement>(null);
  const keys = useMemo(() => customers.map(({ id }) => id), [customers]);
  const { virtual, items, top } = useWindowRows(rows, keys, pages, {
    estimateSize: () => rowPx,
    overscan: 6,
  });
  return (
    <ul
      ref={rows}
      aria-label={t("Customers")}
      aria-busy={pages.isFetching}
      className={styles.rows}
      style={{ height: virtual.getTotalSize() }}
    >
      {items.map(({ index, start }) => {
        const customer = customers[index];
        return (
          customer && (
            <li
              key={customer.id}
              aria-posinset={index + 1}
              // Unknown until the last page is loaded.
              aria-setsize={pages.hasNextPage ? -1 : customers.length}
              className={styles.row}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <Row customer={customer} />
            </li>
          )
        );
      })}
    </ul>
  );
}

function Row({
  customer: { id, name, company, numbers, emails, tags, owner, lastCallAt, nextStep },
}: {
  customer: ListedCustomer;
}) {
  return (
    <Link to={`/live-call/customers/${encodeURIComponent(id)}`} className={styles.link}>
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.second}>{[company, ...tags].filter(Boolean).join(" · ")}</span>
      </span>
      <span className={styles.contact}>
        <span>{numbers[0] ?? ""}</span>
        <span className={styles.second}>{emails[0] ?? ""}</span>
      </span>
      <span className={styles.last}>
        {lastCallAt === undefined
          ? t("No calls yet.")
          : t("Last call {day}", { day: formatShortDate(lastCallAt) })}
      </span>
      <span className={styles.step}>
        <span>{nextStep && (nextStep.text ?? t("Next step"))}</span>
        <span className={styles.second}>
          {nextStep?.day === undefined ? "" : t("Due {day}", { day: formatDay(nextStep.day) })}
        </span>
      </span>
      <span className={styles.owner}>{owner?.name ?? t("No owner")}</span>
    </Link>
  );
}
