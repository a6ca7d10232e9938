import type { Sender } from "@souffleur/contracts";
import { fold } from "@souffleur/contracts/fold";

/** A line of the call, as its summary reads it. */
export interface SummaryLine {
  seq: number;
  sender: Sender;
  text: string;
}

/** Consecutive lines of one speaker as one text, because sentences go on from line to line. */
export interface Turn {
  sender: Sender;
  text: string;
  /** `text` in lowercase, without accents and typographic marks, with each character at the same place. */
  plain: string;
  places: readonly { seq: number; from: number; to: number }[];
}

/** A part of a turn, in UTF-16 units, `to` exclusive. */
export interface Part {
  from: number;
  to: number;
}

export interface Sentence extends Part {
  turn: Turn;
  isQuestion: boolean;
}

const lettersOfText = 240;
/** A speaker who goes on for hours is read in parts, so that the time grows with the letters alone. */
const lettersOfTurn = 2000;

/** Letters that were folded before: a call has few, and folding one costs as much as a sentence. */
const foldedLetters = new Map<string, string>();
const lettersMost = 2000;

function foldLetter(letter: string): string {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  const folded = fold(letter);
  const inPlace = folded.length === letter.length ? folded : letter;
  if (foldedLetters.size < lettersMost) foldedLetters.set(letter, inPlace);
  return inPlace;
}

/** Lowercase without accents, each character at its place; those of which the fold is longer stay. */
export const plainOf = (text: string): string => text.replace(/[^\x20-\x40\x5b-\x7e]/gu, foldLetter);

/** The turns of a call, with pauses; a line that a recognizer has written twice counts once. */
export function* turnsOf(lines: readonly SummaryLine[]): Generator<undefined, Turn[]> {
  const turns: { sender: Sender; text: string; places: { seq: number; from: number; to: number }[] }[] = [];
  let before = "";
  for (const { seq, sender, text: spoken } of lines) {
    const text = spoken.trim();
    let turn = turns.at(-1);
    if (turn?.sender === sender && text === before) continue;
    before = text;
    if (turn?.sender !== sender || turn.text.length > lettersOfTurn) {
      turn = { sender, text: "", places: [] };
      turns.push(turn);
    }
    const from = turn.text === "" ? 0 : turn.text.length + 1;
    turn.text = turn.text === "" ? text : `${turn.text} ${text}`;
    turn.places.push({ seq, from, to: turn.text.length });
  }
  const read: Turn[] = [];
  for (const turn of turns) {
    yield;
    read.push({ ...turn, plain: plainOf(turn.text) });
  }
  return read;
}

/** Spaces after the end of a sentence; "M. Martin" does not end one. */
const sentenceEnd = /(?<![.?!…]|(?:^|[\s'])(?:m|mm|mme|dr|st|n|art|ex))[.?!…]+["»)]?\s+/gu;

export function sentencesOf(turn: Turn): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const add = (to: number) => {
    const text = turn.plain.slice(from, to);
    if (/[\p{L}\p{N}]/u.test(text))
      sentences.push({ turn, from, to: from + text.trimEnd().length, isQuestion: /\?["»)\s]*$/u.test(text) });
    from = to;
  };
  for (const { 0: end, index } of turn.plain.matchAll(sentenceEnd)) add(index + end.length);
  add(turn.plain.length);
  return sentences;
}

const clauseEnd =
  /[,;:–—] +|(?<=\p{L}) +(?=(?:mais|donc|parce qu|puis|alors|et (?:je|j'|on|nous|vous|si|puis|il|elle|ca|c'est) ?)\b)/gu;
const wordsOfClause = 3;

/** The clause of a sentence that contains a part, with its neighbours where it is short; at most 240 letters. */
export function clauseAround({ turn, from, to }: Sentence, part: Part): Part {
  const ends = [...turn.plain.slice(from, to).matchAll(clauseEnd)].map(({ 0: end, index }) => ({
    from: from + index,
    to: from + index + end.length,
  }));
  let left = ends.findLast((end) => end.to <= part.from)?.to ?? from;
  let right = ends.find((end) => end.from >= part.to)?.from ?? to;
  const words = () => turn.plain.slice(left, right).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (words() < wordsOfClause) right = ends.find((end) => end.from > right)?.from ?? to;
  if (words() < wordsOfClause) left = from;
  return cut(turn, { from: left, to: right }, part);
}

/** The text of a part without the marks at its ends; lines of a text that was cut are those of what is left. */
export function textOf({ text }: Turn, { from, to }: Part): string {
  return text.slice(from, to).replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/gu, "");
}

export function linesOf({ places }: Turn, { from, to }: Part): number[] {
  return places.filter((place) => place.from < to && place.to > from).map(({ seq }) => seq);
}

/** A speaker without full stops may fill minutes: then only the words around a part are its text. */
export function cut({ plain }: Turn, whole: Part, around: Part): Part {
  if (whole.to - whole.from <= lettersOfText) return whole;
  const room = Math.max(0, lettersOfText - (around.to - around.from));
  const earliest = Math.max(whole.from, around.from - Math.floor(room / 2));
  const from = earliest === whole.from ? earliest : plain.indexOf(" ", earliest) + 1;
  const latest = Math.min(whole.to, from + lettersOfText);
  const end = latest === whole.to ? latest : plain.lastIndexOf(" ", latest);
  return { from: Math.min(from, around.from), to: Math.max(end, Math.min(around.to, from + lettersOfText)) };
}
