import type { StoredCustomer } from "@souffleur/contracts/customers";
import { Badge, Button, Skeleton } from "@souffleur/shared-ui";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./customers.module.css";
import type { useCustomers } from "./use-customers.ts";

/** As in `customers.module.css`. */
const rowPx = 60;
/** The next page is requested this many rows before the end of the loaded ones. */
const aheadRows = 30;
const skeletonRows = 3;
const tagsShown = 3;

/** The customers by name. Only the visible rows are in the page. */
export function CustomerRows({ list }: { list: ReturnType<typeof useCustomers> }) {
  const { customers, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = list;
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
      <Rows
        customers={customers}
        isBusy={isFetching}
        more={hasNextPage && !isFetching && !isFetchNextPageError ? () => void fetchNextPage() : undefined}
        isWhole={!hasNextPage}
      />
      {isFetchNextPageError && (
        <p role="alert" className={styles.failed}>
          <span>{t("More customers could not be loaded.")}</span>
          <Button small onClick={() => void fetchNextPage()}>
            {t("Retry")}
          </Button>
        </p>
      )}
    </>
  );
}

interface RowsProps {
  customers: readonly StoredCustomer[];
  isBusy: boolean;
  /** Loads the next page; undefined where there is none, or it is on its way. */
  more: (() => void) | undefined;
  isWhole: boolean;
}

function Rows({ customers, isBusy, more, isWhole }: RowsProps) {
  const rows = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // The elements above the rows may change their height.
  useLayoutEffect(() => {
    setTop(Math.round((rows.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: customers.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => customers[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= customers.length - aheadRows;
  useEffect(() => {
    if (isNearEnd) more?.();
  }, [isNearEnd, more]);
  return (
    <ul
      ref={rows}
      aria-label={t("Customers")}
      aria-busy={isBusy}
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
              aria-setsize={isWhole ? customers.length : -1}
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
  customer: { id, name, company, numbers, emails, tags, owner },
}: {
  customer: StoredCustomer;
}) {
  return (
    <Link to={`/live-call/customers/${encodeURIComponent(id)}`} className={styles.link}>
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.second}>{company ?? ""}</span>
      </span>
      <span className={styles.contact}>
        <span>{numbers[0] ?? ""}</span>
        <span className={styles.second}>{emails[0] ?? ""}</span>
      </span>
      <span className={styles.tags}>
        {tags.slice(0, tagsShown).map((tag) => (
          <Badge key={tag} className={styles.tag}>
            {tag}
          </Badge>
        ))}
      </span>
      <span className={styles.owner}>{owner?.name ?? t("No owner")}</span>
    </Link>
  );
}
