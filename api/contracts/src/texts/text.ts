import type fr from "./fr.json";

/** An English text for people; its French stands under it in `fr.json`. */
export type ContractText = keyof typeof fr;

/** What can stand before `End`, so that the whole has French. */
export type Before<End extends string, Text = ContractText> = Text extends `${infer Start}${End}`
  ? Start
  : never;

/** A text in place; one without French is an error of types. */
export const text = (english: ContractText) => english;
