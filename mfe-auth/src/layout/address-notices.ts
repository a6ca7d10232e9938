import { type NoticeKind, screenTexts, sessionExpiredText, tokenInvalidText } from "@souffleur/shared-ui";

export interface PageNotice {
  kind: NoticeKind;
  text: string;
  /** The text comes from a link, not from the product. */
  foreign?: boolean;
}

/** The texts of the product's own redirects, in the page's language. */
const ownTexts = {
  error: () => [sessionExpiredText(), tokenInvalidText()],
  success: () => [
    screenTexts.registration.next,
    screenTexts.verification.verified,
    screenTexts.invitation.accepted,
    screenTexts.password.chosen,
  ],
} as const;

/** In characters, "…" included. */
const lengthMax = 200;

/**
 * The notices of an address: `error` as an error, `message` as a success. Anybody can write a link to this page, so any
 * text other than the product's own is marked as foreign.
 */
export function noticesFromAddress(search: URLSearchParams): PageNotice[] {
  return [noticeOf("error", search.get("error")), noticeOf("success", search.get("message"))].filter(
    (notice) => notice !== undefined,
  );
}

function noticeOf(kind: keyof typeof ownTexts, given: string | null): PageNotice | undefined {
  const text = toPlainText(given ?? "");
  if (text === "") return undefined;
  // As the catalogue writes it: French texts have spaces that a plain text loses.
  const own = ownTexts[kind]().find((one) => toPlainText(one) === text);
  return own === undefined ? { kind, text, foreign: true } : { kind, text: own };
}

/**
 * One line of visible text: without control, bidirectional and invisible characters and stacked accents, any of which
 * could disguise or cover the text around it.
 */
function toPlainText(given: string): string {
  const text = given
    .slice(0, 10 * lengthMax)
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .replace(/\p{Z}+/gu, " ")
    .trim();
  const characters = Array.from(text);
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax - 1).join("")}…`;
}
