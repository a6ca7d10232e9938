import { createTexts } from "../language/texts.tsx";
import type fr from "./fr.json";
import english from "./fr.json?english";

export type Text = keyof typeof fr;
export const { t, loadTexts } = createTexts<Text>(english, () => import("./fr.json"));

type Texts = { readonly [name: string]: Text | (() => string) | Texts };
export type InLanguage<Given> = {
  readonly [Name in keyof Given]: Given[Name] extends Texts ? InLanguage<Given[Name]> : string;
};

/** The same texts, each in the page's language when it is read. */
export function inLanguage<const Given extends Texts>(given: Given): InLanguage<Given> {
  const texts = {};
  for (const [name, text] of Object.entries(given)) {
    const nested = typeof text === "object" ? inLanguage(text) : undefined;
    const get = () => nested ?? (typeof text === "function" ? text() : t(text as Text));
    Object.defineProperty(texts, name, { enumerable: true, get });
  }
  return texts as InLanguage<Given>;
}
