import { Notice, type NoticeAction, type NoticeKind } from "@souffleur/shared-ui";
import type { ReactNode } from "react";
import { t } from "../texts/texts.ts";

export interface PageNotice {
  kind: NoticeKind;
  text: string;
  /** The text comes from a link, not from the product. */
  foreign?: boolean;
}

interface NoticesProps {
  notices: readonly PageNotice[];
  /** Successes and information disappear after this many milliseconds; without it they stay. */
  dismissAfter: number | undefined;
  onDismiss: (notice: PageNotice) => void;
  /** A button at the end of an error or a warning. */
  action?: NoticeAction | undefined;
  /** A link after the text of an error or a warning. */
  link?: ReactNode;
}

/** The notices of a public page, at most one of each kind. */
export function Notices({ notices, dismissAfter, onDismiss, action, link }: NoticesProps) {
  return notices.map((notice) => {
    const { kind, text, foreign } = notice;
    const isFleeting = kind === "success" || kind === "info";
    return (
      <Notice
        key={kind}
        kind={kind}
        quotedFrom={foreign ? t("From the link you opened, not from Souffleur:") : undefined}
        dismissAfter={isFleeting ? dismissAfter : undefined}
        onDismiss={() => onDismiss(notice)}
        action={isFleeting ? undefined : action}
      >
        {/* One text of a fleeting notice stays the same child, so that its time runs on. */}
        {isFleeting ? (
          text
        ) : (
          <>
            {text} {link}
          </>
        )}
      </Notice>
    );
  });
}
