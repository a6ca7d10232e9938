import { readStored } from "../browser/browser-storage.ts";

export type Language = "en" | "fr";

/** The language of this page's texts; it holds until the page is loaded again. */
export const language: Language = readStored("souffleur.language") === "fr" ? "fr" : "en";

/** How dates, numbers and money are written in it. */
export const locale = { en: "en-US", fr: "fr-FR" }[language];
