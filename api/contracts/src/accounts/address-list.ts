/** What stands in a pasted list in the place of an address, and on which line, counted from 1. */
export interface ListedAddress {
  line: number;
  typed: string;
}

/**
 * The addresses of a pasted list: separated by line breaks, commas, semicolons, tabs or spaces, each alone or as mail
 * programs write it (`"Roux, Camille" <camille@example.com>`). What is no address is listed too, so that it can be named.
 */
export function readAddressList(pasted: string): ListedAddress[] {
  return pasted
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((text, at) =>
      piecesOf(text).flatMap((piece) => addressesIn(piece).map((typed) => ({ line: at + 1, typed }))),
    );
}

/** What stands between separators that are not within quotes. */
function piecesOf(line: string): string[] {
  const pieces = [""];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && /[,;\t]/.test(character)) pieces.push("");
    else pieces[pieces.length - 1] += character;
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

function addressesIn(piece: string): string[] {
  if (piece.endsWith(">") && piece.includes("<")) return [piece.slice(piece.lastIndexOf("<") + 1, -1).trim()];
  const words = piece.split(/\s+/);
  return words.every((word) => word.includes("@")) ? words : [piece];
}
