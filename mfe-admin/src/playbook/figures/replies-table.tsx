import type { RateEstimate, ReplyFigures } from "@souffleur/contracts/playbook";
import { Badge, Button, formatCount, formatPercent } from "@souffleur/shared-ui";
import { useState } from "react";
import { t } from "../../texts/texts.ts";
import styles from "./figures.module.css";

const pageSize = 50;
const counts = [
  ["given", "Given"],
  ["shown", "Shown"],
  ["copied", "Copied"],
  ["used", "Used"],
  ["dismissed", "Dismissed"],
  ["said", "Said"],
] as const;
const rates = [
  ["saidRate", "Said rate"],
  ["successWith", "Success, said"],
  ["successWithout", "Success, not said"],
] as const;
const percent = (rate: number) => Math.round(rate * 100);

/** A rate with its interval and its number of cases. */
export function Rate({ rate }: { rate: RateEstimate | undefined }) {
  if (rate === undefined || rate.of === 0) return <span className={styles.second}>{t("No data")}</span>;
  return (
    <>
      <span>{`${formatPercent(percent(rate.rate))} `}</span>
      <span className={styles.second}>
        {t("{low}–{high} of {count}", {
          low: percent(rate.low),
          high: formatPercent(percent(rate.high)),
          count: formatCount(rate.of),
        })}
      </span>
    </>
  );
}

/** The replies, the most frequent first. */
export function RepliesTable({ replies }: { replies: readonly ReplyFigures[] }) {
  const [shown, setShown] = useState(pageSize);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by the keyboard */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label={t("Figures of replies")}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("Reply")}</th>
              {counts.map(([field, label]) => (
                <th key={field} scope="col" className={styles.number}>
                  {t(label)}
                </th>
              ))}
              {rates.map(([field, label]) => (
                <th key={field} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {replies.slice(0, shown).map((reply) => (
              <tr key={`${reply.replyId} ${reply.wording}`}>
                <th scope="row">
                  <span lang="fr">{reply.text}</span>
                  <span className={styles.second}>
                    <span lang="fr">{reply.intent}</span>
                    <span>{reply.wording === "alternative" ? ` · ${t("second wording")} ` : " "}</span>
                    {!reply.published && <Badge>{t("Retired")}</Badge>}
                  </span>
                </th>
                {counts.map(([field, label]) => (
                  <td key={field} data-label={t(label)} className={styles.number}>
                    {formatCount(reply[field])}
                  </td>
                ))}
                {rates.map(([field, label]) => (
                  <td key={field} data-label={t(label)}>
                    <Rate rate={reply[field]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {replies.length > shown && <Button onClick={() => setShown(shown + pageSize)}>{t("Show more")}</Button>}
    </>
  );
}
