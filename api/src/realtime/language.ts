import type { Language } from "@souffleur/contracts";
import express from "express";
import { languageOf } from "../http/language.ts";
import type { LiveSocket } from "./live-server.ts";

/** The language of a connected page's refusals: the page's own, where it says so, else what its browser prefers. */
export function languageOfPage({ handshake: { auth, headers } }: Pick<LiveSocket, "handshake">): Language {
  if (auth.language === "en" || auth.language === "fr") return auth.language;
  return languageOf(Object.create(express.request, { headers: { value: headers } }));
}
