import type { Sender, Talk, TalkSide } from "@souffleur/contracts";

// `api/docs/calls.md` defines each figure.

export interface TalkLine {
  seq: number;
  sender: Sender;
  text: string;
  /** The end of the speech. */
  timestamp: Date;
  /** Its beginning, where it was measured. */
  startedAt?: Date;
}

/** A line in the time of its call, in milliseconds. */
interface Span {
  seq: number;
  sender: Sender;
  from: number;
  to: number;
  words: number;
  isMeasured: boolean;
}

/** Where a line's beginning was not measured: 150 words a minute, the rate of a calm conversation. */
const msPerWord = 400;
/** Somebody who begins in the last moment of the other's line takes their turn. */
const overlapMs = 500;
/** "Oui", "d'accord": who says no more is listening. */
const fewestWords = 3;
/** Of less speech no rate is computed. */
const leastMeasuredMs = 5000;

const other = (sender: Sender): Sender => (sender === "agent" ? "client" : "agent");

/** Words as they are spoken: "l'outil" and "rendez-vous" are one. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Sentences that end with a question mark; "?!" and "??" end one. */
export function countQuestions(text: string): number {
  return text.match(/\?(?:\s*[?!])*/gu)?.length ?? 0;
}

/** Turns the lines of a call, in their order, into spans. No two of one speaker overlap. */
export function createSpanReader(callStart: number): (line: TalkLine) => Span {
  const lastEnd = { agent: 0, client: 0 };
  return ({ seq, sender, text, timestamp, startedAt }) => {
    const words = countWords(text);
    const to = Math.max(timestamp.getTime() - callStart, lastEnd[sender]);
    const isMeasured = startedAt !== undefined;
    // An estimate makes nobody speak while the other does.
    const earliest = isMeasured ? lastEnd[sender] : Math.max(lastEnd.agent, lastEnd.client);
    const guess = isMeasured ? startedAt.getTime() - callStart : to - words * msPerWord;
    const from = Math.min(to, Math.max(guess, earliest));
    lastEnd[sender] = to;
    return { seq, sender, from, to, words, isMeasured };
  };
}

/** The lines' spans, by their beginnings. */
function spansOf(lines: readonly TalkLine[], callStart: number): Span[] {
  return lines.map(createSpanReader(callStart)).sort((a, b) => a.from - b.from || a.seq - b.seq);
}

function countInterruptions(spans: readonly Span[]): Record<Sender, number> {
  const counts = { agent: 0, client: 0 };
  const furthest = { agent: 0, client: 0 };
  let earlier = 0;
  for (const { sender, from, words, isMeasured } of spans) {
    for (let span = spans[earlier]; span && span.from < from; span = spans[++earlier]) {
      furthest[span.sender] = Math.max(furthest[span.sender], span.to);
    }
    if (isMeasured && words >= fewestWords && furthest[other(sender)] - from >= overlapMs) counts[sender]++;
  }
  return counts;
}

interface Turn {
  seq: number;
  sender: Sender;
  from: number;
  to: number;
  /** Speech alone, without the pauses between the lines. */
  spoken: number;
}

function turnsOf(spans: readonly Span[]): Turn[] {
  const turns: Turn[] = [];
  for (const { seq, sender, from, to } of spans) {
    const turn = turns.at(-1);
    if (turn?.sender === sender) {
      turn.to = to;
      turn.spoken += to - from;
    } else turns.push({ seq, sender, from, to, spoken: to - from });
  }
  return turns;
}

/** The time in which nobody speaks, in all and at one stretch; the call's own time counts, from 0 to `end`. */
function silenceOf(spans: readonly Span[], end: number) {
  let all = 0;
  let longest = 0;
  let heardUntil = 0;
  for (const { from, to } of [...spans, { from: end, to: end }]) {
    const gap = Math.max(0, Math.min(from, end) - heardUntil);
    all += gap;
    longest = Math.max(longest, gap);
    heardUntil = Math.max(heardUntil, to);
  }
  return { silenceSeconds: all / 1000, longestSilenceSeconds: longest / 1000 };
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

/**
 * The talk figures of a call's lines, which are in the order of their numbers.
 * @param endedAt the call's end; that of the last line while the call is under way
 */
export function talkOf(lines: readonly TalkLine[], call: { startedAt: Date; endedAt?: Date }): Talk {
  const callStart = call.startedAt.getTime();
  const spans = spansOf(lines, callStart);
  const turns = turnsOf(spans);
  const interruptions = countInterruptions(spans);
  const spokenAt = (own: readonly { from: number; to: number }[]) => sum(own, ({ from, to }) => to - from);
  const spokenByBoth = spokenAt(spans);
  const lastEnd = spans.reduce((latest, { to }) => Math.max(latest, to), 0);

  function side(sender: Sender): TalkSide {
    const own = spans.filter((span) => span.sender === sender);
    const measured = own.filter(({ isMeasured }) => isMeasured);
    const measuredMs = spokenAt(measured);
    const spoken = spokenAt(own);
    const longest = turns
      .filter((turn) => turn.sender === sender)
      .reduce<Turn | undefined>(
        (best, turn) => (best && best.spoken >= turn.spoken ? best : turn),
        undefined,
      );
    return {
      seconds: spoken / 1000,
      share: spokenByBoth === 0 ? 0 : spoken / spokenByBoth,
      words: sum(own, ({ words }) => words),
      ...(measuredMs >= leastMeasuredMs && {
        wordsPerMinute: Math.round((sum(measured, ({ words }) => words) * 60_000) / measuredMs),
      }),
      questions: sum(lines, (line) => (line.sender === sender ? countQuestions(line.text) : 0)),
      interruptions: interruptions[sender],
      ...(longest && { longestMonologue: { seq: longest.seq, seconds: longest.spoken / 1000 } }),
    };
  }

  return {
    agent: side("agent"),
    client: side("client"),
    ...silenceOf(spans, Math.max(0, (call.endedAt?.getTime() ?? callStart + lastEnd) - callStart)),
    turns: turns.map(({ seq, sender, from, to }) => ({ seq, sender, from: from / 1000, to: to / 1000 })),
  };
}
