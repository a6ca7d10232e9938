import { readNumbers } from "@souffleur/contracts/numbers";
import type { PlacedStem } from "../../suggestions/matching/french-stem.ts";
import { digitTerms } from "./digit-terms.ts";
import { numberTerms } from "./number-terms.ts";

/** The figures of a call's text: its numbers by their value, and its digits however they are grouped. */
export function figureTerms(text: string): PlacedStem[] {
  const numbers = readNumbers(text);
  return [...numberTerms(text, numbers), ...digitTerms(text, numbers)];
}
