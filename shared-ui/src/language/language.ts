import type { Language } from "@souffleur/contracts";
import { readStored, writeStored } from "../browser/browser-storage.ts";

const key = "souffleur.language";

/** The language of this page's texts, the browser's own at first; it holds until the page is loaded again. */
export const language: Language = choice() ?? (/^fr\b/i.test(navigator.language) ? "fr" : "en");

/** How dates, numbers and money are written in it. */
export const locale = { en: "en-US", fr: "fr-FR" }[language];

function choice(): Language | undefined {
  const chosen = readStored(key);
  return chosen === "en" || chosen === "fr" ? chosen : undefined;
}

/** Keeps the choice in this browser, and shows the page again in it. */
export function chooseLanguage(chosen: Language): void {
  if (!writeStored(key, chosen)) console.warn("The language can't be kept in this browser's storage.");
  else if (chosen !== language) location.reload();
}
