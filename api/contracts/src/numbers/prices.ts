import type { SpokenNumber } from "./spoken-number.ts";
import type { Unit } from "./units.ts";

/** A number in a text. */
export interface FoundNumber extends SpokenNumber {
  /** Its place in UTF-16 units with sign and unit, end exclusive. */
  start: number;
  end: number;
  unit?: Unit;
}

/**
 * What a price goes on with after its cents ("neuf euros quatre-vingt-dix par mois"), unlike "vingt euros dix licences".
 */
const afterPrice =
  /^\p{Zs}*(?:$|[^\p{L}\p{N}\p{Zs}%€$]|(?:par|le|la|les|l|hors|ht|ttc|et|mais|ou|pour|au|aux|à|chacune?|chaque|mensuels?|environ|net|brut|donc|alors|si|c|en|de|dans|sur|avec|sans)(?![\p{L}\p{N}]))/iu;
const centimes = /^\p{Zs}?(?:centimes?|cts?)(?!\p{L})/iu;
const half = /^\p{Zs}et\p{Zs}demie?(?!\p{L})/iu;

const isPrice = ({ unit, decimals, kind }: FoundNumber) =>
  unit !== undefined && unit !== "percent" && decimals === 0 && kind === "cardinal";

/** A price with the cents that are said after its currency ("12 euros 50"); undefined where a number is no such cents. */
export function withCents(text: string, price: FoundNumber, cents: FoundNumber): FoundNumber | undefined {
  const { value, decimals, kind, unit, start } = cents;
  const between = text.slice(price.end, start);
  if (!isPrice(price) || unit || kind !== "cardinal" || decimals > 0 || value < 1 || value > 99)
    return undefined;
  const rest = text.slice(cents.end);
  const [named = ""] = centimes.exec(rest) ?? [];
  const isNamed = named !== "" && /^(?:\p{Zs}?|\p{Zs}et\p{Zs})$/u.test(between);
  const isMeant = value >= 10 && /^\p{Zs}?$/u.test(between) && afterPrice.test(rest);
  if (!isNamed && !isMeant) return undefined;
  const sum = Number((Math.abs(price.value) + value / 100).toFixed(2));
  return { ...price, value: price.value < 0 ? -sum : sum, decimals: 2, end: cents.end + named.length };
}

/** A price with the half that is said after its currency ("deux euros et demi"), or in cents alone. */
export function asPrice(text: string, number: FoundNumber): FoundNumber {
  const rest = text.slice(number.end);
  const [said] = (isPrice(number) && half.exec(rest)) || [];
  if (said) return { ...number, value: number.value + 0.5, decimals: 1, end: number.end + said.length };
  const [cents] = (number.unit === undefined && number.decimals === 0 && centimes.exec(rest)) || [];
  if (!cents) return number;
  return { ...number, value: number.value / 100, decimals: 2, end: number.end + cents.length, unit: "EUR" };
}
