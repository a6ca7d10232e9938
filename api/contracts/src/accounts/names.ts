/** Scripts that have no use for joiners; in the others, such as Arabic and Devanagari, they are spelling. */
const unjoined =
  "\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
const unjoinedLetter = new RegExp(`^[${unjoined}]$`, "u");
const joiner = /[\u200C\u200D]/;
/** U+180B–180F in Mongolian, U+E0100–E01EF in Han: they choose between forms of one letter. */
const mongolianSelector = /^[\u180B-\u180D\u180F]$/;
const hanSelector = /^[\u{E0100}-\u{E01EF}]$/u;
/** Of the letters with most marks, Tibetan ones have five. More would cover the lines around them. */
const marksMax = 6;

/**
 * A name as it is stored and compared in forms: the characters that keyboards, scripts and clipboards write for the same
 * hyphen, apostrophe, period or space are one, accents are composed (NFC), and marks that cannot be seen are removed, but
 * for the joiners and selectors that some scripts spell with. Nothing that a person reads is lost.
 */
export function normalizeName(typed: string): string {
  return (
    withoutHidden(typed)
      .normalize("NFC")
      // U+2212 is the minus sign, U+2043 the hyphen bullet, U+00AF and U+02D7 are shown as one.
      .replace(/[\p{Pd}\u2212\u2043\u02D7]/gu, "-")
      .replace(/['’‘‛`´′‵＇ʹ΄՚׳]/gu, "'")
      .replace(/[．․﹒]/gu, ".")
      .replace(/[\p{Z}\t\n\v\f\r\u0085]+/gu, " ")
      .replace(new RegExp(`(\\p{M}{${marksMax}})\\p{M}+`, "gu"), "$1")
      .trim()
  );
}

/** Characters as a person counts them: a letter with its marks is one, and so is an emoji of several. */
export function visibleLength(text: string): number {
  const counted = text
    .normalize("NFC")
    .replace(/\u200D\p{Extended_Pictographic}/gu, "")
    .replace(/\p{RI}{2}/gu, "x")
    .replace(/[\p{M}\p{Emoji_Modifier}\p{Default_Ignorable_Code_Point}]/gu, "");
  return Array.from(counted).length;
}

/** Without what is invisible, directional marks and Hangul fillers included; a joiner stays inside a word that needs it. */
export function withoutHidden(typed: string): string {
  const kept: string[] = [];
  /** The last letter or symbol that was kept, without its marks. */
  let base = "";
  let previous = "";
  for (const character of typed) {
    if (/^\p{Default_Ignorable_Code_Point}$/u.test(character)) {
      if (!isSpelling(character, base, previous)) continue;
    } else if (!/^\p{M}$/u.test(character)) base = character;
    kept.push(character);
    previous = character;
  }
  // A joiner has something to join only before the next letter, or, in Indic scripts, after a virama.
  return kept.join("").replace(/(?<!\p{M})[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu, "");
}

function isSpelling(character: string, base: string, previous: string): boolean {
  const isEmoji = /^\p{Extended_Pictographic}$/u.test(base);
  if (joiner.test(character)) {
    if (joiner.test(previous) || base === "") return false;
    return isEmoji ? character === "\u200D" : /^\p{L}$/u.test(base) && !unjoinedLetter.test(base);
  }
  if (character === "\uFE0F") return isEmoji && previous === base;
  if (mongolianSelector.test(character)) return /^\p{Script=Mongolian}$/u.test(previous);
  return hanSelector.test(character) && /^\p{Script=Han}$/u.test(previous);
}
