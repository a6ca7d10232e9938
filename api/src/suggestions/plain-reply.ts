// What a reply must not contain: the agent reads it out or pastes it, which a transcript with orders to the language model
// may try to exploit.
import { parse } from "tldts";
import { mayBeNumber, numbersAsDigits } from "./dictated-numbers.ts";

/** Invisible characters: controls, direction marks, zero-width and filler characters, private use, surrogates. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Letters and digits of other scripts, which look like Latin ones, and marks that no letter of French has. */
const foreign = /[^\P{L}\p{Script=Latin}\p{Script=Common}]|[^\P{Nd}0-9]|\p{M}/u;

/** What may be written for the dot of an address: every mark that French does not write inside of a word or a figure. */
const dot = "[^\\p{L}\\p{N}\\s\\p{Pd}'’ʼ`´/,·&+:;!?()\\[\\]{}«»\"“”€$%#*]";
const spokenDot = "point|dot|punto|punkt";
/** What stands round a spoken dot. */
const apart = "[ ,-]{1,3}";
const wordStart = "(?<![\\p{L}\\p{N}])";
const wordEnd = "(?![\\p{L}\\p{N}])";
/** "@" as people spell it. */
const atSign = `(?:arr?ob[aàâe][szc]|(?:a|at)[ -]commercial${wordEnd})`;
const dials =
  "(?:(?:r?appel|compos|tap|contact|numérot|dial|téléphon)e[rz]?|faites|faire|joign(?:ez|ons)|joindre)";
const mailboxes = "gmail|outlook|hotmail|yahoo|icloud|proton|protonmail|orange|free|laposte|wanadoo|sfr";
const wellKnown = "(?:com|fr|net|org|io|eu|be|ch|info|biz|app|dev|example)";
const contacts: readonly RegExp[] = [
  /[@\\_]|<[\p{L}/!]|:\/\/|\]\(|xn--/iu,
  // "javascript:alert", "localhost:3000", "evil:80/x".
  /\p{L}{2}:(?:\p{L}|\d{4}|\d+\/)/u,
  new RegExp(
    `${wordStart}(?:(?:www|slash|underscore)${wordEnd}|(?:https?|hxxps?|mailto|tel|sip|callto):)`,
    "iu",
  ),
  new RegExp(`${wordStart}at (?:${mailboxes})${wordEnd}`, "iu"),
  new RegExp(atSign, "iu"),
  // The last label has at least two letters, unlike those of "3.5" and "S.A.R.L.".
  new RegExp(`[\\p{L}\\p{N}]${dot}\\p{L}[\\p{L}\\p{N}-]*[\\p{L}\\p{N}]`, "u"),
  new RegExp(`[\\p{L}\\p{N}] ?[([{<] ?(?:${dot}|at|dot|point) ?[)\\]}>] ?[\\p{L}\\p{N}]`, "iu"),
  new RegExp(`${wordStart}(?:dot ${wellKnown}|point (?:com|fr|org|io))${wordEnd}`, "iu"),
  /(?<!\d)(?:\d{1,3}(?:\.| point )){3}\d{1,3}(?!\d| ?(?:€|k€|M€|euros?))/u,
  // Three digits are enough after an order to dial: "Composez le 118 218".
  new RegExp(
    `${wordStart}(?:${dials})(?:-\\p{L}+)? (?:vite |donc )?(?:le|au) \\d(?: ?\\d){2}(?![ \\d]*[€%])`,
    "iu",
  ),
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
const spokenWords = "(?:et|puis|ensuite|tiret|espace|point)(?: le| la)?";
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
  `\\p{N}|@|${atSign}|${wordStart}(?:www|https?|${spokenDot})${wordEnd}`,
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
  `([\\p{L}\\p{N}-]+)(?:${apart}(${spokenDot})${apart}| ${dot} ?|${dot} |[.,]{2,}|,)(\\p{L}{2,})${wordEnd}`,
  "giu",
);
/** The end of a domain that is spelled: "point n e t". */
const spelled = new RegExp(`${wordStart}(?:${spokenDot})[ ,-]+((?:\\p{L}[ ,-]+)+\\p{L})${wordEnd}`, "giu");
/** What comes before the noun "point", unlike before the "point" of an address: "un point info". */
const beforeNoun =
  /^(?:une?|l[ea]|du|au|ce|[mts]on|[nv]otre|leur|chaque|quel|aucun|tout|autre|même|bon|dernier|premier|seul|petit|gros|grand|vrai|nouveau|à|en|quoi|\p{L}+ième)$/iu;
/** Top-level domains that are words of a sentence, unless it ends with them: "ce n'est point la question". */
const functionWords = /^(?:de|du|la|ma|sa|se|me|si|ne|il|es|est|au|as|pas|plus|tu|on|en)$/iu;

const isTop = (label: string) => parse(`x.${label.toLowerCase()}`).isIcann === true;

/** Whether a domain is spelled with "point" or a space beside its dot; what an address ends with is known to IANA. */
function namesDomain(read: string): boolean {
  for (const { 1: letters = "" } of read.matchAll(spelled)) {
    // "À ce point a-t-il raison ?"
    if (!/^a-t$/iu.test(letters) && isTop(letters.replace(/[ ,-]/gu, ""))) return true;
  }
  for (const { 0: whole, 1: label = "", 2: spoken, 3: top = "", index } of read.matchAll(named)) {
    const isEnd = /^ ?(?:$|[.,;:!?/])/u.test(read.slice(index + whole.length));
    // A sentence begins with a capital letter after the dot of the one before.
    const isSentence = spoken === undefined && /^\p{Lu}/u.test(top);
    if (isSentence || (functionWords.test(top) && !isEnd)) continue;
    if (spoken?.toLowerCase() === "point" && beforeNoun.test(label)) continue;
    if (isTop(top)) return true;
  }
  return false;
}
