import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { noticesFromAddress } from "./address-notices.ts";
import type { PageNotice } from "./notices.tsx";

/** The page's notices: first those of the address, then the latest of its own. */
export function useNotices() {
  const [search] = useSearchParams();
  const [notices, setNotices] = useState<readonly PageNotice[]>(() => noticesFromAddress(search));
  const showNotice = (notice: PageNotice | undefined) => setNotices(notice === undefined ? [] : [notice]);
  const dismiss = (notice: PageNotice) => setNotices((shown) => shown.filter((other) => other !== notice));
  return { notices, showNotice, dismiss };
}
