import type { Sender, SummaryPointKind } from "@souffleur/contracts";
import { playedCalls } from "../../bench/played-calls.ts";
import { readCalls } from "./summary-read-calls.ts";
import { unreadCalls } from "./summary-unread-calls.ts";

export type KeyKind = Extract<SummaryPointKind, "figure" | "date" | "promise" | "objection">;

/** A fact of a call, as a person has read it. */
export interface Fact {
  kind: KeyKind;
  line: number;
  /** A part of the line that a point must have. */
  words: string;
  /** Readers may differ about it: it is neither missed nor wrong. */
  isOpen: boolean;
}

export interface KeyedCall {
  name: string;
  lines: readonly { seq: number; sender: Sender; text: string }[];
  facts: readonly Fact[];
}

/** The facts of each labelled call: the line, the kind, and words of it; "?" marks those about which readers may differ. */
const facts: Record<string, string> = {
  discovery: `6 figure douzaine, 25 figure cinq mille euros, 28 figure? deux ou trois, 27 date rentrée, 27 date septembre,
    28 date jeudi, 30 date jeudi, 30 date dix heures, 31 date jeudi, 33 date jeudi, 31 promise envoie l’invitation, 17 objection, 13 objection?, 14 objection?,
    24 objection?, 25 objection?`,
  "price-objection": `7 figure vingt-neuf euros, 8 figure vingt-neuf euros, 16 figure douze mille euros, 16 figure vingt personnes,
    18 figure dix mille, 19 figure quinze postes, 22 figure un an, 22 figure deux ans, 22 figure dix pour cent, 23 figure deux ans,
    25 figure un an, 26 figure six mois, 29 figure quinze postes, 20 date janvier, 30 date lundi, 31 date ce soir,
    33 date mardi, 34 date mardi, 30 promise défends, 31 promise aurez, 33 promise joins, 33 promise rappelle, 4 objection,
    6 objection, 7 objection?, 16 objection, 18 objection?, 23 objection, 24 objection?, 21 objection?`,
  renewal: `5 figure? un an, 14 figure? heure, 26 figure trente, 26 figure quarante utilisateurs, 27 figure huit pour cent,
    4 date trente juin, 20 date mois dernier, 22 date cette semaine, 31 date demain, 31 date vendredi, 32 date demain,
    22 promise activer, 31 promise répondre, 32 promise aurez, 9 objection?, 12 objection?, 13 objection?, 17 objection,
    19 objection?, 21 objection?, 28 objection, 29 objection?`,
  complaint: `12 figure quatre-vingts euros, 15 figure huit personnes, 19 figure un mois, 20 figure cinq jours, 30 figure un mois,
    32 figure un mois, 5 date lundi, 12 date mars, 13 date lundi, 14 date mars, 22 date lundi, 28 date vendredi, 29 date vendredi,
    32 date cinq jours, 33 date vendredi, 35 date vendredi, 17 promise lance, 20 promise envoie, 28 promise donne,
    28 promise rappelle, 33 promise rappelle, 30 promise? propose, 2 objection, 3 objection?, 5 objection, 6 objection?, 7 objection,
    9 objection?, 12 objection, 15 objection, 16 objection?, 18 objection?, 19 objection?, 24 objection, 29 objection?`,
  "insurance broker, cold call": `4 figure cinquantaine, 4 figure huit, 9 figure quarante-neuf euros, 12 figure? heure, 16 date jeudi,
    16 date vendredi, 17 date vendredi, 17 promise noté, 10 objection, 14 objection`,
  "industrial equipment, supplier in place": `9 figure trois ans, 11 figure vingtaine, 11 figure? deux, 13 date tout à l'heure,
    12 promise regarderai, 13 promise envoie, 9 promise? gardons, 2 objection, 4 objection, 6 objection?, 8 objection?`,
  "hospital, data protection": `14 date janvier, 14 date décembre, 15 date janvier, 12 promise? parler, 15 promise? faisons,
    10 objection, 12 objection?, 14 objection`,
  "training centre, discount": `6 figure deux mille euros, 8 figure huit mille, 10 figure dix pour cent, 11 figure deux ans,
    12 figure deux ans, 13 figure un an, 13 figure six mois, 15 date ce soir, 15 promise envoie, 14 promise? signer, 4 objection,
    6 objection?, 8 objection, 10 objection?, 12 objection`,
  "software publisher, angry customer": `2 figure trois jours, 8 figure trois jours, 6 figure? quatre, 5 date lundi, 6 date lundi,
    15 date demain, 16 date demain, 7 promise reprends, 9 promise crédite, 13 promise? moi, 15 promise? demain, 16 promise? attends,
    2 objection, 4 objection, 6 objection, 8 objection?, 10 objection`,
  "start-up, technical questions": `9 figure six pour cent, 13 figure quinze jours, 15 figure? demi, 11 promise? essai, 16 promise? va,
    8 objection?`,
  "town hall, wrong person": `12 date juin, 13 date avril, 14 date avril, 7 promise envoie, 8 promise transmettrai, 13 promise rappelle,
    2 objection, 4 objection?, 6 objection, 10 objection?, 12 objection`,
  "shop owner, refusal": `8 figure un an, 12 date soldes, 13 date février, 15 promise retire, 2 objection, 4 objection, 6 objection,
    8 objection, 10 objection, 12 objection?, 14 objection`,
  "logistics, team and training": `4 figure quinze personnes, 6 figure deux semaines, 9 figure deux demi-journées, 4 date septembre,
    12 date mardi, 13 date mardi, 14 date quatorze heures, 16 date mardi, 15 promise envoie, 6 objection?`,
  "bank, hesitation": `7 figure trois volontaires, 9 figure un mois, 14 promise voir, 15 promise prépare, 2 objection, 4 objection,
    6 objection?, 8 objection?, 10 objection, 12 objection?, 14 objection?`,
  "real-estate agency, budget": `4 figure six négociateurs, 4 figure deux assistantes, 9 figure trois cents euros, 9 figure huit,
    15 figure trente mandats, 12 date mars, 13 date mars, 16 promise? contact, 10 objection, 14 objection`,
  "call centre, long negotiation": `4 figure douze mois, 7 figure dixième, 8 figure cent vingt postes, 9 figure vingt-neuf euros,
    9 figure trente-neuf, 10 figure vingt-cinq, 13 figure vingt-huit, 15 figure? vingt, 13 date ce mois-ci, 15 date? vingt heures,
    2 objection?, 4 objection, 10 objection, 12 objection`,
};

