import type { RateEstimate, ReplyFigures } from "@souffleur/contracts/playbook";
import { Badge, Button, formatCount } from "@souffleur/shared-ui";
import { useState } from "react";
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

/** A rate with its interval, and of how many. */
export function Rate({ rate }: { rate: RateEstimate | undefined }) {
  if (rate === undefined || rate.of === 0) return <span className={styles.second}>No data</span>;
  return (
    <>
      {percent(rate.rate)}%{" "}
      <span className={styles.second}>
        {percent(rate.low)}–{percent(rate.high)}% of {formatCount(rate.of)}
      </span>
    </>
  );
}

/** The replies, the most frequent first. */
export function RepliesTable({ replies }: { replies: readonly ReplyFigures[] }) {
  const [shown, setShown] = useState(pageSize);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label="Figures of replies">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Reply</th>
              {counts.map(([field, label]) => (
                <th key={field} scope="col" className={styles.number}>
                  {label}
                </th>
              ))}
              {rates.map(([field, label]) => (
                <th key={field} scope="col">
                  {label}
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
                    {reply.wording === "alternative" && " · second wording"}{" "}
                    {!reply.published && <Badge>Retired</Badge>}
                  </span>
                </th>
                {counts.map(([field, label]) => (
                  <td key={field} data-label={label} className={styles.number}>
                    {formatCount(reply[field])}
                  </td>
                ))}
                {rates.map(([field, label]) => (
                  <td key={field} data-label={label}>
                    <Rate rate={reply[field]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {replies.length > shown && <Button onClick={() => setShown(shown + pageSize)}>Show more</Button>}
    </>
  );
}
