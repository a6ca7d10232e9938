/** What stands in a pasted list in the place of an address, and on which line, counted from 1. */
export interface ListedAddress {
  line: number;
  typed: string;
}

/**
 * The addresses of a pasted list: separated by line breaks, commas, semicolons, tabs or spaces, each alone or as mail
 * programs write it (`"Roux, Camille" <camille@example.com>`, `ROUX, Camille <camille@example.com>`). What is no address is
 * listed too, so that it can be named; names before an address are not.
 */
export function readAddressList(pasted: string): ListedAddress[] {
  return pasted
    .replace(/[\u200B-\u200D\u2060\uFEFF]/gu, "")
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((text, at) =>
      piecesOf(text).flatMap((piece) => addressesIn(piece).map((typed) => ({ line: at + 1, typed }))),
    );
}

/** What stands between separators that are not within quotes; a quote that nothing closes is a character as any other. */
function piecesOf(line: string): string[] {
  const pieces = line.replace(lastNames, "$1").match(/(?:"[^"]*"|[^,;\t])+/gu) ?? [];
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

/** `ROUX,` before `Camille <…>` */
const lastNames = /(^|[,;\t])[\p{L}’' -]+,(?=[^,;\t<>@]*<)/gu;
const bracketed = /<([^<>]*)>/gu;

function addressesIn(piece: string): string[] {
  const inBrackets = Array.from(piece.matchAll(bracketed), ([, address = ""]) => address.trim());
  const words = piece.replace(bracketed, " ").split(/\s+/u).map(bare).filter(Boolean);
  const addresses = words.filter(isAddress);
  if (inBrackets.length === 0) return addresses.length === words.length ? words : [piece];
  const rest = piece.slice(piece.lastIndexOf(">") + 1).trim();
  return [...addresses, ...inBrackets, ...(rest === "" || isAddress(rest) ? [] : [rest])];
}

const bare = (word: string) => word.replace(/^mailto:/iu, "").replace(/^(["'])(.*)\1$/u, "$2");
const isAddress = (word: string) => /^[^\s"]*@[^\s"]*$/u.test(word);
