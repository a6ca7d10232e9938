import { SuggestionCategory } from "@souffleur/contracts";
import { type PlaybookReply, placeholders, playbookLimits } from "@souffleur/contracts/playbook";
import {
  Button,
  ChevronDownIcon,
  CloseIcon,
  IconButton,
  Menu,
  MenuItem,
  Select,
  TextAreaField,
} from "@souffleur/shared-ui";
import { useRef } from "react";
import { t } from "../../texts/texts.ts";
import { categoryLabels, placeholderLabels } from "../labels.ts";
import styles from "./entries.module.css";

interface ReplyFieldsProps {
  reply: PlaybookReply;
  /** The number of the reply in its entry, from 1. */
  number: number;
  mistakes: Readonly<Record<string, string>>;
  onChange: (reply: PlaybookReply) => void;
  onRemove: () => void;
}

export function ReplyFields({ reply, number, mistakes, onChange, onRemove }: ReplyFieldsProps) {
  const { alternative, ...single } = reply;
  const path = `replies.${number - 1}`;
  return (
    <div role="group" aria-label={t("Reply {number}", { number })} className={styles.reply}>
      <Wording
        label={t("Text")}
        text={reply.text}
        error={mistakes[`${path}.text`]}
        onChange={(text) => onChange({ ...reply, text })}
      />
      {alternative !== undefined && (
        <Wording
          label={t("Second wording")}
          text={alternative}
          error={mistakes[`${path}.alternative`]}
          onChange={(text) => onChange({ ...reply, alternative: text })}
        />
      )}
      <div className={styles.replyFoot}>
        <Select
          small
          aria-label={t("Category")}
          value={reply.category}
          onChange={(event) => onChange({ ...reply, category: SuggestionCategory.parse(event.target.value) })}
        >
          {SuggestionCategory.options.map((category) => (
            <option key={category} value={category}>
              {t(categoryLabels[category])}
            </option>
          ))}
        </Select>
        {alternative === undefined ? (
          <Button small variant="quiet" onClick={() => onChange({ ...reply, alternative: "" })}>
            {t("Try a second wording")}
          </Button>
        ) : (
          <Button small variant="quiet" onClick={() => onChange(single)}>
            {t("Remove second wording")}
          </Button>
        )}
        <IconButton small label={t("Remove reply {number}", { number })} onClick={onRemove}>
          <CloseIcon aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

interface WordingProps {
  label: string;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** A reply's text, with a menu of placeholders to insert. */
function Wording({ label, text, error, onChange }: WordingProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const from = area.current?.selectionStart ?? text.length;
    const to = area.current?.selectionEnd ?? text.length;
    onChange(`${text.slice(0, from)}{${name}}${text.slice(to)}`);
    const end = from + name.length + 2;
    setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(end, end);
    });
  };
  return (
    <div className={styles.wording}>
      <TextAreaField
        ref={area}
        label={label}
        lang="fr"
        rows={2}
        value={text}
        error={text === "" ? undefined : error}
        hint={t("{length} of {max} characters", { length: text.length, max: playbookLimits.replyMax })}
        onChange={(event) => onChange(event.target.value)}
      />
      <Menu
        trigger={
          <Button small variant="quiet">
            <span>{t("Insert value")}</span>
            <ChevronDownIcon aria-hidden />
          </Button>
        }
      >
        {placeholders.map((name) => (
          <MenuItem key={name} onSelect={() => insert(name)}>
            <span>
              <code>{`{${name}}`}</code>
              <span className={styles.meaning}>{t(placeholderLabels[name])}</span>
            </span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
