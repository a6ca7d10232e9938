// What a reply must not contain: the agent reads it out or pastes it, which a transcript with orders to the language model
// may try to exploit.
import { parse } from "tldts";
import { mayBeNumber, numbersAsDigits } from "./dictated-numbers.ts";

/** Invisible characters: controls, direction marks, zero-width and filler characters, private use, surrogates. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Letters and digits of other scripts, which look like Latin ones. */
const foreign = /[^\P{L}\p{Script=Latin}\p{Script=Common}]|[^\P{Nd}0-9]/u;

/** Characters that are used as the dot of an address, besides those that NFKC turns into one. */
const dot = "[.\\u2022\\u2027\\u2219\\u22c5\\u2e31\\u2e33\\u3002\\u30fb\\u06d4\\u0701\\u0702\\ua4f8]";
const wordStart = "(?<![\\p{L}\\p{N}])";
const wordEnd = "(?![\\p{L}\\p{N}])";
/** "@" as people spell it. */
const atSign = `(?:arr?ob[aàâe]\\p{L}{0,3}|(?:a|at)[ -]commercial)${wordEnd}`;
const mailboxes = "gmail|outlook|hotmail|yahoo|icloud|proton|protonmail|orange|free|laposte|wanadoo|sfr";
const wellKnown = "(?:com|fr|net|org|io|eu|be|ch|info|biz|app|dev|example)";
const contacts: readonly RegExp[] = [
  /@|:\/\//u,
  new RegExp(
    `${wordStart}(?:(?:www|slash|underscore)${wordEnd}|(?:https?|hxxps?|mailto|tel|sip|callto):)`,
    "iu",
  ),
  new RegExp(`${wordStart}(?:${atSign}|at (?:${mailboxes})${wordEnd})`, "iu"),
  // The last label has at least two letters, unlike those of "3.5" and "S.A.R.L.".
  new RegExp(`[\\p{L}\\p{N}]${dot}\\p{L}[\\p{L}\\p{N}-]*[\\p{L}\\p{N}]`, "u"),
  new RegExp(`[\\p{L}\\p{N}] ?[([{<] ?(?:${dot}|at|dot|point) ?[)\\]}>] ?[\\p{L}\\p{N}]`, "iu"),
  new RegExp(`${wordStart}(?:dot ${wellKnown}|point (?:com|fr|org|io))${wordEnd}`, "iu"),
  /(?<!\d)(?:\d{1,3}(?:\.| point )){3}\d{1,3}(?!\d| ?(?:€|k€|M€|euros?))/u,
  // Three digits are enough after an order to dial: "Composez le 118 218".
  /(?:appel|compos)e[rz](?:-\p{L}+)? (?:vite |donc )?(?:le|au) \d(?: ?\d){2}(?![ \d]*[€%])/iu,
  // Except the middle dot of inclusive writing, which comes before an ending: "client·e·s".
  /[\p{L}\p{N}]·(?!(?:a?les?|nes?|tes?|ses?|ves?|es|t?rices?|euses?|ères?)(?!\p{L}))\p{L}{2}/iu,
];

const unit = "(?:k€|M€|€|\\$|%|(?:euros?|dollars?)(?!\\p{L}))";
const priced = `[1-9]\\d{0,2}(?:[ .]?\\d{3})*(?:,\\d{1,2})? ?${unit}`;
const grouped = "[1-9]\\d{0,2}(?:[ .]\\d{3}){1,2}(?:,\\d{1,2})?";
const amount = `(?:${priced}|${grouped})`;
const year = "(?:19|20)\\d\\d";
const day = "(?:0?[1-9]|[12]\\d|3[01])";
const month = "(?:0?[1-9]|1[0-2])";
const date = `(?:${day}(?:/${month}/|\\.${month}\\.|-${month}-)(?:${year}|\\d\\d)|${year}-${month}-${day})`;
const hour = "(?:[01]?\\d|2[0-4])[h:][0-5]\\d";
/** Not next to another digit, with which it would be a part of something longer. */
const alone = ["(?<![\\d+][ .\\-–/()]*)", "(?![ .\\-–/()]*\\d|,\\d)"] as const;
const range = (one: string) => `${one}(?: ?[-–/] ?${one})?`;
/** Dates, times, years and amounts, which are no telephone numbers whatever their length. */
const figures: readonly RegExp[] = [
  // A time may follow a date.
  new RegExp(`(?<!\\d[ ./-]?)${range(date)}(?! ?[./-]? ?\\d(?!\\d?[h:]))`, "gu"),
  new RegExp(`(?<!\\d[:. ]?)${range(hour)}(?!\\d|[:.]\\d| \\d)`, "gu"),
  new RegExp(`${alone[0]}${year}(?: ?[-–/.] ?${year})+${alone[1]}`, "gu"),
  new RegExp(`${alone[0]}${range(amount)}${alone[1]}`, "gu"),
  new RegExp(`${alone[0]}[1-9]\\d{0,6} ?[-–/] ?${priced}${alone[1]}`, "gu"),
];

