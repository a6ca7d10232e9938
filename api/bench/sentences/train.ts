import { brotliCompressSync } from "node:zlib";
import { featuresOf, hashOf } from "../../src/suggestions/moments/features.ts";
import { readSituations, type Situation, variantsOf } from "./examples.ts";

// Softmax regression over sparse features, learned with AdaGrad. Everything random comes from one seed, so that the same
// examples give the same weights.
const settings = { variants: 8, lengthened: 0.7, lengthenedShare: 0.7, rounds: 4, rate: 0.5, decay: 1e-5 };
/** A feature is kept that so many examples have, and a weight of this size. */
const leastExamples = 10;
const leastWeight = 0.5;

const list = (text: string) => text.split("|").map((one) => one.trim());
/** What people say around what they mean. */
const before = list(`
  bon | ben | euh | oui mais | ah oui | alors | écoutez | bon écoutez | oui bonjour | bonjour alors moi | d'accord et
  | ok et | non mais | et puis | en fait | ah d'accord | oui alors | voilà | attendez | bah | ben oui mais | ok
  d'accord et | très bien | oui oui mais | honnêtement | franchement | je vais vous dire | moi | nous | ah ben | mmh
  | super et | non non | c'est vrai que | de toute façon | justement | oui enfin | ah bon | d'accord mais`);
const between = list(`
  on en a parlé hier | comme je vous disais | parce que nous on est une petite boîte | je sais pas si vous voyez |
  j'ai bien regardé | mon collègue m'a dit | c'est un peu compliqué | on a eu une réunion | je réfléchis tout haut |
  avec tout ce qui se passe | depuis le temps | comme tout le monde | pour être tout à fait franc | l'autre jour | je
  vous le dis comme je le pense | ça fait un moment`);
const after = list(`
  hein | quoi | vous voyez | voilà | en fait | quand même | moi | nous | alors | vous savez | donc voilà | je crois |
  à peu près | si vous voulez | parce que là | chez nous | pour l'instant | en ce moment | et tout | s'il vous plaît
  | parce que bon | du coup | donc | vous comprenez`);

function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}

interface Sample {
  rows: number[];
  factors: number[];
  situation: number;
  weight: number;
}
interface Example {
  client: string;
  agent: string;
  situation: number;
  weight: number;
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const left = [...all];
  for (let last = left.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other] as T, left[last] as T];
  }
  return left;
}

/** Of each line some of its variants, many of them with more words around. */
function examplesOf(situations: readonly Situation[]): Example[] {
  const random = randomOf(7);
  const oneOf = (all: readonly string[]) => all[Math.floor(random() * all.length)] ?? "";
  const examples: Example[] = [];
  for (const [situation, { turns }] of situations.entries()) {
    for (const turn of turns) {
      const [said = "", answer] = turn.split(" => ");
      const agent = answer === undefined ? "" : said;
      const variants = shuffled(variantsOf(answer ?? said), random).slice(0, settings.variants);
      const weight = 1.5 / Math.sqrt(variants.length);
      for (const client of variants) {
        examples.push({ client, agent, situation, weight });
        if (random() > settings.lengthened || /^(?:oui|ok|merci|bon|d.accord)/u.test(client)) continue;
        const parts = [oneOf(before), random() < 0.3 ? oneOf(between) : "", client];
        if (random() < 0.5) parts.push(oneOf(after));
        const longer = parts.join(" ").replace(/\s+/gu, " ").trim();
        examples.push({ client: longer, agent, situation, weight: weight * settings.lengthenedShare });
      }
    }
  }
  return examples;
}

function learn(samples: readonly Sample[], rows: number, width: number): Float32Array {
  const weights = new Float32Array((rows + 1) * width);
  const squares = new Float32Array(weights.length).fill(1e-4);
  const random = randomOf(1);
  const powers = new Float64Array(width);
  /** Those of the situations that are wrong by enough, and by how much. */
  const wrong = new Int32Array(width);
  const errors = new Float64Array(width);
  for (let round = 0; round < settings.rounds; round += 1) {
    for (const { rows: used, factors, situation, weight } of shuffled(samples, random)) {
      // Each loop reads arrays of one type by places that exist: hundreds of millions of steps are a minute otherwise.
      powers.fill(0);
      for (let n = 0; n < used.length; n += 1) {
        const row = (used[n] as number) * width;
        const factor = factors[n] as number;
        for (let k = 0; k < width; k += 1)
          powers[k] = (powers[k] as number) + (weights[row + k] as number) * factor;
      }
      const most = Math.max(...powers);
      let total = 0;
      for (let k = 0; k < width; k += 1) total += powers[k] = Math.exp((powers[k] as number) - most);
      let wrongs = 0;
      for (let k = 0; k < width; k += 1) {
        const error = ((powers[k] as number) / total - (k === situation ? 1 : 0)) * weight;
        if (Math.abs(error) < 1e-3) continue;
        wrong[wrongs] = k;
        errors[wrongs] = error;
        wrongs += 1;
      }
      // Row by row, as the weights lie in memory.
      for (let n = 0; n < used.length; n += 1) {
        const row = (used[n] as number) * width;
        const factor = factors[n] as number;
        for (let one = 0; one < wrongs; one += 1) {
          const place = row + (wrong[one] as number);
          const slope = (errors[one] as number) * factor + settings.decay * (weights[place] as number);
          const square = (squares[place] as number) + slope * slope;
          squares[place] = square;
          weights[place] = (weights[place] as number) - (settings.rate * slope) / Math.sqrt(square);
        }
      }
    }
  }
  return weights;
}

const packed = (bytes: Uint8Array) => brotliCompressSync(bytes).toString("base64");

/** What is learned from the situations' examples, as `recognize.ts` reads it. */
export function train(situations = readSituations()) {
  const width = situations.length;
  const found = examplesOf(situations).map((one) => ({
    ...one,
    features: featuresOf(one.client, one.agent),
  }));
  const counts = new Map<number, number>();
  for (const { features } of found)
    for (const feature of features.keys())
      counts.set(hashOf(feature), (counts.get(hashOf(feature)) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= leastExamples).map(([hash]) => hash);
  const rowOf = new Map(kept.sort((a, b) => a - b).map((hash, row) => [hash, row]));
  const samples = found.map(({ features, situation, weight }) => {
    const used = [...features].flatMap(([feature, factor]) => {
      const row = rowOf.get(hashOf(feature));
      return row === undefined ? [] : [[row, factor] as const];
    });
    const rows = [...used.map(([row]) => row), rowOf.size];
    return { rows, factors: [...used.map(([, factor]) => factor), 1], situation, weight };
  });
  const weights = learn(samples, rowOf.size, width);
  const scale = weights.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / 127;
  const isKept = (one: number, place: number) => Math.abs(one) >= leastWeight || place >= rowOf.size * width;
  const rounded = Int8Array.from(weights, (one, place) => (isKept(one, place) ? Math.round(one / scale) : 0));
  return {
    situations: situations.map(({ name, kinds, right, harmless }) => ({
      name,
      kinds,
      right: right.join(" "),
      harmless: harmless.join(" "),
    })),
    scale,
    features: packed(new Uint8Array(Uint32Array.from(kept).buffer)),
    weights: packed(new Uint8Array(rounded.buffer)),
  };
}
