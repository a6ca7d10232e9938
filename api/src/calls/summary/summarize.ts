import {
  type ConversationSummary,
  isWon,
  linesOfSummaryMin,
  type SummaryAmount,
  type SummaryPoint,
} from "@souffleur/contracts";
import { createSlices } from "../../slices.ts";
import type { CompiledPlaybook } from "../../suggestions/matching/compile-playbook.ts";
import { agrees } from "./agrees.ts";
import { amountsOf, type SaidAmount } from "./amounts.ts";
import { datesOf, type SaidDate } from "./dates/dates.ts";
import { figuresOf } from "./figures.ts";
import type { ReadTurn } from "./next-step.ts";
import { answerIn, type FoundObjection, heardInTurn } from "./objections.ts";
import { promisesOf, type SaidPromise } from "./promises.ts";
import { suggestOutcome } from "./suggest-outcome.ts";
import { isSupported } from "./supported.ts";
import {
  clauseAround,
  cut,
  linesOf,
  type Part,
  type Sentence,
  type SummaryLine,
  sentencesOf,
  type Turn,
  textOf,
  turnsOf,
} from "./turns.ts";

/** Of each kind; a call of hours has thousands of sentences. */
const pointsOfKind = 20;
/** Needs are what most sentences of a sales call are about. */
const needsMost = 8;
/** The last ones: who talks of more has a price list. */
const amountsMost = 6;
const kinds = ["summary", "need", "objection", "answer", "figure", "date", "promise"] as const;

/** "Mardi, non, plutôt jeudi": what is said before is taken back. */
const correction =
  /^[\s,.;:]*(?:euh,? |ah |enfin |oh )*(?:non|pardon|plutot|je veux dire|excusez-moi|enfin)(?![a-z])[^.?!]{0,20}$/u;
function withoutCorrected<One extends Part>(plain: string, found: readonly One[]): One[] {
  return found.filter((one, at) => {
    const next = found[at + 1];
    return next === undefined || !correction.test(plain.slice(one.to, next.from));
  });
}

type Read = ReadTurn & { needs: readonly Sentence[] };

/** A turn with what the rules find in it; a turn of minutes is read in steps. */
function* readTurn(
  turns: readonly Turn[],
  at: number,
  playbook: CompiledPlaybook,
): Generator<undefined, Read[]> {
  const turn = turns[at];
  if (turn === undefined) return [];
  const sentences = sentencesOf(turn);
  const allDates = datesOf(turn.plain);
  yield;
  const noted = allDates.filter(({ isSilent }) => !isSilent);
  const dates = withoutCorrected(turn.plain, noted);
  const figures = figuresOf(turn, noted, turns[at - 1]);
  yield;
  const facts = [...dates, ...figures.map(({ start: from, end: to }) => ({ from, to }))];
  const heard =
    turn.sender === "client"
      ? heardInTurn(playbook, sentences, { before: turns[at - 1], facts })
      : { objections: [], needs: [] };
  yield;
  const promises = sentences
    .flatMap((sentence) => promisesOf(sentence, dates))
    // An offer counts once it is accepted.
    .flatMap((one) => (one.isQuestion && !agrees(turns[at + 1]) ? [] : [{ ...one, isQuestion: false }]));
  return [{ turn, sentences, dates, allDates, figures, promises, ...heard }];
}

const sentenceWith = (sentences: readonly Sentence[], { from, to }: Part) =>
  sentences.find((one) => one.from < to && one.to > from);

function point(kind: SummaryPoint["kind"], turn: ReadTurn["turn"], part: Part): SummaryPoint {
  return { kind, text: textOf(turn, part), lines: linesOf(turn, part) };
}

/** A promise without a date that was taken back in it. */
function promiseText({ turn, dates: kept, allDates }: Read, promise: SaidPromise): SummaryPoint {
  const whole = point("promise", turn, promise);
  const dates = allDates.filter(
    ({ from, to, isSilent }) => !isSilent && from >= promise.from && to <= promise.to,
  );
  const [first, last] = [dates[0], dates.at(-1)];
  const isCorrected = first && last && !kept.some(({ from }) => from === first.from);
  if (!isCorrected) return whole;
  return {
    ...whole,
    text: `${turn.text.slice(promise.from, first.from)}${turn.text.slice(last.from, promise.to)}`.trim(),
  };
}

function around(
  { turn, sentences }: Read,
  kind: SummaryPoint["kind"],
  found: readonly Part[],
): SummaryPoint[] {
  return found.flatMap((one) => {
    const sentence = sentenceWith(sentences, one);
    return sentence === undefined ? [] : [point(kind, turn, clauseAround(sentence, one))];
  });
}

/** What remains of a date's clause once the date that it corrects is left out. */
function datePoints(read: Read, dates: readonly SaidDate[]): SummaryPoint[] {
  return dates.flatMap((date) => {
    const dropped = read.allDates.filter(
      ({ from, isSilent }) => !isSilent && !dates.some((one) => one.from === from),
    );
    const isAfter = dropped.some(({ to }) => to <= date.from && date.from - to < 40);
    return isAfter ? [point("date", read.turn, date)] : around(read, "date", [date]);
  });
}

