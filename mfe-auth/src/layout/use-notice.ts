import type { NoticeKind } from "@souffleur/shared-ui";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";

export interface PageNotice {
  kind: NoticeKind;
  text: string;
}

const longest = 300;

/** The page's one notice; at first what the address brings: `error` before `message`. */
export function useNotice() {
  const [search] = useSearchParams();
  return useState<PageNotice | undefined>(() => fromAddress(search));
}

function fromAddress(search: URLSearchParams): PageNotice | undefined {
  const error = search.get("error")?.trim().slice(0, longest);
  if (error) return { kind: "error", text: error };
  const message = search.get("message")?.trim().slice(0, longest);
  return message ? { kind: "success", text: message } : undefined;
}
