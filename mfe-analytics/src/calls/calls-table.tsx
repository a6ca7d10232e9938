import type { CallSummary } from "@souffleur/contracts";
import { Badge, Button, formatCount, Skeleton } from "@souffleur/shared-ui";
import { formatTimer } from "@souffleur/shared-ui/transcript";
import { useQueryClient } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { formatWhen, outcomeOf, sourceLabels } from "./call-labels.ts";
import styles from "./calls-table.module.css";

const columns = [
  { id: "when", label: "When" },
  { id: "agent", label: "Agent" },
  { id: "customer", label: "Customer" },
  { id: "source", label: "Source" },
  { id: "length", label: "Length" },
  { id: "outcome", label: "Outcome" },
  { id: "lines", label: "Lines" },
  { id: "replies", label: "Replies used" },
] as const;
type Column = (typeof columns)[number];

const skeletonRows = 10;
/** So many rows before the end of the loaded calls the next page is asked for. */
const aheadRows = 30;
const estimatedPx = { row: 45, card: 105 };
const cardsBelowPx = 960;

interface CallsTableProps {
  /** Undefined while the first page loads. */
  calls: readonly CallSummary[] | undefined;
  withAgent: boolean;
  busy: boolean;
  more: { exists: boolean; failed: boolean; busy: boolean; load: () => void };
}

/** The calls as a table, as cards where it does not fit; only the visible rows are in the page. */
export function CallsTable({ calls, withAgent, busy, more }: CallsTableProps) {
  const shown = withAgent ? columns : columns.filter(({ id }) => id !== "agent");
  const count = calls?.length ?? skeletonRows;
  return (
    <>
      {calls === undefined && <p className="visually-hidden" role="status" aria-label="Loading calls" />}
      <table
        aria-label="Calls"
        aria-busy={busy}
        // Unknown while there may be more.
        aria-rowcount={more.exists ? -1 : count + 1}
        className={styles.table}
      >
        <thead>
          <tr aria-rowindex={1}>
            {shown.map(({ id, label }) => (
              <th key={id} scope="col" data-column={id}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {calls === undefined ? (
          <SkeletonRows columns={shown} />
        ) : (
          <Rows {...{ calls, columns: shown, more }} />
        )}
      </table>
      {more.failed && (
        <p role="alert" className={styles.failed}>
          More calls could not be loaded.
          <Button small onClick={more.load}>
            Retry
          </Button>
        </p>
      )}
    </>
  );
}

interface RowsProps extends Pick<CallsTableProps, "more"> {
  calls: readonly CallSummary[];
  columns: readonly Column[];
}

function Rows({ calls, columns, more }: RowsProps) {
  const { key, search } = useLocation();
  const queryClient = useQueryClient();
  // It is forgotten when the list of this visit is.
  const leftAt = ["calls", "left at", key];
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the rows may change its height.
  useLayoutEffect(() => {
    setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });
  // Stable while the calls are: a new function would have all rows measured again.
  const keyOf = useCallback((index: number) => calls[index]?.callId ?? index, [calls]);
  const rows = useWindowVirtualizer<HTMLTableRowElement>({
    count: calls.length,
    estimateSize: () => (window.innerWidth < cardsBelowPx ? estimatedPx.card : estimatedPx.row),
    getItemKey: keyOf,
    overscan: 12,
    scrollMargin: top,
    // After going back: the browser's own restoration comes before the rows.
    initialOffset: () => queryClient.getQueryData<number>(leftAt) ?? window.scrollY,
  });
  const items = rows.getVirtualItems();
  const above = (items[0]?.start ?? top) - top;
  const below = rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top);

  useLayoutEffect(
    () => () => void queryClient.setQueryData(["calls", "left at", key], window.scrollY),
    [queryClient, key],
  );

  const isNearEnd = (items.at(-1)?.index ?? 0) >= calls.length - aheadRows;
  const wantsMore = isNearEnd && more.exists && !more.busy && !more.failed;
  const load = useEffectEvent(() => more.load());
  useEffect(() => {
    if (wantsMore) load();
  }, [wantsMore]);

  return (
    <tbody ref={body}>
      {above > 0 && <Room height={above} columns={columns.length} />}
      {items.map(({ index, key }) => (
        <CallRow
          key={key}
          measure={rows.measureElement}
          index={index}
          call={calls[index] as CallSummary}
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

interface CallRowProps {
  measure: (row: HTMLTableRowElement | null) => void;
  index: number;
  call: CallSummary;
  columns: readonly Column[];
  search: string;
}

/** Memoized: scrolling renders only the rows that come into view. */
const CallRow = memo(function CallRow({ measure, index, call, columns, search }: CallRowProps) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {columns.map(({ id }) =>
        id === "when" ? (
          <th key={id} scope="row" data-column={id}>
            <Link to={`/analytics/calls/${encodeURIComponent(call.callId)}`} state={{ list: search }}>
              <time dateTime={call.startedAt}>{formatWhen(call.startedAt)}</time>
            </Link>
          </th>
        ) : (
          <td key={id} data-column={id}>
            <Cell id={id} call={call} />
          </td>
        ),
      )}
    </tr>
  );
});

function Cell({ id, call }: { id: Exclude<Column["id"], "when">; call: CallSummary }) {
  const { agentName, clientName, source, durationSeconds, lines, suggestionsUsed } = call;
  switch (id) {
    case "agent":
      return agentName;
    case "customer":
      return clientName;
    case "source":
      return sourceLabels[source];
    case "length":
      return durationSeconds === undefined ? "–" : formatTimer(durationSeconds);
    case "outcome": {
      const { label, tone } = outcomeOf(call);
      return <Badge tone={tone}>{label}</Badge>;
    }
    case "lines":
      return formatCount(lines);
    case "replies":
      return formatCount(suggestionsUsed);
  }
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
