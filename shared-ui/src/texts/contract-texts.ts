import type { FoundText } from "@souffleur/contracts/texts";
import { createTexts } from "../language/texts.tsx";

let find: (message: string) => FoundText | undefined = () => undefined;

const { t, loadTexts } = createTexts<string>({}, async () => {
  const [french, { findText }] = await Promise.all([
    import("@souffleur/contracts/fr.json"),
    import("@souffleur/contracts/texts"),
  ]);
  const keys = Object.keys(french.default);
  find = (message) => findText(keys, message);
  return french;
});

/** Loads the French of the contracts' texts, as `loadTexts` does that of a package. */
export const loadContractTexts = loadTexts;

/** A text of the contracts, such as a schema's message, in the page's language; in English where it has no French. */
export function contractText(english: string): string {
  const found = find(english);
  return found === undefined ? english : t(found.key, found.values);
}
