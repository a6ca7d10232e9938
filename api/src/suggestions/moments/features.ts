import { LRUCache } from "lru-cache";
import { builtInPlaybook } from "../matching/built-in-playbook.ts";
import { matchEntries } from "../matching/compile-playbook.ts";
import { stem, wordsOf } from "../matching/french-stem.ts";
import concepts from "./concepts.json" with { type: "json" };

const words = (text: string) => new Set(text.split(" "));
const days = words("lundi mardi mercredi jeudi vendredi samedi dimanche");
const months = words(
  "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre rentree paques noel",
);
const numbers = words(
  "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt vingts trente quarante cinquante soixante cent cents mille",
);

/** What words mean: by whole words, and by beginnings of words ("tarif*"). */
const byWord = new Map<string, string[]>();
const byBeginning: [string, string][] = [];
for (const [concept, text] of Object.entries(concepts)) {
  for (const word of text.split(" ")) {
    const plain = word.replaceAll("-", "");
    if (word.endsWith("*")) byBeginning.push([plain.slice(0, -1), concept]);
    else byWord.set(plain, [...(byWord.get(plain) ?? []), concept]);
  }
}
function conceptsOf(word: string): string[] {
  const begun = byBeginning.filter(([beginning]) => word.startsWith(beginning)).map(([, concept]) => concept);
  return [...new Set([...(byWord.get(word) ?? []), ...begun])];
}
/** Of words that were read before, the last thousands. */
const conceptsOfWords = new LRUCache<string, readonly string[]>({ max: 5000, memoMethod: conceptsOf });

interface Token {
  word: string;
  /** The stem, or the class of the word. */
  form: string;
  means: readonly string[];
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const word of wordsOf(text)) {
    const isNumber = /\d/u.test(word) || numbers.has(word);
    if (isNumber && tokens.at(-1)?.form === "#") continue;
    const form = isNumber ? "#" : days.has(word) ? "DAY" : months.has(word) ? "MONTH" : stem(word);
    tokens.push({ word, form, means: conceptsOfWords.memo(word) });
  }
  return tokens;
}

/** Of a phrase of an entry that is not weak. */
export const leastWeight = 2.5;

/** So many words of the client's turn are read, the last of which weigh most. */
const clientWords = 60;
const pointWords = 12;
const beforePoint = 0.4;
const agentWords = 14;
/** An agent's question is answered in so many words, and these concepts of an answer are compared with those of the question. */
const answerWords = 6;
const answerConcepts = 6;
const weights = {
  skipped: 0.7,
  end: 0.7,
  letters: 0.3,
  concept: 0.7,
  pair: 0.5,
  agent: 0.5,
  weakPhrase: 0.5,
  negated: 0.6,
  speaker: 0.4,
  together: 0.35,
  question: 0.5,
  asked: 0.4,
  answer: 0.4,
};

type Features = Map<string, number>;

function add(found: Features, name: string, weight: number): void {
  if (weight > (found.get(name) ?? 0)) found.set(name, weight);
}

const negators = words("pas jamais rien plus aucun aucune sans ni non personne");
const negationEnds = words("mais et parce que donc si alors");
/** So many words after a negator are negated. */
const negatedWords = 4;
const speakers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    me: "j je moi",
    we: "on nous",
    you: "vous",
    they: "ils elles",
    he: "il elle",
    it: "ca c",
  }).flatMap(([speaker, said]) => said.split(" ").map((word) => [word, speaker] as const)),
);
/** Concepts of every turn, which say nothing beside others. */
const everywhere = words("listen me we you");

const questions: readonly [string, RegExp][] = [
  ["combien", /\bcombien\b/u],
  ["quand", /\bquand\b|quel jour|quelle date|quelle heure/u],
  ["comment", /\bcomment\b/u],
  ["pourquoi", /\bpourquoi\b/u],
  ["qui", /^(?:et )?qui\b|c est qui|est ce qui/u],
  ["ou", /\bou\b (?:sont|est|vous|c est|je)|\bd ou\b/u],
  ["quoi", /\bquoi\b|qu est ce|\bquel(?:le)?s?\b/u],
  [
    "oui",
    /est ce que|vous (?:avez|faites|pouvez|etes|allez|pourriez|auriez|prenez|proposez)|(?:peut|pouvez|pourriez|avez|etes|faut|existe) (?:on|vous|il)|y a (?:un|une|pas|moyen)|ou pas$|\bsi\b/u,
  ],
];
/** What a turn asks for, by its words; spoken questions have no mark. */
function questionsOf(text: string, tokens: readonly Token[]): string[] {
  const said = tokens.map(({ word }) => word).join(" ");
  const asked = questions.filter(([, pattern]) => pattern.test(said)).map(([name]) => name);
  if (/\?\s*$/u.test(text)) asked.push("mark");
  return asked.length > 0 ? asked : ["none"];
}

