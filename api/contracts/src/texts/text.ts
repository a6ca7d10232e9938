import type fr from "./fr.json";

/** An English text for users, which is the key of its translation in `fr.json`. */
export type ContractText = keyof typeof fr;

/** The texts before `End` with which the whole has a translation. */
export type Before<End extends string, Text = ContractText> = Text extends `${infer Start}${End}`
  ? Start
  : never;

/** Marks a text; without a translation it is a type error. */
export const text = (english: ContractText) => english;
