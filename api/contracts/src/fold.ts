import { digitValue } from "./numbers/digits.ts";

/**
 * Letters that Unicode does not decompose, after what is written for them where a keyboard has no such letter: those with a
 * stroke, a hook or no dot, open ones, and the forms in which Arabic and Persian keyboards have the same letter.
 */
const alike =
  "aⱥ bƀɓ cȼƈ dđðɖɗ eɛəǝɇ fƒ gǥɠ hħ iıɨɩ jȷɉ kƙĸ lłƚɫ nŋɲƞ oøɔɵ pƥ rɍ sſ tŧƭʈⱦ uʉ vʋ wⱳ yƴɏ zƶ σς гґ هةہ يىی كک اٱ";
const letters: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
  ...Object.fromEntries(
    alike.split(" ").flatMap(([plain = "", ...others]) => others.map((other) => [other, plain])),
  ),
};
const foldedLetters = new RegExp(`[${Object.keys(letters).join("")}]`, "gu");
const apostrophes = /[’‘‛❛❜ʼʻʽʾʿʹˈ`´΄᾽᾿´′‵＇՚׳Ꞌꞌ]/gu;
const hyphens = /[\p{Pd}\u2212\u00ac\u2043\u02d7]/gu;
/** Accents, vowel points and the like, which people leave out; the vowels of Indic scripts and the voiced sounds of kana are letters. */
const marks = /(?![\u3099\u309a])\p{Script=Inherited}|(?=[\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}/gu;
/** Soft hyphens, joiners, direction marks, and the stroke that only lengthens Arabic words. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

/**
 * A text in the form in which texts are compared and searched: without case, accents and invisible characters, with one
 * kind of hyphen, apostrophe, space and digit, and with ligatures and letters such as "ł" in plain ones. Other scripts keep their
 * letters. Each character is folded alone, so that the folds of a text's parts are the parts of its fold.
 */
export function fold(text: string): string {
  // Most texts are ASCII, and testing for that is faster than normalizing.
  if (/^[\t-\r\x20-\x5f\x61-\x7e]*$/u.test(text)) return text.toLowerCase().replace(/[\t-\r]/g, " ");
  return text
    .replace(apostrophes, "'")
    .normalize("NFKD")
    .replace(apostrophes, "'")
    .toLowerCase()
    .replace(marks, "")
    .replace(unseen, "")
    .replace(foldedLetters, (letter) => letters[letter] ?? letter)
    .replace(hyphens, "-")
    .replace(/[\p{Z}\s]/gu, " ")
    .replace(/[^\P{Nd}0-9]/gu, digitValue);
}

/** The fold of a text with one space between its words and none at its ends. */
export const foldedLine = (text: string): string => fold(text).replace(/ +/g, " ").trim();

/** The folded words of a text: its runs of letters and digits, of any script. */
export function foldedWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The folded words of a text, and those that hyphens and apostrophes join: "O’Brien" is "o", "brien" and "obrien". */
export function joinedWords(text: string): string[] {
  const folded = fold(text);
  return [...new Set([...foldedWords(folded), ...foldedWords(folded.replace(/['-]/g, ""))])];
}