/** A turn's words with those beside them, their letters, and what they mean. */
function addWords(found: Features, tokens: readonly Token[]): void {
  for (const [index, { word, form, means }] of tokens.entries()) {
    const weight = weightAt(index, tokens);
    const [before, first] = [tokens[index - 1], tokens[index - 2]];
    add(found, form, weight);
    add(found, `${before?.form ?? "^"}_${form}`, weight);
    if (index === tokens.length - 1) add(found, `${form}_$`, weight * weights.end);
    if (first) add(found, `${first.form}__${form}`, weight * weights.skipped);
    for (const concept of means) {
      add(found, `L:${concept}`, weight * weights.concept);
      if (before) add(found, `L:${before.form}_${concept}`, weight * weights.pair);
      for (const one of before?.means ?? []) add(found, `L:${one}_${concept}`, weight * weights.pair);
      for (const one of first?.means ?? [])
        add(found, `L:${one}__${concept}`, weight * weights.pair * weights.skipped);
    }
    const letters = word.length > 4 ? `<${word}>` : "";
    for (let at = 0; at + 4 <= letters.length; at += 1)
      add(found, `c:${letters.slice(at, at + 4)}`, weight * weights.letters);
  }
}
const weightAt = (index: number, tokens: readonly Token[]) =>
  tokens.length - index <= pointWords ? 1 : beforePoint;

/** What is denied, and of whom something is said. */
function addScopes(found: Features, tokens: readonly Token[]): void {
  let negated = 0;
  let speaker: string | undefined;
  for (const [index, { word, means }] of tokens.entries()) {
    const weight = weightAt(index, tokens);
    speaker = speakers.get(word) ?? speaker;
    for (const concept of speaker === undefined ? [] : means)
      add(found, `S:${speaker}_${concept}`, weight * weights.speaker);
    if (negators.has(word)) {
      negated = negatedWords;
      const before = tokens[index - 1];
      if (before) add(found, `N<${before.form}`, weight * weights.negated);
      for (const concept of before?.means ?? []) add(found, `N:${concept}`, weight * weights.negated);
    } else if (negationEnds.has(word)) negated = 0;
    else if (negated > 0) {
      negated -= 1;
      for (const concept of means) add(found, `N:${concept}`, weight * weights.negated);
    }
  }
}

/** What a client's turn is recognized by, each with its weight, and by the agent's before it. */
export function featuresOf(client: string, agent: string): Features {
  const found: Features = new Map();
  const tokens = tokensOf(client).slice(-clientWords);
  addWords(found, tokens);
  addScopes(found, tokens);
  const meant: Features = new Map();
  for (const [index, { means }] of tokens.entries())
    for (const concept of means) if (!everywhere.has(concept)) add(meant, concept, weightAt(index, tokens));
  const all = [...meant].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [index, [one, weight]] of all.entries())
    for (const [other, otherWeight] of all.slice(index + 1))
      add(found, `P:${one}+${other}`, weights.together * Math.min(weight, otherWeight));
  for (const question of questionsOf(client, tokens)) {
    add(found, `Q:${question}`, weights.question);
    for (const [concept, weight] of all) add(found, `Q:${question}_${concept}`, weights.asked * weight);
  }
  // The built-in entries whose phrases are said, and not negated.
  for (const [{ id }, weight] of matchEntries(builtInPlaybook, client))
    add(found, `H:${id}`, weight >= leastWeight ? 1 : weights.weakPhrase);
  add(found, `len:${[2, 5, 10, 18].filter((length) => tokens.length > length).length}`, 0.6);
  const answered = featuresOfAgent(
    agent,
    tokens.length,
    all.map(([concept]) => concept),
  );
  return new Map([...scaled(found, 1), ...scaled(answered, weights.agent)]);
}

/** A long turn and a short one have the same weight. */
function scaled(found: ReadonlyMap<string, number>, to: number): [string, number][] {
  const length = Math.hypot(...found.values()) || 1;
  return [...found].map(([name, weight]) => [name, (to * weight) / length]);
}

/** What the agent ends with, and what a question of theirs is answered with. */
function featuresOfAgent(agent: string, length: number, meant: readonly string[]): Features {
  const found: Features = new Map();
  if (agent === "") return found;
  const last =
    agent
      .trim()
      .split(/(?<=[.?!])\s+/u)
      .at(-1) ?? "";
  const tokens = tokensOf(last).slice(-agentWords);
  for (const [index, { form, means }] of tokens.entries()) {
    found.set(`a:${form}`, 1);
    for (const concept of means) found.set(`a:L:${concept}`, weights.concept);
    const before = tokens[index - 1];
    if (before) found.set(`a:${before.form}_${form}`, 1);
  }
  const isQuestion = /\?\s*$/u.test(agent);
  found.set(isQuestion ? "a:?" : "a:.", 0.5);
  if (!isQuestion) return found;
  for (const question of questionsOf(last, tokens)) found.set(`a:Q:${question}`, 0.6);
  for (const concept of new Set(tokens.flatMap(({ means }) => means))) {
    found.set(`a?:L:${concept}`, weights.concept);
    if (length <= answerWords) found.set(`a?s:${concept}`, weights.concept);
    for (const one of meant.slice(0, answerConcepts)) found.set(`ax:${concept}>${one}`, weights.answer);
  }
  return found;
}

/** FNV-1a, 32 bits: what is trained keeps no words. */
export function hashOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
