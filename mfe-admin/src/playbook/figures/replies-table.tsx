import type { RateEstimate, ReplyFigures } from "@souffleur/contracts/playbook";
import { Badge, Button, Card, classNames, formatCount, formatPercent } from "@souffleur/shared-ui";
import { type ReactNode, useState } from "react";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./figures.module.css";

const pageSize = 50;
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

interface Column {
  label: Text;
  cell: (reply: ReplyFigures) => ReactNode;
  isNumber?: true;
}

const count = (label: Text, value: (reply: ReplyFigures) => number): Column => ({
  label,
  cell: (reply) => formatCount(value(reply)),
  isNumber: true,
});
const rate = (label: Text, value: (reply: ReplyFigures) => RateEstimate | undefined): Column => ({
  label,
  cell: (reply) => <Rate rate={value(reply)} />,
});

/** The columns beside the reply itself. */
const mainColumns: readonly Column[] = [
  count("Shown", ({ shown }) => shown),
  count("Said", ({ said }) => said),
  rate("Success", ({ successWith }) => successWith),
];
const allColumns: readonly Column[] = [
  count("Given", ({ given }) => given),
  count("Shown", ({ shown }) => shown),
  count("Copied", ({ copied }) => copied),
  count("Used", ({ used }) => used),
  count("Dismissed", ({ dismissed }) => dismissed),
  count("Said", ({ said }) => said),
  rate("Said rate", ({ saidRate }) => saidRate),
  rate("Success, said", ({ successWith }) => successWith),
  rate("Success, not said", ({ successWithout }) => successWithout),
];

interface RepliesTableProps {
  replies: readonly ReplyFigures[];
  /** How many ended calls they are of. */
  calls: number;
}

/** The replies, the most frequent first, with the figures that say what works, or with all. */
export function RepliesTable({ replies, calls }: RepliesTableProps) {
  const [shown, setShown] = useState(pageSize);
  const [isFull, setIsFull] = useState(false);
  const columns = isFull ? allColumns : mainColumns;
  return (
    <Card
      title={t("Replies")}
      aside={
        <span className={styles.aside}>
          <span className={styles.second}>
            {t("{count, plural, one {# ended call} other {# ended calls}}", { count: calls })}
          </span>
          <Button small aria-pressed={isFull} onClick={() => setIsFull(!isFull)}>
            {t("All figures")}
          </Button>
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by the keyboard */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label={t("Figures of replies")}>
        <table className={classNames(styles.table, isFull && styles.full)}>
          <thead>
            <tr>
              <th scope="col">{t("Reply")}</th>
              {columns.map(({ label, isNumber }) => (
                <th key={label} scope="col" className={isNumber && styles.number}>
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
                {columns.map(({ label, cell, isNumber }) => (
                  <td key={label} data-label={t(label)} className={isNumber && styles.number}>
                    {cell(reply)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {replies.length > shown && <Button onClick={() => setShown(shown + pageSize)}>{t("Show more")}</Button>}
    </Card>
  );
}
