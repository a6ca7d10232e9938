import type { ReplyFigures } from "@souffleur/contracts/playbook";
import { Button, Card, formatCount } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import { type EditableDraft, keepWording } from "../edit-content.ts";
import styles from "./figures.module.css";
import { Rate } from "./replies-table.tsx";

interface WordingsProps {
  replies: readonly ReplyFigures[];
  draft: EditableDraft | undefined;
}

/** Replies with two wordings: the figures of each, and a button that ends the trial. */
export function Wordings({ replies, draft }: WordingsProps) {
  const pairs = replies.flatMap((first) => {
    const second = replies.find(
      ({ replyId, wording }) => replyId === first.replyId && wording === "alternative",
    );
    return first.wording === "first" && second !== undefined ? [[first, second] as const] : [];
  });
  if (pairs.length === 0) return null;
  return (
    <Card title={t("Two wordings")}>
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
  const isFirst = wording === "first";
  const reply = draft?.content.entries
    .flatMap(({ replies }) => replies)
    .find(({ id, alternative }) => id === replyId && alternative !== undefined);
  return (
    <div>
      <p className={styles.second}>{t(isFirst ? "First wording" : "Second wording")}</p>
      <p lang="fr">{text}</p>
      <dl className={styles.figures}>
        <dt>{t("Given")}</dt>
        <dd>{formatCount(given)}</dd>
        <dt>{t("Said rate")}</dt>
        <dd>
          <Rate rate={saidRate} />
        </dd>
        <dt>{t("Success, said")}</dt>
        <dd>
          <Rate rate={successWith} />
        </dd>
        <dt>{t("Success, not said")}</dt>
        <dd>
          <Rate rate={successWithout} />
        </dd>
      </dl>
      {draft !== undefined && reply !== undefined && (
        <Button
          aria-label={t(isFirst ? "Stop: keep this wording: first" : "Stop: keep this wording: second")}
          onClick={() =>
            draft.replace(
              keepWording(draft.content, replyId, wording),
              t(
                isFirst
                  ? "The first wording is kept in the draft. Publish it to use it."
                  : "The second wording is kept in the draft. Publish it to use it.",
              ),
            )
          }
        >
          {t("Stop: keep this wording")}
        </Button>
      )}
    </div>
  );
}
