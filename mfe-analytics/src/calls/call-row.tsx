import { type CallSummary, sourceLabels } from "@souffleur/contracts";
import { Badge, contractText, formatCount, formatDateTime } from "@souffleur/shared-ui";
import { formatTimer } from "@souffleur/shared-ui/transcript";
import { memo } from "react";
import { Link } from "react-router-dom";
import { type Text, t } from "../texts/texts.ts";
import { outcomeOf } from "./call-labels.ts";
import styles from "./calls-table.module.css";
import { FoundTexts } from "./found-texts.tsx";

export const columns = [
  { id: "when", label: "When" },
  { id: "agent", label: "Agent" },
  { id: "customer", label: "Customer" },
  { id: "source", label: "Source" },
  { id: "length", label: "Length" },
  { id: "outcome", label: "Outcome" },
  { id: "lines", label: "Lines" },
  { id: "replies", label: "Replies used" },
] as const satisfies readonly { id: string; label: Text }[];
export type Column = (typeof columns)[number];

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
      {columns.map(({ id }) =>
        id === "when" ? (
          <th key={id} scope="row" data-column={id} style={{ gridArea: id }}>
            <Link to={`/analytics/calls/${encodeURIComponent(call.callId)}`} state={{ list: search }}>
              <time dateTime={call.startedAt}>{formatDateTime(call.startedAt)}</time>
            </Link>
          </th>
        ) : (
          <td key={id} data-column={id} data-unit={unitOf(id, call)} style={{ gridArea: id }}>
            {cellOf(id, call)}
          </td>
        ),
      )}
    </tr>
  );
});

/** The unit of a figure in a card, which has no column headers. */
function unitOf(id: Column["id"], { lines, suggestionsUsed }: CallSummary): string | undefined {
  if (id === "lines") return t("{count, plural, one {lines} other {lines}}", { count: lines });
  if (id === "replies") return t("{count, plural, one {used} other {used}}", { count: suggestionsUsed });
  return undefined;
}

function cellOf(id: Exclude<Column["id"], "when">, call: CallSummary) {
  const { agentName, clientName, source, durationSeconds, lines, suggestionsUsed } = call;
  switch (id) {
    case "agent":
      return agentName;
    case "customer":
      return clientName;
    case "source":
      return contractText(sourceLabels[source]);
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
