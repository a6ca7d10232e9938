import { Notice } from "@souffleur/shared-ui";
import type { PageNotice } from "./use-notices.ts";

interface NoticesProps {
  notices: readonly PageNotice[];
  /** After how many milliseconds successes and information go by themselves; without it they stay. */
  dismissAfter: number | undefined;
  onDismiss: (notice: PageNotice) => void;
  /** A button at the end of a notice that is no success. */
  action?: { label: string; busy: boolean; onPress: () => void } | undefined;
}

/** The notices of a public page, of each kind one at most. */
export function Notices({ notices, dismissAfter, onDismiss, action }: NoticesProps) {
  return notices.map((notice) => {
    const { kind, text, foreign } = notice;
    const isFleeting = kind === "success" || kind === "info";
    return (
      <Notice
        key={kind}
        kind={kind}
        quotedFrom={foreign ? "From the link you opened, not from Souffleur:" : undefined}
        dismissAfter={isFleeting ? dismissAfter : undefined}
        onDismiss={() => onDismiss(notice)}
        action={isFleeting ? undefined : action}
      >
        {text}
      </Notice>
    );
  });
}
