import type { PublishedPlaybook } from "@souffleur/contracts/playbook";
import { Badge, Button } from "@souffleur/shared-ui";
import type { ReactElement } from "react";
import { t } from "../texts/texts.ts";
import { mistakeCount } from "./draft/check-content.ts";
import type { DraftState } from "./draft/draft.ts";
import { publishedText } from "./labels.ts";
import styles from "./playbook.module.css";

interface HeadProps {
  published: PublishedPlaybook;
  state: DraftState;
  hasChanges: boolean;
  mayEdit: boolean;
  onRetry: () => void;
  onPublish: () => void;
  onDiscard: () => void;
  onCompare: () => void;
  /** Further buttons. */
  children?: ReactElement | false;
}

/** The published version, whether the draft differs from it, and whether it is saved. */
export function Head(props: HeadProps) {
  const { published, state, hasChanges, mayEdit, onPublish, onDiscard, children } = props;
  const { status, other, value } = state;
  // A local one has been sent but for its mistakes.
  const isSaved =
    (status === "saved" || status === "local") && other === undefined && mistakeCount(value) === 0;
  return (
    <div className={styles.head}>
      <div className={styles.state}>
        <p>{publishedText(published)}</p>
        <Badge tone={hasChanges ? "warning" : "neutral"}>
          {t(hasChanges ? "Draft has changes" : "No changes in the draft")}
        </Badge>
        {mayEdit && <SavingStatus {...props} />}
      </div>
      <div className={styles.tools}>
        {children}
        {mayEdit && (
          <>
            <Button disabled={!hasChanges} onClick={onDiscard}>
              {t("Discard changes")}
            </Button>
            <Button variant="primary" disabled={!hasChanges || !isSaved} onClick={onPublish}>
              {t("Publish")}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function SavingStatus({ state, onRetry, onCompare }: HeadProps) {
  const { status, other, value } = state;
  const mistakes = mistakeCount(value);
  if (other !== undefined) {
    return (
      <span className={styles.state} role="status">
        <span>{t("Not saved: changed elsewhere too.")}</span>
        <Button small onClick={onCompare}>
          {t("Compare")}
        </Button>
      </span>
    );
  }
  if (status === "unsaved") {
    return (
      <span className={styles.state} role="status">
        <span>{t("Not saved.")}</span>
        <Button small onClick={onRetry}>
          {t("Retry")}
        </Button>
      </span>
    );
  }
  const saved =
    mistakes === 0
      ? t("Draft saved")
      : t("Not saved: {count, plural, one {# entry} other {# entries}} to correct", { count: mistakes });
  return (
    <span className={styles.status} role="status">
      {status === "saving" ? t("Saving…") : saved}
    </span>
  );
}
