import { Notice, type NoticeAction } from "@souffleur/shared-ui";
import { type ReactElement, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { noticesFromAddress, type PageNotice } from "./address-notices.ts";

/** The notices of a page: initially those of the address, then its own latest one. */
export function useNotices() {
  const [search] = useSearchParams();
  const [notices, setNotices] = useState<readonly PageNotice[]>(() => noticesFromAddress(search));
  const showNotice = (notice: PageNotice | undefined) => setNotices(notice === undefined ? [] : [notice]);
  const dismiss = (notice: PageNotice) => setNotices((shown) => shown.filter((other) => other !== notice));
  return { notices, showNotice, dismiss };
}

interface NoticesProps {
  notices: readonly PageNotice[];
  /** Successes and information disappear after this many milliseconds; without it they stay. */
  dismissAfter: number | undefined;
  onDismiss: (notice: PageNotice) => void;
  /** A button at the end of an error or a warning. */
  action?: NoticeAction | undefined;
  /** A link after the text of an error or a warning. */
  link?: ReactElement | false | undefined;
}

/** The notices of a public page, at most one of each kind. */
export function Notices({ notices, dismissAfter, onDismiss, action, link }: NoticesProps) {
  return notices.map((notice) => {
    const { kind, text, foreign } = notice;
    const isTemporary = kind === "success" || kind === "info";
    return (
      <Notice
        key={kind}
        kind={kind}
        quotedFrom={foreign ? t("From the link you opened, not from Souffleur:") : undefined}
        dismissAfter={isTemporary ? dismissAfter : undefined}
        onDismiss={() => onDismiss(notice)}
        action={isTemporary ? undefined : action}
      >
        {/* A string: a new element as the child would restart the notice's timer at each render. */}
        {isTemporary ? (
          text
        ) : (
          <>
            <span>{text}</span>
            {link && <span> </span>}
            {link}
          </>
        )}
      </Notice>
    );
  });
}
