import type { RateEstimate, ReplyFigures } from "@souffleur/contracts/playbook";
import { Badge, Button, formatCount } from "@souffleur/shared-ui";
import { useState } from "react";
import styles from "./figures.module.css";

const pageSize = 50;
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
              {["Given", "Shown", "Copied", "Used", "Dismissed", "Said"].map((name) => (
                <th key={name} scope="col" className={styles.number}>
                  {name}
                </th>
              ))}
              <th scope="col">Said rate</th>
              <th scope="col">Success, said</th>
              <th scope="col">Success, not said</th>
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
                {[reply.given, reply.shown, reply.copied, reply.used, reply.dismissed, reply.said].map(
                  (count, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                    <td key={at} className={styles.number}>
                      {formatCount(count)}
                    </td>
                  ),
                )}
                <td>
                  <Rate rate={reply.saidRate} />
                </td>
                <td>
                  <Rate rate={reply.successWith} />
                </td>
                <td>
                  <Rate rate={reply.successWithout} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {replies.length > shown && <Button onClick={() => setShown(shown + pageSize)}>Show more</Button>}
    </>
  );
}
