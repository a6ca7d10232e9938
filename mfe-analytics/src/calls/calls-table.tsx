import type { CallSummary } from "@souffleur/contracts";
import { Button, Skeleton } from "@souffleur/shared-ui";
import { usePrinting } from "@souffleur/shared-ui/transcript";
import { useQueryClient } from "@tanstack/react-query";
import { useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { CallRow, type Column, columns, type Row } from "./call-row.tsx";
import styles from "./calls-table.module.css";

/** A list grows from these, and does not collapse to fewer. */
const skeletonRows = 3;
/** So many rows before the end of the loaded calls the next page is asked for. */
const aheadRows = 30;
const estimatedPx = { row: 45, card: 105, found: 28 };
const cardsBelowPx = 960;

interface CallsTableProps {
  /** Undefined while the first page loads. */
  calls: readonly CallSummary[] | undefined;
  withAgent: boolean;
  busy: boolean;
  /** Whether the calls are those that a search found so far. */
  searching: boolean;
  more: { exists: boolean; failed: boolean; busy: boolean; load: () => void };
}

/** The calls as a table, as cards where it does not fit; only the visible rows are in the page, and all of them on paper. */
export function CallsTable({ calls, withAgent, busy, searching, more }: CallsTableProps) {
  const shown = withAgent ? columns : columns.filter(({ id }) => id !== "agent");
  const rows = useMemo(() => calls?.flatMap(rowsOf), [calls]);
  const count = rows?.length ?? skeletonRows;
  return (
    <>
      {calls === undefined && <p className="visually-hidden" role="status" aria-label={t("Loading calls")} />}
      {calls !== undefined && more.exists && (
        <p className={styles.partial}>
          {t("The newest {count, number} calls. There are more.", { count: calls.length })}
        </p>
      )}
      <table
        aria-label={t("Calls")}
        aria-busy={busy}
        // Unknown while there may be more.
        aria-rowcount={more.exists ? -1 : count + 1}
        className={styles.table}
      >
        <thead>
          <tr aria-rowindex={1}>
            {shown.map(({ id, label }) => (
              <th key={id} scope="col" data-column={id}>
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        {rows === undefined ? <SkeletonRows columns={shown} /> : <Rows {...{ rows, columns: shown, more }} />}
      </table>
      {searching && calls !== undefined && more.exists && !more.failed && (
        <p role="status" className={styles.searching}>
          {t("Searching older calls…")}
        </p>
      )}
      {more.failed && (
        <p role="alert" className={styles.failed}>
          {t("More calls could not be loaded.")}
          <Button small onClick={more.load}>
            {t("Retry")}
          </Button>
        </p>
      )}
    </>
  );
}

function rowsOf(call: CallSummary): Row[] {
  const { callId, found } = call;
  const row = { key: callId, call };
  return found === undefined ? [row] : [row, { key: `${callId} found`, call, found }];
}

interface RowsProps extends Pick<CallsTableProps, "more"> {
  rows: readonly Row[];
  columns: readonly Column[];
}

function Rows({ rows, columns, more }: RowsProps) {
  const { key, search } = useLocation();
  const queryClient = useQueryClient();
  // It is forgotten when the list of this visit is.
  const leftKey = useMemo(() => ["calls", "left at", key], [key]);
  const [left] = useState(() => queryClient.getQueryData<LeftList>(leftKey));
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the rows may change its height.
  useLayoutEffect(() => {
    setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });
  // Stable while the calls are: a new function would have all rows measured again.
  const keyOf = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: (index) => {
      const found = rows[index]?.found;
      if (found !== undefined) return found.length * estimatedPx.found;
      return window.innerWidth < cardsBelowPx ? estimatedPx.card : estimatedPx.row;
    },
    getItemKey: keyOf,
    overscan: 4,
    scrollMargin: top,
    // After going back: the browser's own restoration comes before the rows.
    initialOffset: () => left?.scrollY ?? window.scrollY,
    initialMeasurementsCache: left?.sizes ?? [],
  });
  const isPrinting = usePrinting();
  const items = virtual.getVirtualItems();
  const above = isPrinting ? 0 : (items[0]?.start ?? top) - top;
  const below = isPrinting ? 0 : virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);

  useLayoutEffect(
    () => () => {
      const place: LeftList = { scrollY: window.scrollY, sizes: virtual.takeSnapshot() };
      queryClient.setQueryData(leftKey, place);
    },
    [queryClient, leftKey, virtual],
  );

  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - aheadRows;
  const wantsMore = isNearEnd && more.exists && !more.busy && !more.failed;
  const load = useEffectEvent(() => more.load());
  useEffect(() => {
    if (wantsMore) load();
  }, [wantsMore]);

  return (
    <tbody ref={body}>
      {above > 0 && <Room height={above} columns={columns.length} />}
      {(isPrinting ? rows.map(({ key }, index) => ({ key, index })) : items).map(({ index, key }) => (
        <CallRow
          key={key}
          // What a row measures on paper does not count.
          measure={isPrinting ? null : virtual.measureElement}
          index={index}
          row={rows[index] as Row}
          columns={columns}
          search={search}
        />
      ))}
      {below > 0 && <Room height={below} columns={columns.length} />}
    </tbody>
  );
}

/** The room of the rows that are not in the page. */
function Room({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden className={styles.room}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** Where the list was left: how far down, and how high its rows were. */
interface LeftList {
  scrollY: number;
  sizes: VirtualItem[];
}

/** Rows as high as the ones to come. */
function SkeletonRows({ columns }: { columns: readonly Column[] }) {
  return (
    <tbody>
      {Array.from({ length: skeletonRows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing but their number
        <tr key={place} aria-hidden>
          {columns.map(({ id }) => (
            <td key={id} data-column={id}>
              <Skeleton width={id === "when" || id === "customer" ? "80%" : "50%"} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
