/** The end of a page whose user has chosen another language, as the browser reports it. */
export function endInAnotherLanguage(): void {
  localStorage.setItem("souffleur.language", "fr");
  window.dispatchEvent(new Event("pagehide"));
  localStorage.removeItem("souffleur.language");
}
