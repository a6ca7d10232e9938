import type { Talk, TalkSide } from "@souffleur/contracts";
import { formatPercent, Skeleton } from "@souffleur/shared-ui";
import { formatLength } from "../../lib/format-time.ts";
import styles from "./wrap-up.module.css";

const rows: readonly (readonly [name: string, textOf: (side: TalkSide) => string])[] = [
  ["Talk share", ({ share }) => formatPercent(Math.round(share * 100))],
  ["Longest monologue", ({ longestMonologue }) => formatLength(longestMonologue?.seconds ?? 0)],
  ["Questions", ({ questions }) => String(questions)],
  ["Interruptions", ({ interruptions }) => String(interruptions)],
  ["Words a minute", ({ wordsPerMinute }) => (wordsPerMinute === undefined ? "–" : String(wordsPerMinute))],
];

/** How the two spoke. @param talk undefined while it loads, which takes the same room */
export function TalkFigures({ talk }: { talk: Talk | undefined }) {
  return (
    <table className={styles.talk}>
      <thead>
        <tr>
          <td />
          <th scope="col">Agent</th>
          <th scope="col">Client</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, textOf]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{talk ? textOf(talk.agent) : <Skeleton />}</td>
            <td>{talk ? textOf(talk.client) : <Skeleton />}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Silence</th>
          <td colSpan={2}>
            {talk ? (
              `${formatLength(talk.silenceSeconds)}, ${formatLength(talk.longestSilenceSeconds)} at most at a time`
            ) : (
              <Skeleton />
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
