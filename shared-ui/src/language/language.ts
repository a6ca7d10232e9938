import type { Language } from "@souffleur/contracts";
import { readStored, writeStored } from "../browser/browser-storage.ts";

/** Also in `use-over-reload.ts`: an export would cost the sign-in page. */
const key = "souffleur.language";

/**
 * The language of this page's texts: the user's choice, else the browser's, which may also say `fr_FR.UTF-8`, `C` or
 * nothing. It is fixed until the page is reloaded.
 */
export const language: Language = choice() ?? (/^fr(?![a-z])/i.test(navigator.language) ? "fr" : "en");

/** The locale of its dates, numbers and amounts. */
export const locale = { en: "en-US", fr: "fr-FR" }[language];

function choice(): Language | undefined {
  const chosen = readStored(key);
  return chosen === "en" || chosen === "fr" ? chosen : undefined;
}

/** Stores the choice in this browser, and reloads the page in that language. */
export function chooseLanguage(chosen: Language): void {
  if (!writeStored(key, chosen)) console.warn("The language can't be kept in this browser's storage.");
  else if (chosen !== language) location.reload();
}
