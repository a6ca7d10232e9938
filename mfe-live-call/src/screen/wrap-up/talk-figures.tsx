import { formatMinutes, type TalkMetrics, type TalkSide } from "@souffleur/contracts";
import { formatPercent, Skeleton } from "@souffleur/shared-ui";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./wrap-up.module.css";

const rows: readonly (readonly [name: Text, textOf: (side: TalkSide) => string])[] = [
  ["Talk share", ({ share }) => formatPercent(share * 100)],
  [
    "Longest monologue",
    ({ longestMonologue }) =>
      longestMonologue === undefined ? "–" : formatMinutes(longestMonologue.seconds),
  ],
  ["Questions asked", ({ questions }) => String(questions)],
  ["Interruptions", ({ interruptions }) => String(interruptions)],
  ["Words per minute", ({ wordsPerMinute }) => (wordsPerMinute === undefined ? "–" : String(wordsPerMinute))],
];

const silences: readonly (readonly [name: Text, secondsOf: (talk: TalkMetrics) => number])[] = [
  ["Silence", (talk) => talk.silenceSeconds],
  ["Longest silence", (talk) => talk.longestSilenceSeconds],
];

/** The talk figures of both speakers. @param talk undefined while it loads; the placeholders have the same size */
export function TalkFigures({ talk }: { talk: TalkMetrics | undefined }) {
  return (
    <table className={styles.talk}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("Agent")}</th>
          <th scope="col">{t("Client")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, textOf]) => (
          <tr key={name}>
            <th scope="row">{t(name)}</th>
            <td>{talk ? textOf(talk.agent) : <Skeleton />}</td>
            <td>{talk ? textOf(talk.client) : <Skeleton />}</td>
          </tr>
        ))}
        {silences.map(([name, secondsOf]) => (
          <tr key={name}>
            <th scope="row">{t(name)}</th>
            <td colSpan={2}>{talk ? formatMinutes(secondsOf(talk)) : <Skeleton />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
