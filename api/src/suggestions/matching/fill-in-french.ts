import { fold } from "@souffleur/contracts/fold";
import type { Placeholder } from "@souffleur/contracts/playbook";

// How French joins a word of the reply with the value after it: one article, one preposition, contraction and elision.

/** Words that begin with a vowel in writing alone. */
const unjoined = /^(?:onz|oui(?!e)|ouistiti|ouolof|uhlan|ulul|iota|y[aiou]|ye(?!ux))/u;
/**
 * The h of other words separates, as in "huit", "hasard" and most foreign names ("de HubSpot"). Lists of words with an
 * aspirated h (`french-contractions`) take every other h as mute, which is wrong for names.
 */
const muteH =
  /^h(?:abi|adrien|ala|allucin|armoni|ebdo|ebreu|ector|elen|elico|elois|enri|erb|erit|erm|erve|esit|eure|ier|ilair|ippo|isto|iver|omme|omo|onn|onor|opita|orac|orai|oriz|orl|orren|orreur|ort|ospi|ostil|ote|ubert|ugo|ugue|uil|uiss|uitre|uma|umb|ume|umi|umo|yac|ydr|ygi|ymne|yp)/u;
const acronym = /^\p{Lu}(?:\p{Lu}|\d|&|\.\p{Lu})+(?!\p{Ll})/u;

/** Whether a short word loses its vowel before this one: "d’une", "d’Hélène", but "de onze", "de HubSpot", "de SFR". */
function elides(value: string): boolean {
  const word = fold(value);
  if (unjoined.test(word)) return false;
  if (acronym.test(value)) return /^[AEIOU]/u.test(value);
  if (word.startsWith("h")) return muteH.test(word);
  // "d’Yves", but "de Yahoo".
  return /^[aeiouy]/u.test(word);
}

interface Seam {
  /** The end of the reply up to the value. */
  before: string;
  value: string;
}

/** No words that are joined with a value are longer: what is before them is not looked at for each one. */
const joinedMost = 30;

const endingIn = (words: string) => new RegExp(`(?<![\\p{L}\\p{M}’'-])(?:${words})$`, "iu");
const contracted = endingIn("(?:du|au) ");
const possessive = endingIn("[mts](?:on|a) ");
const plural = endingIn("(?:[vn]os|[mts]es|leurs|[ldc]es|aux|quels|quelles|plusieurs) ");
const determiner = endingIn("(?:votre|notre|leur|ce|cet|cette|une?|quel|quelle|l[ea]) |l[’']");
const preposition = endingIn(
  "(?:de|à|d[’']ici|avant|après|dès|depuis|pour|vers|jusqu[’']à|entre|pendant|sur|en) |d[’']",
);
const inside = endingIn("en ");
const untilHere = endingIn("d[’']ici ");
const elided = endingIn("(?:d|qu|jusqu|lorsqu|puisqu|quoiqu|j|n|m|t)[’']");
const elidable = endingIn("(?:(?:d|qu|jusqu|lorsqu|puisqu|quoiqu|l|j|m|t|s|n|c)e|la) ");
const masculineArticle = endingIn("le ");
const of = endingIn("de ");
const to = endingIn("(?:jusqu[’'])?à ");
const condition = endingIn("si ");

/** Puts other words at the end, with the capital letter of those that they replace. */
function atEnd(before: string, pattern: RegExp, other: (found: string) => string): string {
  return before.replace(pattern, (found) => {
    const words = other(found.toLowerCase().replaceAll("'", "’"));
    return /^\p{Lu}/u.test(found) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  });
}

const article = /^(?:l[ea] |l’)/u;
const feminine = /^(?:plateforme|solution|application|semaine|année|rentrée|fin)(?!\p{L})/u;

