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
    tokens.push({ word, form, means: conceptsOf(word) });
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
const weights = {
  skipped: 0.7,
  end: 0.7,
  letters: 0.3,
  concept: 0.7,
  pair: 0.5,
  agent: 0.5,
  weakPhrase: 0.5,
};

/** What a client's turn is recognized by, each with its weight: a turn's words, pairs and meanings, and the agent's before it. */
export function featuresOf(client: string, agent: string): Map<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, weight: number) => found.set(name, Math.max(found.get(name) ?? 0, weight));
  const tokens = tokensOf(client).slice(-clientWords);
  for (const [index, { word, form, means }] of tokens.entries()) {
    const weight = tokens.length - index <= pointWords ? 1 : beforePoint;
    const [before, first] = [tokens[index - 1], tokens[index - 2]];
    add(form, weight);
    add(`${before?.form ?? "^"}_${form}`, weight);
    if (index === tokens.length - 1) add(`${form}_$`, weight * weights.end);
    if (first) add(`${first.form}__${form}`, weight * weights.skipped);
    for (const concept of means) {
      add(`L:${concept}`, weight * weights.concept);
      if (before) add(`L:${before.form}_${concept}`, weight * weights.pair);
      for (const one of before?.means ?? []) add(`L:${one}_${concept}`, weight * weights.pair);
      for (const one of first?.means ?? [])
        add(`L:${one}__${concept}`, weight * weights.pair * weights.skipped);
    }
    const letters = word.length > 4 ? `<${word}>` : "";
    for (let at = 0; at + 4 <= letters.length; at += 1)
      add(`c:${letters.slice(at, at + 4)}`, weight * weights.letters);
  }
  // The built-in entries whose phrases are said, and not negated.
  for (const [{ id }, weight] of matchEntries(builtInPlaybook, client))
    add(`H:${id}`, weight >= leastWeight ? 1 : weights.weakPhrase);
  add(`len:${[2, 5, 10, 18].filter((length) => tokens.length > length).length}`, 0.6);
  return new Map([...scaled(found, 1), ...scaled(featuresOfAgent(agent), weights.agent)]);
}

/** A long turn and a short one have the same weight. */
function scaled(found: ReadonlyMap<string, number>, to: number): [string, number][] {
  const length = Math.hypot(...found.values()) || 1;
  return [...found].map(([name, weight]) => [name, (to * weight) / length]);
}

/** What the agent ends with. */
function featuresOfAgent(agent: string): Map<string, number> {
  const found = new Map<string, number>();
  if (agent === "") return found;
  const tokens = tokensOf(
    agent
      .trim()
      .split(/(?<=[.?!])\s+/u)
      .at(-1) ?? "",
  ).slice(-agentWords);
  for (const [index, { form, means }] of tokens.entries()) {
    found.set(`a:${form}`, 1);
    for (const concept of means) found.set(`a:L:${concept}`, weights.concept);
    const before = tokens[index - 1];
    if (before) found.set(`a:${before.form}_${form}`, 1);
  }
  found.set(/\?\s*$/u.test(agent) ? "a:?" : "a:.", 0.5);
  return found;
}

/** FNV-1a, 32 bits: what is trained keeps no words. */
export function hashOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
