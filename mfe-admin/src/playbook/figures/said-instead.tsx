import type { EndpointAnswer } from "@souffleur/contracts";
import { playbookLimits, type readPlaybookFigures } from "@souffleur/contracts/playbook";
import { Button, Card } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import { type EditableDraft, newReply, withEntry } from "../edit-content.ts";
import styles from "./figures.module.css";

interface SaidInsteadProps {
  instead: EndpointAnswer<typeof readPlaybookFigures>["data"]["instead"];
  draft: EditableDraft | undefined;
}

/** What agents said themselves when an entry was triggered: candidates for replies. */
export function SaidInstead({ instead, draft }: SaidInsteadProps) {
  if (instead.length === 0) return null;
  return (
    <Card title={t("What agents say instead")}>
      <ul className={styles.pairs}>
        {instead.map(({ entryId, intent, lines }) => (
          <li key={entryId}>
            <h3 lang="fr">{intent}</h3>
            <ul className={styles.lines}>
              {lines.map(({ text, times }) => (
                <li key={text}>
                  <span>
                    <span lang="fr">{text}</span>
                    <span> </span>
                    <span className={styles.second}>
                      {t("{count, plural, one {# time} other {# times}}", { count: times })}
                    </span>
                  </span>
                  {draft !== undefined && <AddButton entryId={entryId} text={text} draft={draft} />}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AddButton({ entryId, text, draft }: { entryId: string; text: string; draft: EditableDraft }) {
  const entry = draft.content.entries.find(({ id }) => id === entryId);
  if (entry === undefined) return <span className={styles.second}>{t("No longer in the draft")}</span>;
  if (entry.replies.some((reply) => reply.text === text)) {
    return <span className={styles.second}>{t("In the draft")}</span>;
  }
  const isFull = entry.replies.length >= playbookLimits.replies;
  return (
    <Button
      small
      disabled={isFull}
      aria-label={t("Add as a reply: {text}", { text })}
      onClick={() =>
        draft.replace(
          withEntry(draft.content, {
            ...entry,
            replies: [...entry.replies, newReply(text.slice(0, playbookLimits.replyMax))],
          }),
          t("Added to {intent} in the draft.", { intent: entry.intent }),
        )
      }
    >
      {t(isFull ? "No room for more replies" : "Add as a reply")}
    </Button>
  );
}
