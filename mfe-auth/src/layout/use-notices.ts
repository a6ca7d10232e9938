import type { NoticeKind } from "@souffleur/shared-ui";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { noticesFromAddress } from "./address-notices.ts";

export interface PageNotice {
  kind: NoticeKind;
  text: string;
  /** The words are those of a link, not the product's. */
  foreign?: boolean;
}

/** The page's notices: at first what the address brings, then the newest of its own. */
export function useNotices() {
  const [search] = useSearchParams();
  const [notices, setNotices] = useState<readonly PageNotice[]>(() => noticesFromAddress(search));
  const say = (notice: PageNotice | undefined) => setNotices(notice === undefined ? [] : [notice]);
  const dismiss = (notice: PageNotice) => setNotices((shown) => shown.filter((other) => other !== notice));
  return { notices, say, dismiss };
}
