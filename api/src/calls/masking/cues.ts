import { fillers } from "./digit-words.ts";
import type { Spoken } from "./spoken.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that announce a payment card or an account. */
const announcing = list(
  "carte cartes cb visa mastercard amex bancaire bancaires iban rib expiration expire validite cryptogramme cvv cvc bic",
);

/** What other numbers are called, with their lengths in digits where those are fixed. */
const otherNumbers = new Map<string, readonly number[] | "any">([
  ["siret", [14]],
  ["sirets", [14]],
  ["siren", [9, 14]],
  ["rcs", [9, 14]],
  ["tva", [9, 11, 14]],
  ["telephone", [9, 10, 11, 12, 13]],
  ["portable", [9, 10, 11, 12, 13]],
  ["mobile", [9, 10, 11, 12, 13]],
  ...[
    "commande commandes facture factures devis dossier dossiers contrat contrats reference references ref client abonne adherent",
    "fidelite colis suivi livraison ticket incident serie imei licence licences barres barre isbn ean gtin matricule lot bordereau",
    "sinistre police sim bc avoir transaction identifiant reclamation projet article produit immatriculation chantier bon vitale grise",
  ].flatMap((words) => words.split(" ").map((word): [string, "any"] => [word, "any"])),
]);

/** Words between the name of a number and the number. */
const linking = list(
  "numero numeros no n num c est ce cest le la l les de du des d notre votre mon ma mes nos vos son sa leur nous vous on ai a avons avez " +
    "j je donne dicte dis il elle sera porte suit suivant suivante client clients fournisseur entreprise societe etablissement siege " +
    "intracommunautaire intracom fr interne complet complete celui celle ci voici note notez bien alors donc euh oui et pour bancaire y chez virement commence commencent par finit",
);

/** A line of the other speaker. */
export interface Heard {
  /** How many tokens the speaker of the stream had said. */
  at: number;
  words: readonly string[];
}

const lookBack = 24;
const linkedAtMost = 9;
const heardAtMost = 3;

function* heardBefore({ heard }: Spoken, index: number, most: number): Generator<Heard> {
  let read = 0;
  for (let at = heard.length - 1; at >= 0 && read < heardAtMost; at -= 1) {
    const line = heard[at];
    if (!line || line.at > index) continue;
    if (line.at < index - most) return;
    read += 1;
    yield line;
  }
}

/** Whether the words after "carte" or "compte" make it another one: "carte de fidélité", "carte grise". */
const isOther = (...words: readonly (string | undefined)[]) =>
  words.some((word) => word !== undefined && otherNumbers.has(word));

/** Whether the last announcement before a token is that of a card or an account. */
export function isAnnounced(spoken: Spoken, index: number): boolean {
  const { tokens } = spoken;
  for (let at = index - 1; at >= 0 && at >= index - lookBack; at -= 1) {
    const word = tokens[at]?.word ?? "";
    if (announcing.has(word)) return !isOther(tokens[at + 1]?.word, tokens[at + 2]?.word);
    if (otherNumbers.has(word)) return false;
  }
  for (const { words } of heardBefore(spoken, index, lookBack)) {
    for (const [at, word] of words.toReversed().entries()) {
      if (announcing.has(word)) return !isOther(words[words.length - at], words[words.length - at + 1]);
      if (otherNumbers.has(word)) return false;
    }
  }
  return false;
}

/** The lengths of the other number that is announced directly before a token; undefined where none is. */
export function otherNumberAt(spoken: Spoken, index: number): readonly number[] | "any" | undefined {
  const { tokens } = spoken;
  const [line] = heardBefore(spoken, index, linkedAtMost);
  const from = Math.max(line?.at ?? 0, index - linkedAtMost);
  for (let at = index - 1; at >= from; at -= 1) {
    const { word = "", isNumber = false } = tokens[at] ?? {};
    // "4970 suivi de 1012", which is no "numéro de suivi".
    const isFollowedBy =
      word === "suivi" && tokens[at - 1]?.isNumber && /^(?:de?|par)$/u.test(tokens[at + 1]?.word ?? "");
    const lengths = isFollowedBy ? undefined : otherNumbers.get(word);
    if (lengths) return lengths;
    if (isNumber || !(isFollowedBy || linking.has(word) || fillers.has(word))) return undefined;
  }
  if (from !== line?.at) return undefined;
  const name = line.words.findLast((one) => announcing.has(one) || otherNumbers.has(one));
  return name === undefined ? undefined : otherNumbers.get(name);
}

/** As `otherNumberAt`, for a name that follows: "390 472 900 00401, c'est notre SIRET". */
export function otherNumberAfter(
  { tokens, text }: Spoken,
  to: number,
): readonly number[] | "any" | undefined {
  for (let at = to; at < to + 6; at += 1) {
    const word = tokens[at]?.word ?? "";
    const lengths = otherNumbers.get(word);
    const between = text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? 0);
    if (/[.!?\n]/u.test(between)) return undefined;
    if (lengths) return at > to ? lengths : undefined;
    if (!linking.has(word)) return undefined;
  }
  return undefined;
}
