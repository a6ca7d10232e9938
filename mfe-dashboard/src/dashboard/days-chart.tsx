import type { Analytics } from "@souffleur/contracts";
import { formatCount, locale, sharedText as shared } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./days-chart.module.css";

const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });

const series = [
  { key: "won", label: () => t("Won"), of: ({ successful }: Point) => successful },
  {
    key: "open",
    label: () => t("{kind, select, deal {Open} other {Open}}", { kind: "deal" }),
    of: ({ open = 0 }: Point) => open,
  },
  { key: "lost", label: () => t("Lost"), of: ({ lost = 0 }: Point) => lost },
] as const;
type Point = Analytics["recentTrends"][number];

/** The calls of the last 30 days in bars, and in a table for screen readers; states without a call have no legend. */
export function DaysChart({ points }: { points: readonly Point[] }) {
  const highest = Math.max(1, ...points.map(({ calls }) => calls));
  const shown = series.filter(({ of }) => points.some((point) => of(point) > 0));
  return (
    <figure className={styles.figure}>
      <div aria-hidden className={styles.bars}>
        {points.map((point) => (
          <span
            key={point.from}
            title={`${day.format(point.from)}${shared(": ")}${formatCount(point.calls)}`}
            className={styles.bar}
          >
            {shown.map(({ key, of }) => (
              <span key={key} data-state={key} style={{ height: `${(of(point) / highest) * 100}%` }} />
            ))}
          </span>
        ))}
      </div>
      <div aria-hidden className={styles.axis}>
        {[points[0], points[Math.floor(points.length / 2)], points.at(-1)].map(
          (point) => point && <span key={point.from}>{day.format(point.from)}</span>,
        )}
      </div>
      <figcaption aria-hidden className={styles.legend}>
        {shown.map(({ key, label }) => (
          <span key={key} data-state={key}>
            {label()}
          </span>
        ))}
      </figcaption>
      <table aria-label={t("Calls of the last 30 days")} className="visually-hidden">
        <thead>
          <tr>
            <td />
            {shown.map(({ key, label }) => (
              <th key={key} scope="col">
                {label()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.from}>
              <th scope="row">{day.format(point.from)}</th>
              {shown.map(({ key, of }) => (
                <td key={key}>{formatCount(of(point))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
