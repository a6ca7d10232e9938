import type { ReplyFigures } from "@souffleur/contracts/playbook";
import { Button, Card, formatCount } from "@souffleur/shared-ui";
import { type EditableDraft, keepWording } from "../edit-content.ts";
import styles from "./figures.module.css";
import { Rate } from "./replies-table.tsx";

interface WordingsProps {
  replies: readonly ReplyFigures[];
  draft: EditableDraft | undefined;
}

/** Replies with two wordings: how each does, and the end of the trial. */
export function Wordings({ replies, draft }: WordingsProps) {
  const pairs = replies.flatMap((first) => {
    const second = replies.find(
      ({ replyId, wording }) => replyId === first.replyId && wording === "alternative",
    );
    return first.wording === "first" && second !== undefined ? [[first, second] as const] : [];
  });
  if (pairs.length === 0) return null;
  return (
    <Card title="Two wordings">
      <ul className={styles.pairs}>
        {pairs.map((pair) => (
          <li key={pair[0].replyId}>
            <h3 lang="fr">{pair[0].intent}</h3>
            <div className={styles.pair}>
              {pair.map((one) => (
                <Wording key={one.wording} figures={one} draft={draft} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Wording({ figures, draft }: { figures: ReplyFigures; draft: EditableDraft | undefined }) {
  const { replyId, wording, text, given, saidRate, successWith, successWithout } = figures;
  const name = wording === "first" ? "First wording" : "Second wording";
  const reply = draft?.content.entries
    .flatMap(({ replies }) => replies)
    .find(({ id, alternative }) => id === replyId && alternative !== undefined);
  return (
    <div>
      <p className={styles.second}>{name}</p>
      <p lang="fr">{text}</p>
      <dl className={styles.figures}>
        <dt>Given</dt>
        <dd>{formatCount(given)}</dd>
        <dt>Said rate</dt>
        <dd>
          <Rate rate={saidRate} />
        </dd>
        <dt>Success, said</dt>
        <dd>
          <Rate rate={successWith} />
        </dd>
        <dt>Success, not said</dt>
        <dd>
          <Rate rate={successWithout} />
        </dd>
      </dl>
      {draft !== undefined && reply !== undefined && (
        <Button
          aria-label={`Stop: keep this wording: ${wording === "first" ? "first" : "second"}`}
          onClick={() =>
            draft.replace(
              keepWording(draft.content, replyId, wording),
              `The ${name.toLowerCase()} is kept in the draft. Publish it to use it.`,
            )
          }
        >
          Stop: keep this wording
        </Button>
      )}
    </div>
  );
}
