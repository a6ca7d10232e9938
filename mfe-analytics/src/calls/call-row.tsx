import { type CallSummary, formatMinutes, labelOf, sourceLabels } from "@souffleur/contracts";
import { contractText, formatCount, formatDateTime } from "@souffleur/shared-ui";
import { OutcomeBadge } from "@souffleur/shared-ui/wrap-up";
import { type CSSProperties, memo, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { type Text, t } from "../texts/texts.ts";
import styles from "./calls-table.module.css";
import { FoundTexts } from "./found-texts.tsx";

/** A column of the calls' table, also its area in the grid of a card (`calls-table.module.css`). */
export interface Column {
  id: string;
  label: Text;
  cell: (call: CallSummary) => ReactNode;
  /** In px where the calls are a table; by default what the others leave. */
  width?: number;
  /** The unit of a figure in a card, which has no column headers. */
  unit?: (call: CallSummary) => string;
}

export const widthOf = ({ width }: Column): CSSProperties =>
  width === undefined ? {} : ({ "--width": `${width}px` } as CSSProperties);

export const columns: readonly Column[] = [
  {
    id: "when",
    label: "When",
    width: 176,
    cell: ({ startedAt }) => <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>,
  },
  { id: "agent", label: "Agent", cell: ({ agentName }) => agentName },
  { id: "customer", label: "Customer", cell: ({ customer }) => customer.name },
  {
    id: "source",
    label: "Source",
    width: 120,
    cell: ({ source }) => contractText(labelOf(sourceLabels, source)),
  },
  {
    id: "length",
    label: "Length",
    width: 96,
    cell: ({ durationSeconds }) => (durationSeconds === undefined ? "–" : formatMinutes(durationSeconds)),
  },
  {
    id: "outcome",
    label: "Outcome",
    width: 196,
    cell: (call) => <OutcomeBadge {...call} />,
  },
  {
    id: "lines",
    label: "Lines",
    width: 72,
    cell: ({ lines }) => formatCount(lines),
    unit: ({ lines }) => t("{count, plural, one {lines} other {lines}}", { count: lines }),
  },
  {
    id: "replies",
    label: "Replies used",
    width: 116,
    cell: ({ suggestionsUsed }) => formatCount(suggestionsUsed),
    unit: ({ suggestionsUsed }) => t("{count, plural, one {used} other {used}}", { count: suggestionsUsed }),
  },
];
/** A call; after a search, a second row shows the texts found in it. */
export interface Row {
  key: string;
  call: CallSummary;
  found?: CallSummary["found"];
}

interface CallRowProps {
  measure: ((row: HTMLTableRowElement | null) => void) | null;
  index: number;
  row: Row;
  columns: readonly Column[];
  search: string;
}

/** Memoized: scrolling renders only the rows that come into view. */
export const CallRow = memo(function CallRow({ measure, index, row, columns, search }: CallRowProps) {
  const { call, found } = row;
  const place = { ref: measure, "data-index": index, "aria-rowindex": index + 2 };
  if (found !== undefined) {
    return (
      <tr {...place} className={styles.found}>
        <td colSpan={columns.length}>
          <FoundTexts callId={call.callId} found={found} search={search} />
        </td>
      </tr>
    );
  }
  return (
    <tr {...place}>
      {columns.map(({ id, cell, unit }) =>
        id === "when" ? (
          <th key={id} scope="row" data-column={id} style={{ gridArea: id }}>
            <Link to={`/analytics/calls/${encodeURIComponent(call.callId)}`} state={{ list: search }}>
              {cell(call)}
            </Link>
          </th>
        ) : (
          <td key={id} data-column={id} data-unit={unit?.(call)} style={{ gridArea: id }}>
            {cell(call)}
          </td>
        ),
      )}
    </tr>
  );
});