function readFact(line: number, text: string): Fact[] {
  const [, kind, open, words = ""] =
    /^(figure|date|promise|objection)(\??)(?: (.*))?$/u.exec(text.replace(/\s+/gu, " ").trim()) ?? [];
  return kind === undefined ? [] : [{ kind: kind as KeyKind, line, words, isOpen: open === "?" }];
}

/** The labelled calls with their key. */
export const keyedCalls: readonly KeyedCall[] = playedCalls.map(({ name, lines }) => ({
  name,
  lines: lines.map(({ sender, text }, at) => ({ seq: at + 1, sender, text })),
  facts: (facts[name] ?? "").split(/,(?=\s*\d+ (?:figure|date|promise|objection))/u).flatMap((row) => {
    const [, line, text = ""] = /^\s*(\d+) ([\s\S]*)$/u.exec(row) ?? [];
    return readFact(Number(line), text);
  }),
}));

const keyed = ([name, text]: [string, string]): KeyedCall => {
  const rows = text
    .trim()
    .split("\n")
    .map((row) => /^\s*([ac]): ([^#]*?)(?: # (.*))?$/u.exec(row));
  return {
    name,
    lines: rows.map((row, at) => ({
      seq: at + 1,
      sender: row?.[1] === "c" ? "client" : "agent",
      text: row?.[2] ?? "",
    })),
    facts: rows.flatMap((row, at) =>
      (row?.[3] ?? "")
        .split(/,\s+(?=figure|date|promise|objection)/u)
        .flatMap((one) => readFact(at + 1, one)),
    ),
  };
};

/** Calls that no rule was made for at first. */
export const heldOutCalls: readonly KeyedCall[] = Object.entries(readCalls).map(keyed);

/** Calls that no rule was made for. */
export const unseenCalls: readonly KeyedCall[] = Object.entries(unreadCalls).map(keyed);
