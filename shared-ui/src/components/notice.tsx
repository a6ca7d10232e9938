import { type ReactNode, useEffect, useEffectEvent } from "react";
import { usePageSeen } from "../browser/use-page-seen.ts";
import { inElement } from "../language/in-element.tsx";
import { pressable } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from "./icons.ts";
import styles from "./notice.module.css";

export type NoticeKind = "success" | "error" | "warning" | "info";

const icons = { success: SuccessIcon, error: ErrorIcon, warning: WarningIcon, info: InfoIcon };

export interface NoticeAction {
  label: string;
  busy: boolean;
  disabled?: boolean;
  onPress: () => void;
}

interface NoticeProps {
  kind: NoticeKind;
  children: ReactNode;
  /** The source of a text from elsewhere, which is shown as a quotation below it. */
  quotedFrom?: string | undefined;
  /** A button at the end of the text. */
  action?: NoticeAction | undefined;
  /** `onDismiss` is called after this many milliseconds; without it the notice stays. */
  dismissAfter?: number | undefined;
  onDismiss?: () => void;
}

/** A message in the page. Errors and warnings interrupt screen readers; other kinds do not. */
export function Notice({ kind, children, quotedFrom, action, dismissAfter, onDismiss }: NoticeProps) {
  const isSeen = usePageSeen();
  const dismiss = useEffectEvent(() => onDismiss?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text restarts the time
  useEffect(() => {
    if (dismissAfter === undefined || !isSeen) return undefined;
    const timer = setTimeout(() => dismiss(), dismissAfter);
    return () => clearTimeout(timer);
  }, [dismissAfter, isSeen, children]);
  const Icon = icons[kind];
  return (
    <div
      role={kind === "error" || kind === "warning" ? "alert" : "status"}
      className={classNames(styles.notice, styles[kind])}
    >
      <Icon aria-hidden />
      <p className={styles.body}>
        {quotedFrom === undefined ? (
          inElement(children)
        ) : (
          <>
            <strong>{quotedFrom}</strong>
            <q className={styles.quote} dir="auto">
              {children}
            </q>
          </>
        )}
        {action !== undefined && (
          <>
            <span> </span>
            <button
              type="button"
              className={styles.action}
              // Otherwise a countdown in the label would be announced every second.
              aria-live="off"
              {...pressable({ ...action, onClick: action.onPress })}
            >
              {action.label}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
