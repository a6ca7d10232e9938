import { screenTexts, sessionExpiredText } from "@souffleur/shared-ui";
import type { PageNotice } from "./use-notices.ts";

/** What the product itself sends to its pages by their address. */
const own = {
  error: new Set<string>([sessionExpiredText]),
  success: new Set<string>([screenTexts.registration.next, screenTexts.verification.verified]),
} as const;

/** Characters, "…" included: some lines of a notice. */
const longest = 200;

/**
 * The notices that an address brings: `error` as an error, `message` as a success. Anybody can write a link to this
 * page, so that every text but the product's own is marked as the link's.
 */
export function noticesFromAddress(search: URLSearchParams): PageNotice[] {
  return [noticeOf("error", search.get("error")), noticeOf("success", search.get("message"))].filter(
    (notice) => notice !== undefined,
  );
}

function noticeOf(kind: keyof typeof own, given: string | null): PageNotice | undefined {
  const text = plain(given ?? "");
  if (text === "") return undefined;
  return own[kind].has(text) ? { kind, text } : { kind, text, foreign: true };
}

/**
 * One line of what can be seen: without control characters, characters that turn the direction of writing, invisible
 * ones and piles of accents, any of which could paint over what stands beside it.
 */
function plain(given: string): string {
  const text = given
    .slice(0, 10 * longest)
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .replace(/\p{Z}+/gu, " ")
    .trim();
  const characters = Array.from(text);
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}