function objectionPoints(read: Read, after: Read | undefined, one: FoundObjection): SummaryPoint[] {
  const [first, last] = [one.sentences[0], one.sentences.at(-1)];
  if (first === undefined || last === undefined) return [];
  const part = cut(read.turn, { from: first.from, to: last.to }, first);
  const answer = after && answerIn(after.turn, after.sentences);
  return [
    point("objection", read.turn, part),
    ...(answer && after ? [point("answer", after.turn, cut(after.turn, answer, answer))] : []),
  ];
}

/** Each text once, with all its lines, and as it was said first. */
function once(points: readonly SummaryPoint[]): { point: SummaryPoint; first: SummaryPoint }[] {
  const known = new Map<string, { first: SummaryPoint; lines: Set<number> }>();
  for (const one of points) {
    const key = `${one.kind} ${one.text}`;
    const same = known.get(key);
    if (same === undefined) known.set(key, { first: one, lines: new Set(one.lines) });
    else for (const line of one.lines) same.lines.add(line);
  }
  return [...known.values()].map(({ first, lines }) => ({
    point: { ...first, lines: [...lines].sort((a, b) => a - b) },
    first,
  }));
}

export interface SummarizeInput {
  /** All lines of the call, in order. */
  lines: readonly SummaryLine[];
  playbook: CompiledPlaybook;
  /** The day of the call, such as 2026-03-31. */
  today: string;
}

/** The texts of a call's lines by their numbers. */
export const textsOf = (lines: readonly SummaryLine[]): ReadonlyMap<number, string> =>
  new Map(lines.map(({ seq, text }) => [seq, text.trim()]));

/** Whether the lines of a point contain it. */
export const isContained = (
  { text, lines }: SummaryPoint,
  texts: ReadonlyMap<number, string>,
  isQuotation: boolean,
): boolean =>
  isSupported(
    text,
    lines.flatMap((seq) => texts.get(seq) ?? []),
    isQuotation,
  );

/** What is said twice in a turn counts once, where it is said last. */
const latest = (figures: Read["figures"]) =>
  figures.filter(
    ({ value, unit }, at) => !figures.slice(at + 1).some((one) => one.value === value && one.unit === unit),
  );

/** The amounts that a won call may have brought, each with its clause. */
const amountPoints = (reads: readonly Read[], amounts: readonly SaidAmount[]): SummaryAmount[] =>
  amounts.slice(-amountsMost).flatMap(({ turn, from, to, value: amount, currency, isSure }) => {
    const read = reads.find((one) => one.turn === turn);
    const [said] = read ? around(read, "figure", [{ from, to }]) : [];
    if (said === undefined) return [];
    const { text, lines } = said;
    return [{ amount, ...(currency !== undefined && { currency }), isSure, text, lines }];
  });

function pointsOf(read: Read, after: Read | undefined): SummaryPoint[] {
  const figures = latest(read.figures).map(({ start: from, end: to }) => ({ from, to }));
  return [
    ...read.needs.map((one) => point("need", read.turn, cut(read.turn, one, one))),
    ...read.objections.flatMap((one) => objectionPoints(read, after, one)),
    ...around(read, "figure", figures),
    ...datePoints(read, read.dates),
    ...read.promises.map((one) => promiseText(read, one)),
  ];
}

/** The summary of a call by rules, and how many statements were dropped because their lines don't contain them. */
interface Summarized {
  summary: ConversationSummary;
  dropped: number;
}

function* summarizing({ lines, playbook, today }: SummarizeInput): Generator<undefined, Summarized> {
  if (lines.length < linesOfSummaryMin) return { summary: { provider: "rules", points: [] }, dropped: 0 };
  const turns = yield* turnsOf(lines);
  const reads: Read[] = [];
  for (const at of turns.keys()) {
    yield;
    reads.push(...(yield* readTurn(turns, at, playbook)));
  }
  const found: SummaryPoint[] = [];
  for (const [at, read] of reads.entries()) {
    yield;
    found.push(...pointsOf(read, reads[at + 1]));
  }
  const points: SummaryPoint[] = [];
  const texts = textsOf(lines);
  let dropped = 0;
  for (const kind of kinds) {
    const most = kind === "need" ? needsMost : pointsOfKind;
    for (const { point, first } of once(found.filter((one) => one.kind === kind)).slice(0, most)) {
      yield;
      if (isContained(first, texts, true)) points.push(point);
      else dropped += 1;
    }
  }
  yield;
  const suggested = suggestOutcome(reads, today);
  const amounts = isWon(suggested.outcome) ? amountPoints(reads, yield* amountsOf(reads)) : [];
  return {
    summary: { provider: "rules", points, ...suggested, ...(amounts.length > 0 && { amounts }) },
    dropped,
  };
}

/** Summarizes with pauses: a call of hours has thousands of lines. */
export async function summarize(input: SummarizeInput): Promise<Summarized> {
  const summary = summarizing(input);
  const pause = createSlices();
  for (let step = summary.next(); ; step = summary.next()) {
    if (step.done) return step.value;
    await pause();
  }
}

/** Summarizes a short call, without a pause. */
export function summarizeAtOnce(input: SummarizeInput): Summarized {
  const summary = summarizing(input);
  let step = summary.next();
  while (!step.done) step = summary.next();
  return step.value;
}
