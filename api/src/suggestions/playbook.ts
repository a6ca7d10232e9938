import { limits, type Suggestion } from "@souffleur/contracts";
import { builtInPlaybook } from "./built-in-playbook.ts";
import {
  type CompiledEntry,
  type CompiledPlaybook,
  type CompiledReply,
  fill,
  matchEntries,
  type Wording,
} from "./compile-playbook.ts";
import { readSlots, type Slots } from "./slots.ts";

/** A final line of the call, as the playbook reads it. */
export interface TranscriptLine {
  messageId: string;
  sender: "client" | "agent";
  text: string;
}

export interface SuggestInput {
  playbook: CompiledPlaybook;
  /** The call's final lines in order; the last ones count. */
  lines: readonly TranscriptLine[];
  callId: string;
  /** The ids of what was suggested in this call so far; the caller adds those of the answer. */
  used: ReadonlySet<string>;
  /** Ids of the replies that the agent says unprompted: they come last, and too weak to be shown unasked. */
  habitual?: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Where in the playbook a suggestion comes from. */
export interface Origin {
  entryId: string;
  replyId: string;
  wording: "first" | "alternative";
}

export interface PlaybookAnswer {
  suggestions: { suggestion: Suggestion; origin: Origin }[];
  /** The entry that the last lines are about; none where nothing fits. */
  entry: CompiledEntry | undefined;
}

export interface EntryMatch {
  entry: CompiledEntry;
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

/** The entries that the last turns are about, the strongest first. */
export function rankEntries(playbook: CompiledPlaybook, lines: readonly TranscriptLine[]): EntryMatch[] {
  const matches = new Map<CompiledEntry, EntryMatch & { best: number }>();
  for (const [age, turn] of lastTurns(lines).entries()) {
    const share = (recency[age] ?? 0) * (turn.sender === "agent" ? agentShare : 1);
    for (const [entry, weight] of matchEntries(playbook, turn.text.slice(-wordsRead))) {
      const score = weight * share;
      const known = matches.get(entry) ?? { entry, score: 0, best: 0, trigger: turn };
      const trigger = score > known.best ? turn : known.trigger;
      matches.set(entry, { entry, score: known.score + score, best: Math.max(score, known.best), trigger });
    }
  }
  return [...matches.values()]
    .filter((one) => one.score >= leastScore)
    .sort((a, b) => b.score - a.score || a.entry.order - b.entry.order);
}

/**
 * Which of a reply's two wordings a call has: about half of the calls one, half the other, and a call always the same.
 */
export function wordingOf(callId: string, { id, alternative }: CompiledReply): Origin["wording"] {
  if (alternative === undefined) return "first";
  // FNV-1a, 32 bits; its highest bit is the most even one.
  let hash = 0x811c9dc5;
  for (const unit of `${callId}:${id}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 31 === 0 ? "first" : "alternative";
}

interface Candidate {
  reply: CompiledReply;
  text: string;
  slots: Wording["slots"];
  wording: Origin["wording"];
}

/** An entry's replies that are not used yet, first those with values from the conversation. */
function repliesOf(
  { replies }: CompiledEntry,
  { callId, slots, isUsed }: { callId: string; slots: Slots; isUsed: (reply: CompiledReply) => boolean },
): Candidate[] {
  return replies
    .flatMap((reply) => {
      if (isUsed(reply)) return [];
      const wording = wordingOf(callId, reply);
      const words = reply[wording] ?? reply.first;
      const text = fill(words, slots);
      return text === undefined ? [] : [{ reply, text, slots: words.slots, wording }];
    })
    .sort((a, b) => Number(b.slots.length > 0) - Number(a.slots.length > 0));
}

/** Puts a reply of another category second, so that an answer and a question stand side by side. */
function vary<T extends { reply: CompiledReply }>(replies: readonly T[]): T[] {
  const [first, ...rest] = replies;
  if (!first) return [];
  const other = rest.findIndex(({ reply }) => reply.category !== first.reply.category);
  return other < 0 ? [...replies] : [first, ...rest.splice(other, 1), ...rest];
}

/** Below what a screen shows by itself. */
const weakConfidence = 0.4;

const rounded = (value: number) => Math.round(value * 100) / 100;

/**
 * Up to three replies and questions for the last lines, in the playbook's words with values from the conversation: two
 * for the strongest entry, one for the second. The same input gives the same answer; a reply in `used` does not come
 * again, and when all are used the answer is empty.
 */
export function suggest({
  playbook,
  lines,
  callId,
  used,
  habitual = new Set(),
  now,
}: SuggestInput): PlaybookAnswer {
  const ranked = rankEntries(playbook, lines);
  const [first, second] = ranked;
  const slots = readSlots(lines);
  const idOf = (reply: CompiledReply) => `${callId}:${reply.id}`;
  const isUsed = (reply: CompiledReply) => used.has(idOf(reply));
  const isHabitual = ({ reply }: Candidate) => habitual.has(reply.id);
  const found = ranked.flatMap((one) =>
    vary(repliesOf(one.entry, { callId, slots, isUsed })).map((reply) => ({ ...reply, ...one })),
  );
  const general = vary(playbook.general.flatMap((entry) => repliesOf(entry, { callId, slots, isUsed })));

  const isClose = first && second && second.score >= first.score * secondShare;
  const main = found.filter((one) => one.entry === first?.entry);
  const next = isClose ? found.filter((one) => one.entry === second.entry) : [];
  const ordered = [...main.slice(0, 2), ...next.slice(0, 1), ...main.slice(2), ...next.slice(1)];
  const specific = [...ordered.filter((one) => !isHabitual(one)), ...ordered.filter(isHabitual)];
  const chosen = [...specific, ...general.map((one) => ({ ...one, score: 0, trigger: undefined }))];

  const suggestions = chosen
    .slice(0, limits.suggestionsKept)
    .map(({ reply, text, wording, score, trigger }, rank) => {
      const isWeak = score === 0 || habitual.has(reply.id);
      const confidence = isWeak ? weakConfidence : 0.5 + (0.45 * score) / (score + 1.5);
      return {
        suggestion: {
          id: idOf(reply),
          text,
          confidence: rounded(confidence - rank * 0.03),
          category: reply.category,
          timestamp: new Date(now).toISOString(),
          callId,
          ...(trigger && { trigger: { messageId: trigger.messageId, text: trigger.text } }),
          provider: "playbook",
        } satisfies Suggestion,
        origin: { entryId: reply.entryId, replyId: reply.id, wording },
      };
    });
  return { suggestions, entry: first?.entry };
}

/** Answers conversations made of the playbook's own words, so that every pattern has been run. */
export function warmPlaybook(): void {
  const lines = builtInPlaybook.entries
    .flatMap(({ replies }) => replies)
    .map(
      ({ id, first }, index): TranscriptLine => ({
        messageId: id,
        sender: index % 2 ? "agent" : "client",
        text: first.text,
      }),
    );
  for (let end = lines.length; end > 0; end -= 8) {
    suggest({ playbook: builtInPlaybook, lines: lines.slice(0, end), callId: "", used: new Set(), now: 0 });
  }
}
