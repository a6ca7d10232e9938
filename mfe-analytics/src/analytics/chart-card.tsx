import { Button, Card } from "@souffleur/shared-ui";
import { type ReactNode, useState } from "react";
import { t } from "../texts/texts.ts";
import styles from "./analytics.module.css";
import tableStyles from "./figures-table.module.css";
import type { Series } from "./trend-chart.tsx";

interface ChartCardProps {
  title: string;
  /** The chart's main figure, with its change. */
  headline: ReactNode;
  note: ReactNode;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The legend of a chart with several series. */
  legend?: readonly Pick<Series, "label" | "color" | "drawn">[];
  /** Nothing can be drawn: a sentence has the chart's place. */
  isEmpty?: boolean;
  children: ReactNode;
}

/** A section with a chart that can be replaced by a table of the same size with the same data. */
export function ChartCard({
  title,
  headline,
  note,
  columns,
  rows,
  legend = [],
  isEmpty = false,
  children,
}: ChartCardProps) {
  const [isTable, setTable] = useState(false);
  return (
    <Card title={title} className={styles.card}>
      <div className={styles.headline}>{headline}</div>
      <p className={styles.note}>{note}</p>
      {isEmpty ? (
        <p className={styles.empty}>{t("Nothing in this period yet.")}</p>
      ) : isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <section tabIndex={0} aria-label={t("{title} figures", { title })} className={styles.figures}>
          <table aria-label={t("{title} table", { title })} className={tableStyles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...rest]) => (
                <tr key={first}>
                  <th scope="row">{first}</th>
                  {rest.map((cell, index) => (
                    <td key={columns[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <div className={styles.chart} role="img" aria-label={t("{title} chart", { title })}>
          <div className={styles.plot}>{children}</div>
          {legend.length > 0 && (
            <ul className={styles.legend}>
              {legend.map(({ label, color = "var(--text-second)", drawn }) => (
                <li key={label}>
                  <span data-drawn={drawn ?? "bar"} style={{ color }} />
                  <span>{label}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {!isEmpty && (
        <Button small variant="quiet" className={styles.switch} onClick={() => setTable(!isTable)}>
          {t(isTable ? "Show as a chart" : "Show as a table")}
        </Button>
      )}
    </Card>
  );
}