/** What is said between the groups of a telephone number. */
const spokenWords = "et|puis|ensuite|tiret|espace|point";
const spokenGap = `[ ,.-]{1,3}(?:(?:${spokenWords})[ ,]{1,2})?`;
const telephones: readonly RegExp[] = [
  // Eight digits, the length of a number without its area code, with any characters between them.
  /\d(?:[^\p{L}\d€$%,;:?!#]{0,3}\d){7}/u,
  // A list may have as many ("10, 25, 50, 100 ou 200"), but does not begin like a telephone number.
  /(?<!\d[,.]?)(?:0|(?:\+|plus) ?\d)(?:[^\p{L}\d€$%#]{0,3}\d){7}/u,
  new RegExp(`(?<!\\d)(?:0\\d?|(?:\\+|plus) ?\\d{1,3})(?:${spokenGap}\\d{1,3}(?!\\d)){4}`, "u"),
  new RegExp(`(?<!\\d)\\d{1,3}(?:,? (?:${spokenWords})[ ,]{1,2}\\d{1,3}(?!\\d)){4}`, "u"),
];

/** An address or a telephone number is recognized only when it is complete, so drafts stop before what may begin one. */
const mayBecomeContact = new RegExp(
  `\\p{N}|@|${wordStart}(?:www|https?|point|dot|${atSign})${wordEnd}`,
  "iu",
);

/** The complete words of an unfinished reply that may be shown before its end. */
export function plainBeginning(text: string): string {
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\S+(?=\s)/gu)) {
    if (mayBecomeContact.test(word.normalize("NFKC")) || mayBeNumber(word)) break;
    end = index + word.length;
  }
  const beginning = text.slice(0, end);
  return isPlainReply(beginning) ? beginning : "";
}

/**
 * Whether a reply contains only visible words and figures: no web or e-mail address and no telephone number, in any
 * spelling.
 */
export function isPlainReply(text: string): boolean {
  if (invisible.test(text)) return false;
  // "p.ex." is written like an address.
  const read = text
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .replace(/(?<!\p{L})(p)\.(ex)(?!\p{L})/giu, "$1$2");
  const dictated = numbersAsDigits(read);
  if (foreign.test(read) || namesDomain(read)) return false;
  if (contacts.some((pattern) => pattern.test(read) || pattern.test(dictated))) return false;
  const rest = figures.reduce((left, figure) => left.replace(figure, "#"), dictated);
  return !telephones.some((pattern) => pattern.test(rest));
}

const named = new RegExp(
  `([\\p{L}\\p{N}-]+)(?: (?:(point|dot|punto|punkt) |${dot} ?)|${dot} )(\\p{L}{2,})${wordEnd}`,
  "giu",
);
/** What comes before the noun "point", unlike before the "point" of an address: "un point info". */
const beforeNoun =
  /^(?:une?|l[ea]|du|au|ce|[mts]on|[nv]otre|leur|chaque|quel|aucun|tout|autre|même|bon|dernier|premier|seul|petit|gros|grand|vrai|nouveau|à|en|quoi|\p{L}+ième)$/iu;
/** Top-level domains that are words of a sentence, unless it ends with them: "ce n'est point la question". */
const functionWords = /^(?:de|du|la|ma|sa|se|me|si|ne|il|es|est|au|as|pas|plus|tu|on|en)$/iu;

/** Whether a domain is spelled with "point" or a space beside its dot; what an address ends with is known to IANA. */
function namesDomain(read: string): boolean {
  for (const { 0: whole, 1: label = "", 2: spoken, 3: top = "", index } of read.matchAll(named)) {
    const isEnd = /^ ?(?:$|[.,;:!?/])/u.test(read.slice(index + whole.length));
    // A sentence begins with a capital letter after the dot of the one before.
    const isSentence = spoken === undefined && /^\p{Lu}/u.test(top);
    if (isSentence || (functionWords.test(top) && !isEnd)) continue;
    if (spoken?.toLowerCase() === "point" && beforeNoun.test(label)) continue;
    if (parse(`x.${top.toLowerCase()}`).isIcann) return true;
  }
  return false;
}
