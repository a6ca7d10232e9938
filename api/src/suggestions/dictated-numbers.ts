import { fold } from "@souffleur/contracts/fold";
import { numberWord, readNumber, repeated } from "@souffleur/contracts/numbers";

const kinds = new Set(["zero", "unit", "teen", "ten", "hundred", "thousand", "large"]);
/** @param word folded */
const isNumber = (word: string) => kinds.has(numberWord(word)?.kind ?? "");
/** The most words that are read as one number. */
const wordsMax = 16;

/** Whether a number may begin with a word or contain it; not "un" and "une", which most often are articles. */
export function mayBeNumber(word: string): boolean {
  return Array.from(word.matchAll(/\p{L}+/gu), ([part]) => fold(part)).some(
    (part) => repeated.has(part) || (!/^une?$/u.test(part) && isNumber(part)),
  );
}

interface Word {
  start: number;
  end: number;
  word: string;
  isNumber: boolean;
}

/**
 * A text whose spoken numbers are digits, each number apart ("six douze" is "6 12"), as they are dictated in telephone numbers
 * and addresses. Numbers from 1000 on, which are said for amounts and years alone, are "#".
 */
export function numbersAsDigits(text: string): string {
  const words = Array.from(text.matchAll(/\p{L}+/gu), ({ 0: written, index }): Word => {
    const word = fold(written);
    return {
      start: index,
      end: index + written.length,
      word,
      isNumber: isNumber(word),
    };
  });
  let result = "";
  let from = 0;
  for (let at = 0; at < words.length; ) {
    const first = words[at] as Word;
    const times = repeated.get(first.word) ?? 1;
    const number = numberAt(text, words, times > 1 ? at + 1 : at);
    at = number?.next ?? at + 1;
    if (!number) continue;
    result += text.slice(from, first.start) + number.digits.repeat(times);
    from = number.end;
  }
  return result + text.slice(from);
}

function numberAt(text: string, words: readonly Word[], at: number) {
  const first = words[at];
  if (!first?.isNumber) return undefined;
  let to = at + 1;
  for (let next = words[to]; next && to < at + wordsMax; next = words[to]) {
    const isJoined = /^[ -]$/u.test(text.slice(words[to - 1]?.end, next.start));
    if (!isJoined || !(next.isNumber || next.word === "et")) break;
    to += 1;
  }
  for (; to > at; to -= 1) {
    const end = (words[to - 1] as Word).end;
    const read = readNumber(text.slice(first.start, end));
    if (read) return { digits: read.value < 1000 ? String(read.value) : "#", end, next: to };
  }
  return undefined;
}
