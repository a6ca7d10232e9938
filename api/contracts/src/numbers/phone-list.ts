/** Longer, a text is none that a person has typed as numbers. */
const enteredMax = 2000;

/** A number as spreadsheets shorten long ones, of which digits are lost: storing it is refused. */
const shortened = /^\d+(?:[.,]\d+)?E\+?\d+$/iu;
/** What a cell of numbers adds: "612345678,0", "612,345,678.00". */
const decimals = /^(\d{7,}|[1-9]\d{0,2}(?:[,.'\s]\d{3}){2,})[.,]0+$/u;
/** Nine digits as an amount. */
const amount = /^[1-9]\d{0,2}(?:,\d{3}){2}$/u;
/** One number whose groups have commas between them: `06,44,55,66,77`, `+33,6,44,55,66,77`. */
const grouped = /(?<!\d)(?:0\d(?:,\d\d){4}(?!\d)|\+\d{1,3}(?:,\d{1,4}){3,5}(?!\d|,\d{1,3}(?!\d)))/gu;

const extension = "(?:poste|ext|extension|interne|int)(?![\\p{L}])";
/** Between two numbers. A semicolon is also before a parameter (RFC 3966), and a comma before an extension. */
const between = new RegExp(
  `(?:[,|\\n•&]|;(?!\\s?[a-z-]{1,20}=)|:::|(?<![\\p{L}])(?:ou|or|et|and|puis|sinon)(?![\\p{L}]))(?!\\s?${extension})`,
  "iu",
);
/** Words that say of which kind the next number is. */
const nextKind = new RegExp(`(?<=\\d)[\\s.]{1,3}(?!${extension})(?=\\p{L}[\\p{L}. ]{1,30}:)`, "iu");
/** Between the groups of a number, and between two. */
const stroke = /\s?[/\\]{1,2}\s?|\s[-–—]\s/u;

/**
 * The telephone numbers that stand in the place of one, in a form, a table's cell or a request, each as it is written. The
 * short end of a next number is completed where it counts on ("44 55 / 56"); any other one leaves the text whole, which is
 * no number then.
 */
export function phonesOf(given: string): string[] {
  const typed = given.slice(0, enteredMax).trim();
  if (shortened.test(typed)) return [typed];
  const plain = typed.replace(decimals, "$1");
  const text = (amount.test(plain) ? plain.replaceAll(",", " ") : plain).replace(grouped, (number) =>
    number.replaceAll(",", " "),
  );
  const pieces = text.split(between).flatMap((piece) => piece.split(nextKind));
  const numbers = completed(
    pieces.flatMap((piece) => completed(atStrokes(piece), leastDigits - 1) ?? [untold]),
  );
  return numbers === undefined || numbers.includes(untold) ? [typed] : numbers;
}

/** In the place of what can't be told. */
const untold = "?";

const digitsOf = (text: string) => text.replace(/\D/gu, "");

/** Whether a text has all digits of a number: one of France, or one of another country that is not in groups. */
function isFull(text: string): boolean {
  const { length } = digitsOf(text.replace(/\(\s?0\s?\)/gu, ""));
  if (/^\D*0[1-9]/u.test(text)) return length >= 10;
  if (/^\D*(?:\+|00)\s?33/u.test(text)) return length >= (/^\D*00/u.test(text) ? 13 : 11);
  return length >= 9;
}

/** Fewer digits after a number are the ends of further ones. */
const leastDigits = 8;

/** The numbers of a piece: a stroke is between groups until the number is full. */
function atStrokes(piece: string): string[] {
  if (new RegExp(`(?:${stroke.source})\\s?${extension}`, "iu").test(piece)) return [piece];
  const found: string[] = [];
  let from = 0;
  for (const { 0: written, index } of piece.matchAll(new RegExp(stroke, "gu"))) {
    const isEnd = found.length > 0 && digitsOf(piece.slice(from)).length < leastDigits;
    if (!isEnd && !isFull(piece.slice(from, index))) continue;
    found.push(piece.slice(from, index));
    from = index + written.length;
  }
  return [...found, piece.slice(from)];
}

/**
 * Numbers with the short ends of further ones in full; undefined where an end does not count on.
 * @param endMax the digits of the longest end; what has more may be the number of a telephone in a company
 */
function completed(pieces: readonly string[], endMax = 2): string[] | undefined {
  const found: string[] = [];
  for (const piece of pieces.map((one) => one.trim().replace(decimals, "$1")).filter(isSaid)) {
    const before = found.at(-1) ?? "";
    const isEnd = /^\d+$/u.test(piece) && piece.length <= endMax && isFull(before);
    const next = isEnd ? counted(before, piece) : piece;
    if (next === undefined) return undefined;
    found.push(next);
  }
  return found;
}

const isSaid = (piece: string) => /[^\s/|\\-]/u.test(piece);

function counted(before: string, end: string): string | undefined {
  const last = before.slice(-end.length);
  return /^\d+$/u.test(last) && Number(end) === Number(last) + 1
    ? before.slice(0, -end.length) + end
    : undefined;
}
