import type { Language } from "@souffleur/contracts";
import type { Request } from "express";

/**
 * The language of an answer: the one that the caller prefers (RFC 9110, 12.5.4).
 * @param otherwise where the caller has no preference, or wants none of ours
 */
export function languageOf(req: Request, otherwise: Language = "en"): Language {
  const found = req.acceptsLanguages(otherwise, otherwise === "fr" ? "en" : "fr");
  return found === "fr" || found === "en" ? found : otherwise;
}
