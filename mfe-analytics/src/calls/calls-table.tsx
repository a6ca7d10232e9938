import type { CallSummary } from "@souffleur/contracts";
import { Skeleton } from "@souffleur/shared-ui";
import { usePrinting } from "@souffleur/shared-ui/transcript";
import {
  NextPageFailure,
  type Pages,
  useWindowRows,
  type VirtualItem,
} from "@souffleur/shared-ui/window-rows";
import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { CallRow, type Column, columns, type Row, widthOf } from "./call-row.tsx";
import styles from "./calls-table.module.css";
import type { useCalls } from "./use-calls.ts";

/** Few, so that the loaded list does not become shorter. */
const skeletonRows = 3;
const estimatedPx = { row: 45, card: 105, found: 28 };
const cardsBelowPx = 960;

interface CallsTableProps {
  list: ReturnType<typeof useCalls>;
  withAgent: boolean;
  isSearch: boolean;
}

/** The calls as a table, or as cards on a narrow screen. Only the visible rows are in the page; all rows are printed. */
export function CallsTable({ list, withAgent, isSearch }: CallsTableProps) {
  const { calls, ...pages } = list;
  const { isFetching, hasNextPage, isFetchNextPageError } = pages;
  const shown = withAgent ? columns : columns.filter(({ id }) => id !== "agent");
  const rows = useMemo(() => calls?.flatMap(rowsOf), [calls]);
  const count = rows?.length ?? skeletonRows;
  return (
    <>
      {calls === undefined && <p className="visually-hidden" role="status" aria-label={t("Loading calls")} />}
      {calls !== undefined && hasNextPage && (
        <p className={styles.partial}>
          {t("The newest {count, number} calls. There are more.", { count: calls.length })}
        </p>
      )}
      <table
        aria-label={t("Calls")}
        aria-busy={isFetching}
        // Unknown until the last page is loaded.
        aria-rowcount={hasNextPage ? -1 : count + 1}
        className={styles.table}
      >
        <thead>
          <tr aria-rowindex={1}>
            {shown.map((column) => (
              <th key={column.id} scope="col" data-column={column.id} style={widthOf(column)}>
                {t(column.label)}
              </th>
            ))}
          </tr>
        </thead>
        {rows === undefined ? (
          <SkeletonRows columns={shown} />
        ) : (
          <Rows {...{ rows, columns: shown, pages }} />
        )}
      </table>
      {isSearch && calls !== undefined && hasNextPage && !isFetchNextPageError && (
        <p role="status" className={styles.searching}>
          {t("Searching older calls…")}
        </p>
      )}
      <NextPageFailure text={t("More calls could not be loaded.")} pages={pages} />
    </>
  );
}

function rowsOf(call: CallSummary): Row[] {
  const { callId, found } = call;
  const row = { key: callId, call };
  return found === undefined ? [row] : [row, { key: `${callId} found`, call, found }];
}

interface RowsProps {
  rows: readonly Row[];
  columns: readonly Column[];
  pages: Pages;
}

function Rows({ rows, columns, pages }: RowsProps) {
  const { key, search } = useLocation();
  const queryClient = useQueryClient();
  // Kept as long as the list of this visit.
  const positionKey = useMemo(() => ["calls", "left at", key], [key]);
  const [left] = useState(() => queryClient.getQueryData<ScrollPosition>(positionKey));
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const { virtual, items, top } = useWindowRows<HTMLTableRowElement>(body, keys, pages, {
    estimateSize: (index) => {
      const found = rows[index]?.found;
      if (found !== undefined) return found.length * estimatedPx.found;
      return window.innerWidth < cardsBelowPx ? estimatedPx.card : estimatedPx.row;
    },
    overscan: 4,
    // After going back: the browser restores the position before the rows are rendered.
    initialOffset: () => left?.scrollY ?? window.scrollY,
    initialMeasurementsCache: left?.sizes ?? [],
  });
  const isPrinting = usePrinting();
  const above = isPrinting ? 0 : (items[0]?.start ?? top) - top;
  const below = isPrinting ? 0 : virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);

  useLayoutEffect(
    () => () => {
      const position: ScrollPosition = { scrollY: window.scrollY, sizes: virtual.takeSnapshot() };
      queryClient.setQueryData(positionKey, position);
    },
    [queryClient, positionKey, virtual],
  );

  return (
    <tbody ref={body}>
      {above > 0 && <Spacer height={above} columns={columns.length} />}
      {(isPrinting ? rows.map(({ key }, index) => ({ key, index })) : items).map(({ index, key }) => (
        <CallRow
          key={key}
          // Printed rows are not measured.
          measure={isPrinting ? null : virtual.measureElement}
          index={index}
          row={rows[index] as Row}
          columns={columns}
          search={search}
        />
      ))}
      {below > 0 && <Spacer height={below} columns={columns.length} />}
    </tbody>
  );
}

/** Takes the height of the rows that are not in the page. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden className={styles.spacer}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** The scroll position of a list that was left, and the sizes of its rows. */
interface ScrollPosition {
  scrollY: number;
  sizes: VirtualItem[];
}

/** Placeholders with the height of rows. */
function SkeletonRows({ columns }: { columns: readonly Column[] }) {
  return (
    <tbody>
      {Array.from({ length: skeletonRows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing but their number
        <tr key={place} aria-hidden>
          {columns.map(({ id }) => (
            <td key={id} data-column={id} style={{ gridArea: id }}>
              <Skeleton width={id === "when" || id === "customer" ? "80%" : "50%"} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
