import { Card } from "@souffleur/shared-ui";
import type { ReactNode } from "react";
import styles from "./analytics.module.css";
import tableStyles from "./figures-table.module.css";

interface ChartCardProps {
  title: string;
  /** The chart's main figure. */
  headline: ReactNode;
  note?: ReactNode;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The meaning of the chart's colours, where it has several. */
  legend?: readonly { label: string; color: string; dashed?: boolean }[];
  children: ReactNode;
}

/** A section with a chart and a table of the same data. */
export function ChartCard({ title, headline, note, columns, rows, legend, children }: ChartCardProps) {
  return (
    <Card title={title} className={styles.card}>
      <p className={styles.headline}>{headline}</p>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.chart} role="img" aria-label={`${title} chart`}>
        <div className={styles.plot}>{children}</div>
        {legend !== undefined && (
          <ul className={styles.legend}>
            {legend.map(({ label, color, dashed = false }) => (
              <li key={label}>
                <span data-dashed={dashed} style={{ color }} />
                {label}
              </li>
            ))}
          </ul>
        )}
      </div>
      <details className={styles.details}>
        <summary>Show as a table</summary>
        <div className={tableStyles.scroller}>
          <table aria-label={`${title} table`} className={tableStyles.table}>
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
        </div>
      </details>
    </Card>
  );
}
