import { formatMinutes, type Sender, type TalkMetrics, type TalkSide } from "@souffleur/contracts";
import { Card, formatCount, formatPercent } from "@souffleur/shared-ui";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./review.module.css";

const unknown = "–";

const measures: readonly { label: Text; value: (side: TalkSide) => ReactNode }[] = [
  { label: "Talk share", value: ({ share }) => formatPercent(share * 100) },
  { label: "Talk time", value: ({ seconds }) => formatMinutes(seconds) },
  {
    label: "Longest monologue",
    value: ({ longestMonologue: longest }) =>
      longest === undefined ? (
        unknown
      ) : (
        <Link to={{ hash: `#line-${longest.seq}` }} replace>
          {formatMinutes(longest.seconds)}
        </Link>
      ),
  },
  { label: "Questions asked", value: ({ questions }) => formatCount(questions) },
  { label: "Interruptions", value: ({ interruptions }) => formatCount(interruptions) },
  { label: "Words", value: ({ words }) => formatCount(words) },
  {
    label: "Words per minute",
    value: ({ wordsPerMinute }) => (wordsPerMinute === undefined ? unknown : formatCount(wordsPerMinute)),
  },
];

interface TalkCardProps {
  talk: TalkMetrics;
  names: Readonly<Record<Sender, string>>;
}

export function TalkCard({ talk, names }: TalkCardProps) {
  return (
    <Card title={t("Talk figures")}>
      <table aria-label={t("Talk figures")} className={styles.figures}>
        <thead>
          <tr>
            <td />
            <th scope="col" className={styles.agent}>
              {names.agent}
            </th>
            <th scope="col" className={styles.client}>
              {names.client}
            </th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{t(label)}</th>
              <td>{value(talk.agent)}</td>
              <td>{value(talk.client)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.facts}>
        <dt>{t("Silence")}</dt>
        <dd>{formatMinutes(talk.silenceSeconds)}</dd>
        <dt>{t("Longest silence")}</dt>
        <dd>{formatMinutes(talk.longestSilenceSeconds)}</dd>
      </dl>
    </Card>
  );
}
