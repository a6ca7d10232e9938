import { foldedLine } from "@souffleur/contracts/fold";
import { lineBreaksIn, separators } from "@souffleur/shared-ui/tables";
import type { Column } from "./playbook-csv.ts";

/** For each word of a table how people write it, in English and in French. */
function reader<Word extends string>(
  spellings: Readonly<Record<Word, string>>,
): (text: string) => Word | undefined {
  const words = new Map<string, Word>();
  for (const [word, others] of Object.entries(spellings) as [Word, string][])
    for (const spelling of [word, ...others.split(", ")]) words.set(foldedLine(spelling), word);
  return (text) => words.get(foldedLine(text));
}

/** The column that a title names. */
export const columnOf = reader<Column>({
  Kind: "Type, Genre, Nature, Sorte",
  Intent: "Sujet, Intention, Thème",
  Group: "Groupe, Phase, Étape",
  Text: "Texte",
  "Strength or category": "Strength, Category, Force ou catégorie, Force, Catégorie",
  "Second wording": "Seconde formulation, Deuxième formulation, 2e formulation, Alternative, Variante",
  "Entry id": "Id de l'entrée, Identifiant de l'entrée, Id entrée, Id du sujet",
  Id: "Identifiant",
});

export const kindOf = reader({
  phrase: "phrases, expression, expressions",
  "not when": "sauf si, sauf, pas si, pas quand, exception",
  reply: "replies, réponse, réponses, réplique",
  fact: "facts, fait, faits, information, information produit",
});

const groupOf = reader({
  opening: "ouverture",
  needs: "need, besoins, besoin",
  objections: "objection",
  solution: "solutions",
  closing: "conclusion, clôture",
});
const detailOf = reader({
  weak: "faible",
  normal: "normale, moyenne, moyen",
  strong: "forte, fort",
  response: "réponse",
  question: "questions",
  other: "autre",
});

/** A group as the contract names it; an unknown one in its plain form, for the contract's message. */
export const groupNamed = (text: string): string => groupOf(text) ?? foldedLine(text);
/** A strength or a category, likewise. */
export const detailNamed = (text: string): string => detailOf(text) ?? foldedLine(text);
/** Whether two texts name the same intent. */
export const intentKey = foldedLine;

/** As it is typed, quoted, or saved again by a program that takes it for a row. */
const announced = /^\s*"?sep=(.)"?[ \t,;|]*(?:\r\n|\r|\n|$)/iu;
/** Rows without a text, as above a table that does not begin in the first row of its sheet. */
const emptyRows = /^(?:[\s"]|[,;|])*(?:\r\n|\r|\n)/u;

/**
 * What a table is split at: what makes most titles of its header known ones, among the usual separators and the one that its first
 * line announces ("sep=;"). The announced one decides where no title is known.
 * @returns the table from its header on, and the number of lines before
 */
export function separatorOf(text: string): { separator: string; table: string; linesBefore: number } {
  const [line = "", named] = announced.exec(text) ?? [];
  const after = text.slice(line.length);
  const [empty = ""] = emptyRows.exec(after) ?? [];
  const table = after.slice(empty.length);
  const [header = ""] = table.split(/[\r\n]/u, 1);
  const known = (separator: string) =>
    new Set(header.split(separator).map((title) => columnOf(title.replace(/^\s*"|"\s*$/gu, "")))).size;
  const candidates = named === undefined ? separators : [named, ...separators];
  const separator = candidates.reduce((best, one) => (known(one) > known(best) ? one : best));
  return { separator, table, linesBefore: lineBreaksIn(line + empty) };
}
