import { readNumbers } from "@souffleur/contracts/numbers";
import { contentWords } from "../../suggestions/matching/content-words.ts";
import { stem } from "../../suggestions/matching/french-stem.ts";
import { hearWords } from "../../suggestions/matching/negation.ts";
import { datesOf } from "./dates/dates.ts";
import { plainOf } from "./turns.ts";

/** How a summary names speakers and what they do, which no line says. */
const reporting = new Set(
  `client cliente agent commercial commerciale interlocuteur interlocutrice appel echange conversation demande souhaite
  propose indique explique precise confirme annonce accepte refuse repond promet evoque mentionne exprime signale trouve
  estime veut voudrait cherche besoin objection prix doit devra convient convenu prevoit prevu rappelle enverra envoie
  rappellera recontactera transmet afin lors concernant plutot egalement notamment enfin selon aupres desormais actuellement
  hesite compare attend jugee juge parce quelques entreprise equipe prochaine etape suivi`
    .split(/\s+/)
    .map(stem),
);
/** Of the words that only the lines can have, so many must be there. */
const sharedMin = 0.6;

const valuesOf = (text: string) => readNumbers(text).map(({ value }) => value);
const daysOf = (plain: string) =>
  datesOf(plain).flatMap(({ from, to, isSilent }) =>
    isSilent ? [] : (plain.slice(from, to).match(/[\p{L}\p{N}]{3,}/gu) ?? []),
  );
/** Between the parts of a date, which a summary says in its own way. */
const dateWords = /^(?:depuis|avant|apres|vers|pour|des|entre|pas|prochaine?|cette|dans|sous|jusqu)$/u;

/** The stems that a text says, and those that it denies. */
function heardIn(text: string) {
  const { words, isNegated } = hearWords(text);
  const stems = (isDenied: boolean) =>
    new Set(words.filter((_, at) => isNegated(at) === isDenied).map((word) => stem(word)));
  return { said: stems(false), denied: stems(true) };
}

/** Whether a statement says what lines only deny ("je ne vous envoie rien"). */
function contradicts(statement: string, said: string, own: readonly string[]): boolean {
  const [stated, heard] = [heardIn(statement), heardIn(said)];
  return own.some((word) => stated.said.has(word) && heard.denied.has(word) && !heard.said.has(word));
}

/**
 * Whether lines contain a statement: all its figures and dates, and its content words; most of them where the statement is
 * not a quotation.
 */
export function isSupported(statement: string, lines: readonly string[], isQuotation: boolean): boolean {
  const said = lines.join(" ");
  const stated = valuesOf(statement).filter((value) => value !== 1);
  // A text that was cut may begin or end within a number.
  const values = new Set(stated.length > 0 ? valuesOf(said) : []);
  if (!stated.every((value) => values.has(value))) return false;
  if (isQuotation && said.includes(statement)) return true;
  const [plain, plainSaid] = [plainOf(statement), plainOf(said)];
  const saidWords = new Set(plainSaid.match(/[\p{L}\p{N}]+/gu));
  const isDated = daysOf(plain).every((word) => saidWords.has(word) || dateWords.test(word));
  if (!isDated && !isQuotation) return false;
  const known = contentWords(said);
  const own = [...contentWords(statement)].filter((word) => isQuotation || !reporting.has(word));
  if (!isQuotation && contradicts(statement, said, own)) return false;
  const shared = own.filter((word) => known.has(word)).length;
  return own.length > 0 ? shared >= own.length * (isQuotation ? 1 : sharedMin) : isQuotation;
}
