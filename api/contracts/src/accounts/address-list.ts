/** What stands in a pasted list in the place of an address, and on which line, counted from 1. */
export interface ListedAddress {
  line: number;
  typed: string;
}

/**
 * The addresses of a pasted list: separated by line breaks, commas, semicolons, tabs or spaces, each alone or as mail
 * programs write it (`"Roux, Camille" <camille@example.com>`, `ROUX, Camille <camille@example.com>`), also with `/`, `ou` and
 * the like between two. What is no address is listed too, so that it can be named; names before an address are not, nor what
 * is in parentheses beside it.
 */
export function readAddressList(pasted: string): ListedAddress[] {
  return (
    pasted
      .replace(/[\u200B-\u200D\u2060\uFEFF]/gu, "")
      // Google's exports have it between several.
      .replaceAll(":::", ",")
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .flatMap((text, at) =>
        piecesOf(text).flatMap((piece) => addressesIn(piece).map((typed) => ({ line: at + 1, typed }))),
      )
  );
}

/** What stands between separators that are not within quotes or parentheses; one that nothing closes is a character as any other. */
function piecesOf(line: string): string[] {
  const pieces = line.replace(lastNames, "$1").match(/(?:"[^"]*"|\([^()@]*\)|[^,;\t])+/gu) ?? [];
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

/** `ROUX,` before `Camille <…>` */
const lastNames = /(^|[,;\t])[\p{L}’' -]+,(?=[^,;\t<>@]*<)/gu;
const bracketed = /<([^<>]*)>/gu;

function addressesIn(whole: string): string[] {
  const piece = whole.includes("@") ? whole.replace(comments, " ").replace(titles, "").trim() : whole;
  const inBrackets = Array.from(piece.matchAll(bracketed), ([, address = ""]) => bare(address.trim()));
  const words = piece.replace(bracketed, " ").split(/\s+/u).flatMap(joined).map(bare).filter(isSaid);
  const addresses = words.filter(isAddress);
  if (inBrackets.length === 0) return addresses.length === words.length ? words : [piece];
  const after = piece.slice(piece.lastIndexOf(">") + 1).split(/\s+/u);
  const rest = after.flatMap(joined).filter(isSaid);
  return [...addresses, ...inBrackets, ...(rest.every(isAddress) ? [] : [rest.join(" ")])];
}

/** What RFC 5322 calls a comment, such as "(perso)". */
const comments = /\([^()@]*\)/gu;
/** "E-mail : " before an address. */
const titles = /(?<![\p{L}-])\p{L}[\p{L}-]{0,20}\s{0,3}:\s{0,3}(?=[^\s/:]{1,64}@)/gu;
/** Two addresses, of which a slash or a bar is no part. */
const joined = (word: string) => (/@[^@]*[/|][^@]*@/u.test(word) ? word.split(/[/|]/u) : [word]);
const between = new Set(["", "/", "|", "&", "-", "–", "—", "•", "ou", "or", "et", "and", "puis", "«", "»"]);
const isSaid = (word: string) => !between.has(word);
const bare = (word: string) =>
  word
    .replace(/^mailto:/iu, "")
    .replace(/^(["'])(.*)\1$|^[«“‘](.*)[»”’]$/u, "$2$3")
    .replace(/(?<=@\S*[^.\s])\.$/u, "");
const isAddress = (word: string) => /^[^\s"]*@[^\s"]*$/u.test(word);

/** Longer, a text is none that a person has typed. */
const enteredMax = 2000;

/** The addresses that stand in the place of one, in a form, a table's cell or a request; what is none is among them. */
export const addressesOf = (typed: string): string[] =>
  typed.length > enteredMax ? [typed] : readAddressList(typed).map((one) => one.typed);
