import { languageKey } from "@souffleur/shared-ui";

/** The end of a page whose user has chosen another language, as the browser reports it. */
export function endInAnotherLanguage(): void {
  localStorage.setItem(languageKey, "fr");
  window.dispatchEvent(new Event("pagehide"));
  localStorage.removeItem(languageKey);
}
