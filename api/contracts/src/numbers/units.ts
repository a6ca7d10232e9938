/** What a number counts, where its text says it. */
export type Unit =
  | "EUR"
  | "USD"
  | "GBP"
  | "CHF"
  | "CAD"
  | "AUD"
  | "XOF"
  | "XPF"
  | "MAD"
  | "TND"
  | "DZD"
  | "JPY"
  | "CNY"
  | "percent";

const gap = "[\\p{Zs}\\t]?";
const wordEnd = "(?![\\p{L}\\p{M}\\p{N}])";
const wordStart = "(?<![\\p{L}\\p{M}\\p{N}])";
const currency = "[€$£]|(?:euros?|eur|chf|usd|gbp|dollars?|francs?)(?![\\p{L}\\p{M}\\p{N}])";

/** Powers of ten as French and German abbreviate them. "M." is a title, and "k'" and "M'" begin names. */
const powers: readonly [RegExp, number][] = [
  [new RegExp(`^${gap}k(?=${gap}(?:${currency})|(?![\\p{L}\\p{M}\\p{N}.'’]))`, "iu"), 3],
  [new RegExp(`^${gap}M(?=${gap}(?:${currency})|(?![\\p{L}\\p{M}\\p{N}.'’]))`, "u"), 6],
  [new RegExp(`^${gap}(?:Mio\\.?|Mn|Millionen)(?=${gap}(?:${currency})|${wordEnd})`, "u"), 6],
  [new RegExp(`^${gap}(?:Mds?|Mrds?\\.?|Mia\\.?|Milliarden?)(?=${gap}(?:${currency})|${wordEnd})`, "u"), 9],
  [new RegExp(`^${gap}(?:thousand|Tausend|Tsd\\.?)${wordEnd}`, "u"), 3],
];

const of = "(?:d['’]\\p{Zs}?|de )?";
const after: readonly [RegExp, Unit][] = [
  // Longer names come first: "dollars canadiens" are no US dollars, nor "francs CFA" Swiss francs.
  [new RegExp(`^${gap}${of}(?:(?:\\$${gap}CA|CA\\$|dollars? canadiens?|cad)${wordEnd}|CA\\$)`, "iu"), "CAD"],
  [new RegExp(`^${gap}${of}(?:dollars? australiens?|aud)${wordEnd}`, "iu"), "AUD"],
  [new RegExp(`^${gap}${of}(?:francs? cfa|f${gap}cfa|fcfa|cfa|xof)${wordEnd}`, "iu"), "XOF"],
  [new RegExp(`^${gap}${of}(?:francs? (?:cfp|pacifiques?)|xpf)${wordEnd}`, "iu"), "XPF"],
  [new RegExp(`^${gap}${of}(?:dirhams?(?: marocains?)?|mad)${wordEnd}`, "iu"), "MAD"],
  [new RegExp(`^${gap}${of}(?:dinars? tunisiens?|tnd)${wordEnd}`, "iu"), "TND"],
  [new RegExp(`^${gap}${of}(?:dinars?(?: algeriens?| algériens?)?|dzd)${wordEnd}`, "iu"), "DZD"],
  [new RegExp(`^${gap}${of}(?:¥|(?:yens?|jpy)${wordEnd})`, "iu"), "JPY"],
  [new RegExp(`^${gap}${of}(?:yuans?|renminbis?|cny)${wordEnd}`, "iu"), "CNY"],
  [new RegExp(`^${gap}${of}(?:€|(?:euros?|eur)${wordEnd})`, "iu"), "EUR"],
  [
    new RegExp(
      `^${gap}${of}(?:\\$${gap}US${wordEnd}|(?:US)?\\$|(?:dollars?(?: américains?| americains?| US)?|usd)${wordEnd})`,
      "iu",
    ),
    "USD",
  ],
  [new RegExp(`^${gap}${of}(?:£|(?:livres? sterling|gbp)${wordEnd})`, "iu"), "GBP"],
  [new RegExp(`^${gap}${of}(?:chf|francs? suisses?|francs?)${wordEnd}`, "iu"), "CHF"],
  [
    new RegExp(`^${gap}(?:[%％]|(?:pour${gap}|p\\.${gap})cents?${wordEnd}|pourcents?${wordEnd})`, "iu"),
    "percent",
  ],
];

const codes: Readonly<Record<string, Unit>> = {
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  EUR: "EUR",
  USD: "USD",
  US$: "USD",
  $US: "USD",
  GBP: "GBP",
  CHF: "CHF",
};
/** A sign, a currency, or both in any order: "-", "€ ", "-$", "CHF-". */
const before = new RegExp(
  `(?:${wordStart}(?<outer>[+−-]))?(?:(?:(?<mark>[€£]|(?:US)?\\$|\\$US)|${wordStart}(?<code>EUR|USD|GBP|CHF))${gap})?(?<inner>(?<=[€$£RFDPS]${gap}|${wordStart})[+−-])?$`,
  "u",
);

/** Longer than all of these patterns. */
const near = 32;

function first<Meaning>(patterns: readonly [RegExp, Meaning][], text: string) {
  for (const [pattern, meaning] of patterns) {
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return { length: found.length, meaning };
  }
  return undefined;
}

/** The power of ten that follows in abbreviation ("12 k€"), with the length of its text. */
export const powerAfter = (text: string, at: number) => first(powers, text.slice(at, at + near));

/** The unit that follows, with the length of its text. */
export const unitAfter = (text: string, at: number) => first(after, text.slice(at, at + near));

/**
 * What stands directly before figures: a currency, a sign, or both.
 * @param from where the text begins that belongs to no number yet
 */
export function leadBefore(text: string, at: number, from: number) {
  const found = before.exec(text.slice(Math.max(from, at - near), at));
  const { outer, mark, code, inner } = found?.groups ?? {};
  const unit = codes[mark ?? code ?? ""];
  const sign = inner ?? outer;
  return { unit, isNegative: sign === "-" || sign === "−", length: found?.[0].length ?? 0 };
}
