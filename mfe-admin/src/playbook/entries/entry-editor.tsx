import { type PlaybookEntry, PlaybookGroup, playbookLimits } from "@souffleur/contracts/playbook";
import { Button, CopyIcon, Notice, SelectField, TextField } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import { checkEntry } from "../draft/check-content.ts";
import { newReply } from "../edit-content.ts";
import { groupLabels } from "../labels.ts";
import styles from "./entries.module.css";
import { NotWhen, Phrases } from "./phrases.tsx";
import { ReplyFields } from "./reply-fields.tsx";

interface EntryEditorProps {
  entry: PlaybookEntry;
  /** It begins with its intent. */
  isNew: boolean;
  onChange: (entry: PlaybookEntry) => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

export function EntryEditor({ entry, isNew, onChange, onDuplicate, onDelete }: EntryEditorProps) {
  const { mistakes } = checkEntry(entry);
  const [mistake] = Object.values(mistakes);
  const change = (part: Partial<PlaybookEntry>) => onChange({ ...entry, ...part });
  return (
    <div className={styles.editor}>
      <div role="status">
        {mistake !== undefined && (
          <Notice kind="info">{t("This entry is not saved yet: {mistake}.", { mistake })}</Notice>
        )}
      </div>
      <div className={styles.pair}>
        <TextField
          label={t("Intent")}
          hint={t("What the client wants, or the moment of the call.")}
          lang="fr"
          autoFocus={isNew}
          maxLength={playbookLimits.intentMax}
          value={entry.intent}
          error={entry.intent === "" ? undefined : mistakes.intent}
          onChange={(event) => change({ intent: event.target.value })}
        />
        <SelectField
          label={t("Group")}
          value={entry.group}
          onChange={(event) => change({ group: PlaybookGroup.parse(event.target.value) })}
        >
          {PlaybookGroup.options.map((group) => (
            <option key={group} value={group}>
              {t(groupLabels[group])}
            </option>
          ))}
        </SelectField>
      </div>
      <section aria-labelledby="replies">
        <h3 id="replies">{t("Replies")}</h3>
        {entry.replies.map((reply, at) => (
          <ReplyFields
            key={reply.id}
            reply={reply}
            number={at + 1}
            mistakes={mistakes}
            onChange={(next) => change({ replies: entry.replies.with(at, next) })}
            onRemove={() => change({ replies: entry.replies.toSpliced(at, 1) })}
          />
        ))}
        {mistakes.replies !== undefined && <p className={styles.mistake}>{mistakes.replies}</p>}
        <Button
          small
          disabled={entry.replies.length >= playbookLimits.replies}
          onClick={() => change({ replies: [...entry.replies, newReply()] })}
        >
          {t("Add reply")}
        </Button>
      </section>
      <Phrases phrases={entry.phrases} mistakes={mistakes} onChange={(phrases) => change({ phrases })} />
      <NotWhen texts={entry.not} mistakes={mistakes} onChange={(not) => change({ not })} />
      <div className={styles.actions}>
        <Button onClick={onDuplicate}>
          <CopyIcon aria-hidden />
          <span>{t("Duplicate")}</span>
        </Button>
        <Button variant="danger" onClick={onDelete}>
          {t("Delete entry")}
        </Button>
      </div>
    </div>
  );
}
