import type { DashboardStatistics } from "@souffleur/contracts";
import { formatPercent } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./dashboard.module.css";
import { tiles } from "./tiles.ts";

/** The figures of two periods of 30 days, and their changes. */
export function Changes({
  current,
  previous,
}: {
  current: DashboardStatistics;
  previous: DashboardStatistics;
}) {
  return (
    <table aria-label={t("Changes")} className={styles.changes}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("Last 30 days")}</th>
          <th scope="col">{t("Before")}</th>
          <th scope="col">{t("Change")}</th>
        </tr>
      </thead>
      <tbody>
        {tiles.map(({ label, value, amount }) => (
          <tr key={label}>
            <th scope="row">{t(label)}</th>
            <td>{value(current)}</td>
            <td>{value(previous)}</td>
            <td>{formatChange(amount(current), amount(previous))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In percent of the previous period: `+12.5%`; a dash if that was 0. */
function formatChange(now: number, before: number): string {
  if (before === 0) return "–";
  const percent = (now / before - 1) * 100;
  const sign = percent === 0 ? "" : percent < 0 ? "−" : "+";
  return `${sign}${formatPercent(Math.abs(percent))}`;
}
