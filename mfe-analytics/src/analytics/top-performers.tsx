import type { Analytics, Performance, Performer } from "@souffleur/contracts";
import { Card, formatCount, formatMoney, SortHeader } from "@souffleur/shared-ui";
import { formatRate } from "@souffleur/shared-ui/figures";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { type Text, t } from "../texts/texts.ts";
import sectionStyles from "./analytics.module.css";
import tableStyles from "./figures-table.module.css";
import { NamedBars } from "./named-bars.tsx";
import styles from "./top-performers.module.css";

interface Measure {
  key: string;
  label: Text;
  /** Undefined where there is none: without a decided call there is no rate. */
  value: (performance: Performance) => number | undefined;
  /** @param currency of amounts */
  format: (value: number, currency?: string) => string;
}

/** The measures of a performer. The chart shows the one by which the table is sorted. */
const measures = [
  { key: "calls", label: "Calls", value: ({ calls }: Performance) => calls, format: formatCount },
  {
    key: "conversions",
    label: "Conversions",
    value: ({ conversions }: Performance) => conversions,
    format: formatCount,
  },
  {
    key: "rate",
    label: "Rate",
    value: ({ calls, conversions, lost = calls - conversions }: Performance) =>
      conversions + lost === 0 ? undefined : (conversions / (conversions + lost)) * 100,
    format: formatRate,
  },
  { key: "revenue", label: "Revenue", value: ({ revenue }: Performance) => revenue, format: formatMoney },
] as const satisfies readonly Measure[];

const shownOf = ({ value, format }: Measure, performance: Performance, currency: string | undefined) => {
  const of = value(performance);
  return of === undefined ? "–" : format(of, currency);
};
/** Of the table, in pixels. */
const rowHeight = 37;
const columns = [{ key: "name", label: "Name" }, ...measures] as const;
type Key = (typeof columns)[number]["key"];

/** The team's best performers, initially by revenue, with the totals of the others and of the team. */
export function TopPerformers({
  figures: {
    topPerformers,
    others,
    team,
    revenue: { currency },
  },
  list,
}: {
  figures: Analytics;
  /** The list of the calls with these filters; undefined for the samples. */
  list: ((filters: Record<string, string>) => string) | undefined;
}) {
  const [{ by, ascending }, setOrder] = useState<{ by: Key; ascending: boolean }>({
    by: "revenue",
    ascending: false,
  });
  const measure = measures.find(({ key }) => key === by) ?? measures[3];
  const sortedBy = (performance: Performance) => measure.value(performance) ?? -1;
  const sorted = topPerformers.toSorted((one, other) => {
    const order = by === "name" ? one.name.localeCompare(other.name, "fr") : sortedBy(one) - sortedBy(other);
    return ascending ? order : -order;
  });
  return (
    <Card title={t("Top Performers")} className={sectionStyles.wide}>
      <div className={styles.performers}>
        <div
          className={styles.people}
          style={{ height: rowHeight * sorted.length }}
          role="img"
          aria-label={t("Top Performers chart")}
        >
          <NamedBars
            bars={sorted.map((person) => ({
              id: person.id,
              name: person.name,
              value: measure.value(person) ?? 0,
              label: shownOf(measure, person, currency),
              color: "var(--chart-1)",
            }))}
            measure={t(measure.label)}
          />
        </div>
        <div className={tableStyles.scroller}>
          <table aria-label={t("Top performers table")} className={tableStyles.table}>
            <thead>
              <tr>
                {columns.map(({ key, label }) => (
                  <SortHeader
                    key={key}
                    order={key !== by ? "none" : ascending ? "ascending" : "descending"}
                    onSort={() => setOrder({ by: key, ascending: key === by ? !ascending : key === "name" })}
                  >
                    {t(label)}
                  </SortHeader>
                ))}
              </tr>
            </thead>
            <tbody>
              {sorted.map((person: Performer) => (
                <Row
                  key={person.id}
                  name={list ? <Link to={list({ agent: person.id })}>{person.name}</Link> : person.name}
                  performance={person}
                  currency={currency}
                />
              ))}
            </tbody>
            <tfoot>
              {others.agents > 0 && (
                <Row
                  name={t("{count, plural, one {1 other} other {{count} others}}", { count: others.agents })}
                  performance={others}
                  currency={currency}
                />
              )}
              {team.agents > 1 && (
                <Row
                  name={t("All {count} agents", { count: team.agents })}
                  performance={team}
                  currency={currency}
                />
              )}
            </tfoot>
          </table>
        </div>
      </div>
    </Card>
  );
}

function Row({
  name,
  performance,
  currency,
}: {
  name: ReactNode;
  performance: Performance;
  currency: string | undefined;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {measures.map((measure) => (
        <td key={measure.key}>{shownOf(measure, performance, currency)}</td>
      ))}
    </tr>
  );
}
