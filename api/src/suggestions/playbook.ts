import { limits, type Suggestion } from "@souffleur/contracts";
import { matchIntents } from "./match-intents.ts";
import { fill, genericIntent, playbook, type Reply } from "./playbook-data.ts";
import { readSlots, type Slots } from "./slots.ts";

/** A final line of the call, as the playbook reads it. */
export interface TranscriptLine {
  messageId: string;
  sender: "client" | "agent";
  text: string;
}

export interface SuggestInput {
  /** The call's final lines in order; the last ones count. */
  lines: readonly TranscriptLine[];
  callId: string;
  /** The ids of what was suggested in this call so far; the caller adds those of the answer. */
  used: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  now: number;
}

export interface PlaybookAnswer {
  suggestions: Suggestion[];
  /** What the last lines are about, `generic` where nothing fits. */
  intent: string;
}

interface IntentMatch {
  intent: string;
  score: number;
  trigger: TranscriptLine;
}

// The last words count most, and the client's words more than the agent's own.
const recency = [1, 0.6, 0.35, 0.2];
const agentShare = 0.3;
const leastScore = 0.9;
const secondShare = 0.5;
const wordsRead = 2000;

/** The last turns of the conversation, newest first; a turn is a speaker's lines in a row. */
function lastTurns(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const turns: TranscriptLine[] = [];
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    const turn = turns.at(-1);
    if (!line) break;
    if (turn?.sender === line.sender) {
      if (turn.text.length < wordsRead) turn.text = `${line.text} ${turn.text}`;
      else break;
    } else if (turns.length === recency.length) break;
    else turns.push({ ...line });
  }
  return turns;
}

/** The intents of the last turns, the strongest first. */
function rankIntents(lines: readonly TranscriptLine[]): IntentMatch[] {
  const matches = new Map<string, IntentMatch & { best: number }>();
  for (const [age, turn] of lastTurns(lines).entries()) {
    const share = (recency[age] ?? 0) * (turn.sender === "agent" ? agentShare : 1);
    for (const [intent, weight] of matchIntents(turn.text.slice(-wordsRead))) {
      const score = weight * share;
      const known = matches.get(intent) ?? { intent, score: 0, best: 0, trigger: turn };
      const trigger = score > known.best ? turn : known.trigger;
      matches.set(intent, { intent, score: known.score + score, best: Math.max(score, known.best), trigger });
    }
  }
  const order = playbook.map((one) => one.intent);
  return [...matches.values()]
    .filter((one) => one.score >= leastScore)
    .sort((a, b) => b.score - a.score || order.indexOf(a.intent) - order.indexOf(b.intent));
}

/** An intent's replies that are not used yet, first those with values from the conversation. */
function repliesFor(intent: string, slots: Slots, isUsed: (reply: Reply) => boolean) {
  const replies = playbook.find((one) => one.intent === intent)?.replies ?? [];
  return replies
    .flatMap((reply) => {
      const text = isUsed(reply) ? undefined : fill(reply, slots);
      return text === undefined ? [] : [{ reply, text }];
    })
    .sort((a, b) => Number(b.reply.slots.length > 0) - Number(a.reply.slots.length > 0));
}

/** Puts a reply of another category second, so that an answer and a question stand side by side. */
function vary<T extends { reply: Reply }>(replies: readonly T[]): T[] {
  const [first, ...rest] = replies;
  if (!first) return [];
  const other = rest.findIndex(({ reply }) => reply.category !== first.reply.category);
  return other < 0 ? [...replies] : [first, ...rest.splice(other, 1), ...rest];
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/**
 * Up to three replies and questions for the last lines, in the playbook's words with values from the conversation: two
 * for the strongest intent, one for the second. The same input gives the same answer; a reply in `used` does not come
 * again, and when all are used the answer is empty.
 */
export function suggest({ lines, callId, used, now }: SuggestInput): PlaybookAnswer {
  const ranked = rankIntents(lines);
  const [first, second] = ranked;
  const slots = readSlots(lines);
  const idOf = (reply: Reply) => `${callId}:${reply.id}`;
  const isUsed = (reply: Reply) => used.has(idOf(reply));
  const found = ranked.flatMap((one) =>
    vary(repliesFor(one.intent, slots, isUsed)).map((reply) => ({ ...reply, ...one })),
  );
  const general = vary(repliesFor(genericIntent, slots, isUsed));

  const isClose = first && second && second.score >= first.score * secondShare;
  const main = found.filter((one) => one.intent === first?.intent);
  const next = isClose ? found.filter((one) => one.intent === second.intent) : [];
  const specific = [...main.slice(0, 2), ...next.slice(0, 1), ...main.slice(2), ...next.slice(1)];
  const chosen = [
    ...specific,
    ...general.map((one) => ({ ...one, intent: genericIntent, score: 0, trigger: undefined })),
  ];

  const suggestions = chosen
    .slice(0, limits.suggestionsKept)
    .map(({ reply, text, score, trigger }, rank): Suggestion => {
      const confidence = score === 0 ? 0.4 : 0.5 + (0.45 * score) / (score + 1.5);
      return {
        id: idOf(reply),
        text,
        confidence: rounded(confidence - rank * 0.03),
        category: reply.category,
        timestamp: new Date(now).toISOString(),
        callId,
        ...(trigger && { trigger: { messageId: trigger.messageId, text: trigger.text } }),
        provider: "playbook",
      };
    });
  return { suggestions, intent: first?.intent ?? genericIntent };
}

/** Answers conversations made of the playbook's own words, so that every pattern has been run. */
export function warmPlaybook(): void {
  const lines = playbook
    .flatMap(({ replies }) => replies)
    .map(
      ({ id, text }, index): TranscriptLine => ({
        messageId: id,
        sender: index % 2 ? "agent" : "client",
        text,
      }),
    );
  for (let end = lines.length; end > 0; end -= 8) {
    suggest({ lines: lines.slice(0, end), callId: "", used: new Set(), now: 0 });
  }
}
