import type { Sender, TalkMetrics, TalkSide } from "@souffleur/contracts";

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

/** A line's time span within its call, in milliseconds. */
interface Span {
  seq: number;
  sender: Sender;
  from: number;
  to: number;
  words: number;
  isMeasured: boolean;
}

/** The estimate for unmeasured lines: 150 words a minute, the rate of a calm conversation. */
const msPerWord = 400;
/** A shorter overlap is a change of turns, not an interruption. */
const overlapMs = 500;
/** Fewer words ("oui", "d'accord") are feedback of a listener. */
const fewestWords = 3;
/** A speaker with less speech has no rate. */
const leastMeasuredMs = 5000;

const other = (sender: Sender): Sender => (sender === "agent" ? "client" : "agent");

/** Counts spoken words: "l'outil" and "rendez-vous" are one word each. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Counts sentences that end with a question mark; "?!" and "??" end one. */
export function countQuestions(text: string): number {
  return text.match(/\?(?:\s*[?!])*/gu)?.length ?? 0;
}

/** Converts the lines of a call, in order, to spans. The spans of one speaker do not overlap. */
export function createSpanReader(callStart: number): (line: TalkLine) => Span {
  const lastEnd = { agent: 0, client: 0 };
  return ({ seq, sender, text, timestamp, startedAt }) => {
    const words = countWords(text);
    const to = Math.max(timestamp.getTime() - callStart, lastEnd[sender]);
    const isMeasured = startedAt !== undefined;
    // An estimated span does not overlap the other speaker.
    const earliest = isMeasured ? lastEnd[sender] : Math.max(lastEnd.agent, lastEnd.client);
    const guess = isMeasured ? startedAt.getTime() - callStart : to - words * msPerWord;
    const from = Math.min(to, Math.max(guess, earliest));
    lastEnd[sender] = to;
    return { seq, sender, from, to, words, isMeasured };
  };
}

/** The lines' spans, sorted by their beginning. */
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

interface Turn extends Pick<Span, "seq" | "sender" | "from" | "to"> {
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

/** The silence of a call between 0 and `end`: in total, and the longest. */
function silenceOf(spans: readonly Span[], end: number) {
  let all = 0;
  let longest = 0;
  let spokenUntil = 0;
  for (const { from, to } of [...spans, { from: end, to: end }]) {
    const gap = Math.max(0, Math.min(from, end) - spokenUntil);
    all += gap;
    longest = Math.max(longest, gap);
    spokenUntil = Math.max(spokenUntil, to);
  }
  return { silenceSeconds: all / 1000, longestSilenceSeconds: longest / 1000 };
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

/** The talk figures of a call's lines, which are in order. A running call ends with its last line. */
export function talkMetricsOf(
  lines: readonly TalkLine[],
  call: { startedAt: Date; endedAt?: Date },
): TalkMetrics {
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
