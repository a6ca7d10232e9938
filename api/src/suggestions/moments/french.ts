import { foldedWords } from "@souffleur/contracts/fold";

/** A text's folded words, each between spaces, as the patterns of `said` read it. */
export const spoken = (text: string): string => ` ${foldedWords(text).join(" ")} `;

const classes: Readonly<Record<string, string>> = {
  num: "(?:\\d+(?: \\d+)*|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cent|cents|mille|dizaine|douzaine|quinzaine|vingtaine|trentaine)(?: (?:et|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cents?|mille))*",
  day: "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)",
  month:
    "(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|rentree|paques|noel)",
  past: "(?:dernier|derniere|derniers|dernieres|passe|passee)",
};

/**
 * A pattern of phrases in folded words, of which any may be heard: " | " between phrases, "…" for up to four words, "*" for the
 * rest of a word, "{day}" and the like for a class of words.
 */
export function said(phrases: string): RegExp {
  const pattern = phrases
    .trim()
    .replace(/\s+/gu, " ")
    .replaceAll(" | ", "|")
    .replace(/\{(\w+)\}/gu, (_all, name: string) => classes[name] ?? name)
    .replace(/ … /gu, " (?:\\w+ ){0,4}")
    .replace(/(?<=\w)\*/gu, "\\w*");
  return new RegExp(` (?:${pattern})(?= )`, "u");
}
