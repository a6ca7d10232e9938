// What a language model says that nobody gave it. It is checked by kinds of words, so a reply may be refused that was right,
// and one may pass that is wrong: `api/docs/benchmarks.md` has how many.
import { foldedWords } from "@souffleur/contracts/fold";
import { type FoundNumber, readNumbers } from "@souffleur/contracts/numbers";
import type { Grounding } from "./grounding.ts";
import type { CompiledPlaybook } from "./matching/compile-playbook.ts";
import { contentOf, isSaid } from "./matching/content-words.ts";
import { readSlots, type SpokenLine } from "./matching/slots.ts";
import { sells } from "./moments/certain-replies.ts";
import { said, spoken } from "./moments/french.ts";
import { readMoment } from "./moments/moment.ts";

/** What a model was given to answer. */
interface Given {
  playbook: CompiledPlaybook;
  lines: readonly SpokenLine[];
  grounding: Grounding;
  /** The call's earlier replies. */
  before: readonly string[];
}

/** Words about a reply, marks of a list or of Markdown, and what an agent is told to do. */
const unspoken: readonly RegExp[] = [
  /\*\*|__|`|^\s*(?:[-–—•*#>]|\d+[.)])\s/u,
  /^\s*(?:voici (?:une?|deux|trois|[mltd]es|[ml]a) )?(?:suggestion|r[ée]ponse|formulation|reformulation|r[ée]plique|option|commercial|agent)s?(?: \d| possible| propos[ée]e)?s? ?:/iu,
  /^\s*vous (?:pouvez|pourriez|devriez) (?:lui )?(?:dire|r[ée]pondre|demander)(?!\p{L})/iu,
  /^\s*\p{L}+(?:ez|er) (?:au|le|la|à la) client(?:e|s|es)?(?!\p{L})/iu,
];
/** Words of replies that sell, besides those of the playbook's. */
const offers = said("forfait* | interesse* par | interesse* a");
/** Words of English that French does not have; one may be in a name. */
const english =
  /(?<!\p{L})(?:the|you|your|we|our|is|are|and|with|would|will|this|that|can|have|what|how|please|thank)(?!\p{L})/giu;
const isEnglish = (text: string) => new Set(text.toLowerCase().match(english)).size > 1;

/** What is promised, or said of an offer: only what the agent or the playbook has said is known to be so. */
const promises =
  /(?<= )(?:garanti|promet|promis|gratuit|offer[ts]|rembours|remise|accorde|annul|inclu|certifi|habilit)\w*/gu;
/** A figure that is agreed to. */
const agreed = said("c est d accord");
/** So many letters are a promise's word, whatever its ending. */
const stemLetters = 5;

const days = said(
  "lundi | mardi | mercredi | jeudi | vendredi | samedi | dimanche | demain | hier | ce soir",
);
const past = said("hier | avant hier | {day} {past} | semaine {past} | mois {past}");
/** What is still to come. */
const future = / (?:\w+r(?:ai|a|as|ons|ez|ont)|au plus tard)(?= )/u;
const ahead = said(
  `(?:je|j|nous|on) (?:vous |le |la |les |lui )*(?:rappelle*|rappelons|rappellerai|envoie|envoyons|passe*|passons|propose*|viens|venons|serai|reviens)`,
);

const counted =
  /^ ?(?:d['’]|de )?(?:heures?|h|jours?|semaines?|mois|ans?|années?|commercia\p{L}+|utilisat\p{L}+|personnes?|collaborat\p{L}+|salarié\p{L}*|vende\p{L}+|conseill\p{L}+|agents?|postes?|licences?|clients?|entreprises?|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)(?!\p{L})/iu;
const hour = /^ ?(?:h(?:eures?)?)(?!\p{L})/iu;
const shortTime = /^ ?(?:minutes?|secondes?|min)(?!\p{L})/iu;
/** A figure up to this one is a way of speaking, where it counts nothing that matters. */
const smallMost = 10;
/** What numbers of the conversation are multiplied with, and divided by: a year of months. */
const months = 12;

/** Abbreviations and titles of any conversation. */
const common = new Set(
  "crm erp api rgpd tva ht ttc pdf sms dpo dsi rib iban m mme dr monsieur madame maitre docteur internet noel paques".split(
    " ",
  ),
);
/** Capitalized words within a sentence. */
const capitalized = /(?<![.!?…:«»"“”(]\s*|^\s*|[\p{L}\p{N}-])\p{Lu}[\p{L}\p{N}]*/gu;

/** So many of the last lines are what numbers are computed from, and with so many of the agent's a reply is compared. */
const linesComputed = 12;
const linesCompared = 10;

const sentencesOf = (text: string) => text.split(/(?<=[.?!…])\s+/u);
/** "Si j'obtiens une remise …" promises nothing. */
const conditional = said("si (?:je|j|nous|on)");
const isStatement = (text: string) => !(text.endsWith("?") || conditional.test(spoken(text)));

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The numbers of a text, and those that two of its numbers make. */
function computedOf(text: string): Set<number> {
  const values = [...new Set(readNumbers(text).map(({ value }) => value))].filter((value) => value > 1);
  const found = values.flatMap((value) => [value * months, value / months]);
  for (const [at, one] of values.entries())
    for (const other of values.slice(at + 1)) found.push(one + other, Math.abs(one - other), one * other);
  return new Set(found.map(rounded).filter((value) => value > smallMost));
}

/** Questions for what the client has said already, by the words that they ask for it with. */
const asked: readonly (readonly [question: RegExp, answer: RegExp])[] = [
  [said("depuis quand | depuis combien"), said("depuis")],
  [said("combien de temps | quelle duree"), said("{num} (?:heures?|jours?|semaines?|mois|ans?)")],
  [said("(?:de|a) combien | quel (?:est le )?(?:montant|prix|tarif)"), said("{num} euros?")],
];
/** "Combien de postes", where the client has just said "neuf postes". */
const asksCount = / combien (?:de |d )(\w{4,})/u;
const isCounted = (noun: string, heard: string) => said(`{num} (?:\\w+ )?${noun.slice(0, 6)}*`).test(heard);

/** Says of a reply, whole or as far as it is written, whether what it states was given. */
export function createFounded({ playbook, lines, grounding, before }: Given): (text: string) => boolean {
  const known = [
    ...grounding.facts.map(({ text }) => text),
    ...grounding.entries.flatMap(({ intent, replies }) => [
      intent,
      ...replies.map(({ first }) => first.text),
    ]),
  ];
  const textsOf = (sender: SpokenLine["sender"]) =>
    lines.filter((line) => line.sender === sender).map(({ text }) => text);
  const [agent, client] = [textsOf("agent"), textsOf("client")];
  const all = [...lines.map(({ text }) => text), ...known, ...before].join("\n");
  const allWords = spoken(all);
  const words = new Set(foldedWords(all));
  const conversation = spoken([...agent, ...client].join("\n"));
  const allowed = spoken([...agent, ...known.flatMap(sentencesOf).filter(isStatement)].join("\n"));
  const heard = spoken(client.slice(-2).join("\n"));
  const numbers = readNumbers(all);
  const shares = new Set(numbers.flatMap(({ value, unit }) => (unit === "percent" ? [value] : [])));
  const values = new Set(numbers.map(({ value }) => value));
  /** The days that somebody has proposed. */
  const proposed = spoken(lines.map((line) => readSlots([line]).date ?? "").join("\n"));
  const computed = computedOf(
    lines
      .slice(-linesComputed)
      .map(({ text }) => text)
      .join("\n"),
  );
  const isComplaint = readMoment(playbook, lines)?.kind === "service";
  const compared = agent.slice(-linesCompared).map(contentOf);

  function isKnownNumber(text: string, number: FoundNumber, isQuestion: boolean): boolean {
    const { value, unit, kind, end, start } = number;
    if (unit === "percent") return shares.has(value);
    if (values.has(value) || computed.has(rounded(value))) return true;
    // What no number could be read from: "45 60".
    const digits = foldedWords(text.slice(start, end)).filter((word) => /^\d/u.test(word));
    if (digits.length > 0 && allWords.includes(` ${digits.join(" ")} `)) return true;
    if (unit !== undefined) return false;
    const rest = text.slice(end);
    // An hour may be proposed, and a call may be short.
    if (isQuestion && hour.test(rest)) return true;
    if (shortTime.test(rest)) return !/(?:dans|sous) $/iu.test(text.slice(0, start));
    return kind === "ordinal" || value === 1 || (value <= smallMost && !counted.test(rest));
  }

  function isAnswered(question: string): boolean {
    const noun = asksCount.exec(question)?.[1];
    if (noun !== undefined && isCounted(noun, heard)) return true;
    return asked.some(([asks, answer]) => asks.test(question) && answer.test(heard));
  }

  function isPromise(text: string, read: string): boolean {
    if (agreed.test(read) && readNumbers(text).some(({ unit }) => unit !== undefined)) return true;
    return (read.match(promises) ?? []).some((word) => !allowed.includes(` ${word.slice(0, stemLetters)}`));
  }

  function isFoundedSentence(text: string): boolean {
    const isQuestion = text.endsWith("?");
    const read = spoken(text);
    if (!readNumbers(text).every((number) => isKnownNumber(text, number, isQuestion))) return false;
    if (past.test(read) && ahead.test(read)) return false;
    if (isQuestion) return !isAnswered(read);
    const day = days.exec(read)?.[0].trim();
    const isSaidDay = day === undefined || (future.test(read) ? proposed : conversation).includes(` ${day} `);
    return isSaidDay && !(isStatement(text) && isPromise(text, read));
  }

  const isNamed = (text: string) =>
    (text.match(capitalized) ?? []).flatMap(foldedWords).every((word) => words.has(word) || common.has(word));
  /** In a complaint. */
  function isSelling(text: string): boolean {
    const read = spoken(text);
    const [word] = sells.exec(read) ?? offers.exec(read) ?? [];
    return word !== undefined && !conversation.includes(`${word} `);
  }

  return (text) => {
    if (unspoken.some((pattern) => pattern.test(text)) || isEnglish(text) || !isNamed(text)) return false;
    if (isComplaint && isSelling(text)) return false;
    const content = contentOf(text);
    // With another figure it is another sentence.
    const figures = [...content.words].filter((word) => /^\d/u.test(word));
    if (compared.some((line) => isSaid(content, [line]) && figures.every((one) => line.words.has(one))))
      return false;
    return sentencesOf(text).every(isFoundedSentence);
  };
}