/** The determiner of the reply takes the place of the value's article, and agrees: "votre logiciel", "cette plateforme". */
function withOneArticle({ before, value }: Seam): Seam {
  if (!article.test(value)) return { before, value };
  if (contracted.test(before))
    return { before: atEnd(before, contracted, (word) => (word === "du " ? "de " : "à ")), value };
  const noun = value.replace(article, "");
  const isFeminine = feminine.test(noun);
  if (possessive.test(before)) {
    const ending = isFeminine && !elides(noun) ? "a " : "on ";
    return { before: atEnd(before, possessive, (word) => word.charAt(0) + ending), value: noun };
  }
  if (plural.test(before)) return { before, value: noun === "CRM" ? noun : `${noun}s` };
  if (!determiner.test(before)) return { before, value };
  let isReplaced = false;
  const changed = atEnd(before, determiner, (word) => {
    if (/^ce/u.test(word)) return isFeminine ? "cette " : elides(noun) ? "cet " : "ce ";
    if (/^une?/u.test(word)) return isFeminine ? "une " : "un ";
    if (/^quel/u.test(word)) return isFeminine ? "quelle " : "quel ";
    isReplaced = /^l(?:[ea] |’)/u.test(word);
    return isReplaced ? "" : word;
  });
  return { before: changed, value: isReplaced ? value : noun };
}

/** One preposition or article before a date: "avant septembre", "jusqu’à la rentrée", "dès demain". */
function withOnePreposition({ before, value }: Seam): Seam {
  const [own] = /^(?:en|à) /u.exec(value) ?? [];
  // "En {date}" is written for months.
  const isMonth = own === "en ";
  if (!isMonth && inside.test(before)) return { before: before.replace(inside, ""), value };
  if (own !== undefined && preposition.test(before)) {
    const isKept = !isMonth && untilHere.test(before);
    return { before, value: isKept ? value : value.slice(own.length) };
  }
  const isDay = /^(?:le |en |à |demain|après-demain|début|fin|mi-)/u.test(value);
  return { before: isDay ? before.replace(masculineArticle, "") : before, value };
}

/** "Jusqu’à" and "de" are written out before a consonant; before "le" and "les" they contract, with a company's name too. */
function withContraction({ before, value }: Seam, isPerson: boolean): Seam {
  const written = elides(value) || /^à /u.test(value) ? before : atEnd(before, elided, spellOut);
  const [own] = (isPerson ? /^les? /u : /^les? /iu).exec(value) ?? [];
  if (own === undefined) return { before: written, value };
  const isPlural = own.length > 3;
  const rest = value.slice(own.length);
  if (of.test(written)) return { before: atEnd(written, of, () => (isPlural ? "des " : "du ")), value: rest };
  if (!to.test(written)) return { before: written, value };
  return { before: atEnd(written, to, (word) => word.replace("à", isPlural ? "aux" : "au")), value: rest };
}

const spellOut = (word: string) => (word === "jusqu’" ? "jusqu’à " : word.replace("’", "e "));

function withElision({ before, value }: Seam): Seam {
  if (/^ils?(?!\p{L})/iu.test(value))
    return { before: before.replace(condition, (word) => `${word.charAt(0)}’`), value };
  return {
    before: elides(value) ? atEnd(before, elidable, (word) => `${word.slice(0, -2)}’`) : before,
    value,
  };
}

const sentenceStart = /(?:^|[.!?…]\s+|[.!?…]\s*»\s+)$/u;
const slotPattern = /\{(\w+)\}/gu;

/** A reply's text with its values, joined as French joins them, and with capital letters where sentences begin. */
export function fillInFrench(text: string, read: (name: Placeholder) => string): string {
  let filled = "";
  let at = 0;
  for (const { 0: slot, 1: name, index } of text.matchAll(slotPattern)) {
    const placeholder = name as Placeholder;
    const isPerson = placeholder === "client";
    filled += text.slice(at, index);
    const end = filled.slice(-joinedMost);
    let seam: Seam = { before: end, value: read(placeholder) };
    if (placeholder === "product" || placeholder === "date") seam = withOneArticle(seam);
    if (placeholder === "date") seam = withOnePreposition(seam);
    const { before, value } = withElision(withContraction(seam, isPerson));
    filled = filled.slice(0, filled.length - end.length) + before;
    filled += sentenceStart.test(before) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
    at = index + slot.length;
  }
  filled += text.slice(at);
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}
