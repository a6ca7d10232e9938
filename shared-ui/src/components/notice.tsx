import { type ReactNode, useEffect, useEffectEvent } from "react";
import { classNames } from "../class-names.ts";
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from "../icons.ts";
import styles from "./notice.module.css";

export type NoticeKind = "success" | "error" | "warning" | "info";

const icons = { success: SuccessIcon, error: ErrorIcon, warning: WarningIcon, info: InfoIcon };

interface NoticeProps {
  kind: NoticeKind;
  children: ReactNode;
  /** A button at the end of the text. */
  action?: { label: string; busy: boolean; onPress: () => void } | undefined;
  /** After how many milliseconds `onDismiss` is called by itself; without it the notice stays. */
  dismissAfter?: number | undefined;
  onDismiss?: () => void;
}

/** A message in the page. Errors interrupt a screen reader, the others wait for their turn. */
export function Notice({ kind, children, action, dismissAfter, onDismiss }: NoticeProps) {
  const dismiss = useEffectEvent(() => onDismiss?.());
  // A new text starts the time anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the time belongs to
  useEffect(() => {
    if (dismissAfter === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopWaiting = onceSeen(() => {
      timer = setTimeout(() => dismiss(), dismissAfter);
    });
    return () => {
      stopWaiting();
      clearTimeout(timer);
    };
  }, [dismissAfter, children]);
  const Icon = icons[kind];
  return (
    <div
      role={kind === "error" || kind === "warning" ? "alert" : "status"}
      className={classNames(styles.notice, styles[kind])}
    >
      <Icon aria-hidden />
      <p className={styles.body}>
        {children}
        {action !== undefined && (
          <>
            {" "}
            <button type="button" className={styles.action} disabled={action.busy} onClick={action.onPress}>
              {action.label}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/**
 * Calls `act` as soon as the page can be seen: the splash of a page that has just been loaded covers it, and a notice
 * has its time to be read after that.
 * @returns what ends the waiting
 */
function onceSeen(act: () => void): () => void {
  const splash = document.getElementById("splash");
  if (splash === null) {
    act();
    return () => {};
  }
  const observer = new MutationObserver(() => {
    if (splash.isConnected) return;
    observer.disconnect();
    act();
  });
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
