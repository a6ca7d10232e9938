import type { Suggestion } from "@souffleur/contracts";
import { Badge, Button, CloseIcon, CopyIcon, classNames, IconButton, NotesIcon } from "@souffleur/shared-ui";
import { formatConfidence, useCopy } from "@souffleur/shared-ui/transcript";
import type { ShownSuggestion } from "../../suggestions/slot-state.ts";
import { T, type Text, t } from "../../texts/texts.ts";
import { DoneMark, KeyHint } from "./card-parts.tsx";
import styles from "./suggestion-card.module.css";

const categories = {
  response: { label: "Response", tone: "accent" },
  question: { label: "Question", tone: "client" },
  other: { label: "Other", tone: "neutral" },
} as const satisfies Record<Suggestion["category"], { label: Text; tone: string }>;

/** Texts of more letters are set smaller, so that they are shown in full: for the best reply, and for the others. */
const longTexts = { best: [72, 108], other: [110, 160] } as const;

interface SuggestionCardProps {
  shown: ShownSuggestion;
  /** From 1; also the key that uses the suggestion. */
  slot: number;
  isBest: boolean;
  /** The best reply names the subject already. */
  isSubjectNamed: boolean;
  /** Whether it is still being written and can't be used yet. */
  isDraft: boolean;
  hasDigits: boolean;
  /** Called when the agent points at, presses or focuses it. */
  onTouch: () => void;
  onFocus: (isFocused: boolean) => void;
  onCopy: () => void;
  onNote: () => void;
  onUse: () => void;
  onDismiss: () => void;
}

/** A reply: the best one is as large as the agent needs it to read it at a glance. */
export function SuggestionCard({
  shown: { suggestion, done, isPast },
  slot,
  isBest,
  isSubjectNamed,
  isDraft,
  hasDigits,
  onTouch,
  onFocus,
  onCopy,
  onNote,
  onUse,
  onDismiss,
}: SuggestionCardProps) {
  const { text, intent, trigger } = suggestion;
  const { copy } = useCopy();
  const [long, longer] = longTexts[isBest ? "best" : "other"];
  return (
    <li
      style={{ gridRow: slot }}
      className={classNames(styles.card, isBest && styles.best, isPast && styles.past)}
      // Screen readers announce it when it is complete, not word by word; of a set the best reply alone, while the client speaks.
      aria-busy={isDraft}
      {...(!isBest && { "aria-live": "off" })}
      onPointerMove={onTouch}
      onPointerDown={onTouch}
      onFocus={() => {
        onTouch();
        onFocus(true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // When the focused button disappears, nothing else gets the focus: the pane handles that.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onFocus(false);
      }}
    >
      <p
        lang="fr"
        className={styles.text}
        data-length={text.length > longer ? 2 : text.length > long ? 1 : 0}
      >
        {isDraft ? `${text} …` : text}
      </p>
      <div aria-live="off" className={styles.row}>
        {done === undefined ? <Kind {...suggestion} /> : <DoneMark done={done} kind="suggestion" />}
        {intent !== undefined && !isSubjectNamed && (
          <span lang="fr" className={styles.intent} title={trigger?.text}>
            {intent.name}
          </span>
        )}
        <span className={styles.actions}>
          <Button
            small
            variant="quiet"
            disabled={isDraft}
            onClick={() => void copy(text).then((done) => done && onCopy())}
          >
            <CopyIcon aria-hidden />
            {/* A reply is read, not its buttons: the icon is enough for what every card has. */}
            <span className="visually-hidden">{t("Copy")}</span>
          </Button>
          <IconButton small label={t("Add to notes")} disabled={isDraft} onClick={onNote}>
            <NotesIcon aria-hidden />
          </IconButton>
          {done?.as !== "used" && (
            <Button
              small
              variant={isBest ? "primary" : "secondary"}
              disabled={isDraft}
              onClick={onUse}
              {...(hasDigits && { "aria-keyshortcuts": String(slot) })}
            >
              <span>{t("Use")}</span>
              {hasDigits && <KeyHint>{slot}</KeyHint>}
            </Button>
          )}
          <IconButton small label={t("Dismiss suggestion")} onClick={onDismiss}>
            <CloseIcon aria-hidden />
          </IconButton>
        </span>
      </div>
    </li>
  );
}

/** What kind of reply it is, and how well it fits. */
function Kind({ category, confidence }: Suggestion) {
  const { label, tone } = categories[category];
  return (
    <>
      <Badge tone={tone}>{t(label)}</Badge>
      <span className={styles.confidence}>
        <T
          text="{percent}<0> confidence</0>"
          values={{ percent: formatConfidence(confidence) }}
          elements={[<span key="unit" className="visually-hidden" />]}
        />
      </span>
    </>
  );
}
