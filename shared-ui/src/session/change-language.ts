import { type Language, saveLanguage } from "@souffleur/contracts";
import { chooseLanguage } from "../language/language.ts";
import { call } from "./call.ts";

/** Each language is named in that language. */
export const languageChoices = [
  { value: "en", label: "English", lang: "en" },
  { value: "fr", label: "Français", lang: "fr" },
] as const;

/** Changes the language of the signed-in user: of this browser's pages, which are loaded again, and of the mails. */
export async function changeLanguage(chosen: Language): Promise<void> {
  // The page changes its language even if the other fails.
  await call(saveLanguage, { body: { language: chosen } }).catch(console.warn);
  chooseLanguage(chosen);
}
