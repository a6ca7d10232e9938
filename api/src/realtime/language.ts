import type { Language } from "@souffleur/contracts";
import express from "express";
import { languageOf } from "../http/language.ts";
import type { LiveSocket } from "./live-server.ts";

/** The language of refusals for a page: the one that it names, otherwise the one that its browser prefers. */
export function languageOfPage({ handshake: { auth, headers } }: Pick<LiveSocket, "handshake">): Language {
  if (auth.language === "en" || auth.language === "fr") return auth.language;
  return languageOf(Object.create(express.request, { headers: { value: headers } }));
}
