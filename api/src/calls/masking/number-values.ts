// The values of the number words that digits are dictated with.
import { numberWord, repeated } from "@souffleur/contracts/numbers";

type Kind = NonNullable<ReturnType<typeof numberWord>>["kind"];

/** The value of a word of a kind. */
const valuesOf = (kind: Kind) => (word: string) => {
  const found = numberWord(word);
  return found?.kind === kind ? found.value : undefined;
};
export const unitOf = valuesOf("unit");
export const teenOf = valuesOf("teen");
export const tenOf = valuesOf("ten");
export const isHundred = (word: string) => valuesOf("hundred")(word) !== undefined;
export const isThousand = (word: string) => valuesOf("thousand")(word) !== undefined;
export const isZero = (word: string) => word === "zeroes" || valuesOf("zero")(word) !== undefined;

/** The most digits of a word of each kind. */
const digitsOf: Partial<Record<Kind, number>> = {
  zero: 1,
  unit: 1,
  teen: 2,
  ten: 2,
  hundred: 3,
  thousand: 4,
};

export function wordDigits(word: string): number {
  const found = numberWord(word);
  if (found) return digitsOf[found.kind] ?? 0;
  return repeated.has(word) ? 2 : Number(word === "zeroes");
}

export const isNumberWord = (word: string) => wordDigits(word) > 0;
