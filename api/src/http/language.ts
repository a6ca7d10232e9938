import type { Language } from "@souffleur/contracts";
import type { Request } from "express";

/** The language of an answer: French where the caller prefers it (RFC 9110, 12.5.4), else English. */
export function languageOf(req: Request): Language {
  return req.acceptsLanguages("en", "fr") === "fr" ? "fr" : "en";
}
