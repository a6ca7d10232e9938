import type { FoundText } from "@souffleur/contracts/texts";
import { createTexts } from "../language/texts.tsx";
import type fr from "./fr.json";
import english from "./fr.json?english";

let findContractText: (message: string) => FoundText | undefined = () => undefined;

export type Text = keyof typeof fr;
/** This package's texts; `loadTexts` also loads those of the contracts. */
export const { t, loadTexts } = createTexts<Text>(english, async () => {
  const files = [
    import("./fr.json"),
    import("@souffleur/contracts/fr.json"),
    import("@souffleur/contracts/texts"),
  ] as const;
  // Another try would be given those that are still on their way, and fail with them.
  await Promise.allSettled(files);
  const [own, contracts, { findText }] = await Promise.all(files);
  const keys = Object.keys(contracts.default);
  findContractText = (message) => findText(keys, message);
  return { default: { ...contracts.default, ...own.default } };
});

/** A text of the contracts, such as a schema's message, in the page's language, or in English if it has no French. */
export function contractText(english: string): string {
  const found = findContractText(english);
  return found === undefined ? english : t(found.key as Text, found.values);
}

type Texts = { readonly [name: string]: Text | (() => string) | Texts };
export type InLanguage<Given> = {
  readonly [Name in keyof Given]: Given[Name] extends Texts ? InLanguage<Given[Name]> : string;
};

/** The same texts, each translated into the page's language when it is read. */
export function inLanguage<const Given extends Texts>(given: Given): InLanguage<Given> {
  const texts = {};
  for (const [name, text] of Object.entries(given)) {
    const nested = typeof text === "object" ? inLanguage(text) : undefined;
    const get = () => nested ?? (typeof text === "function" ? text() : t(text as Text));
    Object.defineProperty(texts, name, { enumerable: true, get });
  }
  return texts as InLanguage<Given>;
}
