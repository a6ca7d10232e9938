import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { limits, type Suggestion } from "@souffleur/contracts";
import { LRUCache } from "lru-cache";
import { builtInPlaybook } from "./matching/built-in-playbook.ts";
import {
  type CompiledEntry,
  type CompiledPlaybook,
  type CompiledReply,
  fill,
  matchEntries,
  type Wording,
} from "./matching/compile-playbook.ts";
import { readSlots, type Slots, type SpokenLine } from "./matching/slots.ts";
import { certainReplies } from "./moments/certain-replies.ts";

/** A final line of the call, as the playbook reads it. */
export interface TranscriptLine extends SpokenLine {
  messageId: string;
}

export interface SuggestInput {
  playbook: CompiledPlaybook;
  /** The call's final lines in order. */
  lines: readonly TranscriptLine[];
  callId: string;
  /** The ids of the call's earlier suggestions; the caller adds those of the answer. */
  used: ReadonlySet<string>;
  /** Ids of replies that the agent says unprompted: they come last, with a confidence too low to be suggested unasked. */
  habitual?: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The playbook's wording that a suggestion comes from. */
export interface Origin {
  entryId: string;
  replyId: string;
  wording: "first" | "alternative";
}

export interface PlaybookAnswer {
  suggestions: { suggestion: Suggestion; origin: Origin }[];
  /** The entry that matches the last lines best; undefined where none matches. */
  entry: CompiledEntry | undefined;
}

export interface EntryMatch {
  entry: CompiledEntry;
  score: number;
  trigger: TranscriptLine;
}

// The last turns have the most weight, and the client's more than the agent's.
const recency = [1, 0.6, 0.35, 0.2];
const agentShare = 0.3;
const leastScore = 0.9;
const secondShare = 0.5;
const wordsRead = 2000;
/** A subject ends after so many turns that do not name it. */
const subjectTurns = 8;
/** A question of the agent names the subject of a short answer. */
const subjectShare = { client: 0.85, agent: 0.7 };
/** In the first turns of a call its opening is answered, later no more. */
const openingTurns = 3;
/** How much more the last sentence of a turn weighs than the others. */
const pointShare = 1;

/** The last turns of the conversation, newest first; a turn is a sequence of lines of one speaker. */
function lastTurns(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const turns: TranscriptLine[] = [];
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    const turn = turns.at(-1);
    if (!line) break;
    if (turn?.sender === line.sender) {
      if (turn.text.length < wordsRead) turn.text = `${line.text} ${turn.text}`;
      else break;
    } else if (turns.length === subjectTurns) break;
    else turns.push({ ...line });
  }
  return turns;
}

type Matches = readonly (readonly [CompiledEntry, number])[];

/** The turns that were matched last are those that the next suggestion matches again. */
const turnsRemembered = 32;
const remembered = new WeakMap<CompiledPlaybook, LRUCache<string, Matches>>();

/** The entries that match a turn. What it ends with is its point: "C'est bien. Et le prix ?" asks for the price. */
function matchTurn(playbook: CompiledPlaybook, text: string): Matches {
  const known = remembered.get(playbook) ?? new LRUCache<string, Matches>({ max: turnsRemembered });
  remembered.set(playbook, known);
  // Not by the text itself, which would stay here after its call was erased.
  const key = createHash("sha256").update(text).digest("base64");
  const matched = known.get(key) ?? matchText(playbook, text);
  known.set(key, matched);
  return matched;
}

function matchText(playbook: CompiledPlaybook, text: string): Matches {
  const whole = matchEntries(playbook, text);
  const end = /[.?!]\s+(?=[^.?!]*[.?!]*$)/u.exec(text.trim());
  const point = end === null ? whole : matchEntries(playbook, text.trim().slice(end.index + 1));
  return [...whole].map(([entry, weight]) => [entry, weight + pointShare * (point.get(entry) ?? 0)]);
}

/** The entries of the last turns by their weight, each with the turn that names it most clearly. */
function addUp(
  turns: readonly { turn: TranscriptLine; matches: Matches }[],
  shareOf: (turn: TranscriptLine, age: number) => number,
): EntryMatch[] {
  const found = new Map<CompiledEntry, EntryMatch & { best: number }>();
  for (const [age, { turn, matches }] of turns.entries()) {
    for (const [entry, weight] of matches) {
      const score = weight * shareOf(turn, age);
      const known = found.get(entry) ?? { entry, score: 0, best: 0, trigger: turn };
      const trigger = score > known.best ? turn : known.trigger;
      found.set(entry, { entry, score: known.score + score, best: Math.max(score, known.best), trigger });
    }
  }
  return [...found.values()]
    .filter((one) => one.score >= leastScore)
    .sort((a, b) => b.score - a.score || a.entry.order - b.entry.order);
}

/**
 * The entries that match the last turns, the strongest first: those that the client's last turn names before all others.
 * Where it names none, it goes on with the subject of the turns before it, so that they have it as their trigger.
 */
export function rankEntries(playbook: CompiledPlaybook, lines: readonly TranscriptLine[]): EntryMatch[] {
  const last = lastTurns(lines);
  const isBegun = last.length > openingTurns;
  const turns = last.map((turn) => {
    const matches = matchTurn(playbook, turn.text.slice(-wordsRead));
    return { turn, matches: matches.filter(([{ group }]) => !(isBegun && group === "opening")) };
  });
  const at = turns.findIndex(({ turn }) => turn.sender === "client");
  const own = new Set(turns[at]?.matches.map(([entry]) => entry));
  const ranked = addUp(
    turns.slice(0, recency.length),
    ({ sender }, age) => (recency[age] ?? 0) * (sender === "agent" ? agentShare : 1),
  );
  const [named, others] = [true, false].map((isOwn) =>
    ranked.filter(({ entry }) => own.has(entry) === isOwn),
  );
  const trigger = turns[at]?.turn;
  if (named === undefined || others === undefined || trigger === undefined) return ranked;
  if (named.length > 0) return [...named, ...others];
  const subjects = addUp(turns.slice(at), ({ sender }, age) => subjectShare[sender] ** age);
  return subjects.map((one) => ({ ...one, trigger }));
}

/** The wording of a reply in a call: always the same one, and each of two in about half of the calls. */
export function wordingOf(callId: string, { id, alternative }: CompiledReply): Origin["wording"] {
  if (alternative === undefined) return "first";
  // FNV-1a, 32 bits; its highest bit is the most evenly distributed.
  let hash = 0x811c9dc5;
  for (const unit of `${callId}:${id}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 31 === 0 ? "first" : "alternative";
}

/** An entry as its suggestions name it. */
export function intentOf({ id, intent, group }: Pick<CompiledEntry, "id" | "intent" | "group">) {
  return { id, name: intent, isOpening: group === "opening" };
}

interface Candidate {
  reply: CompiledReply;
  text: string;
  slots: Wording["slots"];
  wording: Origin["wording"];
}

/** A reply with its values; undefined where one is unknown. */
function candidateOf(
  reply: CompiledReply,
  { callId, slots }: { callId: string; slots: Slots },
): Candidate | undefined {
  const wording = wordingOf(callId, reply);
  const words = reply[wording] ?? reply.first;
  const text = fill(words, slots);
  return text === undefined ? undefined : { reply, text, slots: words.slots, wording };
}

/** An entry's unused replies, those with values from the conversation first. */
function repliesOf(
  { replies }: CompiledEntry,
  { callId, slots, isUsed }: { callId: string; slots: Slots; isUsed: (reply: CompiledReply) => boolean },
): Candidate[] {
  return replies
    .flatMap((reply) => (isUsed(reply) ? [] : (candidateOf(reply, { callId, slots }) ?? [])))
    .sort((a, b) => Number(b.slots.length > 0) - Number(a.slots.length > 0));
}

/** Moves a reply of another category to the second place, so that an answer and a question are offered together. */
function vary<T extends { reply: CompiledReply }>(replies: readonly T[]): T[] {
  const [first, ...rest] = replies;
  if (!first) return [];
  const other = rest.findIndex(({ reply }) => reply.category !== first.reply.category);
  return other < 0 ? [...replies] : [first, ...rest.splice(other, 1), ...rest];
}

/** Below the confidence of what is suggested unasked. */
const weakConfidence = 0.4;

/** Of those that answer the client; beside them stands one that fits the subject. */
const sureShown = 2;

const rankStep = 0.03;
/** A reply to the subject is suggested unasked, whatever its rank. */
const strong = (confidence: number) => Math.max(limits.unaskedConfidenceMin, confidence);

const rounded = (value: number) => Math.round(value * 100) / 100;

/**
 * Up to three replies for the last lines, with values from the conversation: those that answer the client with a confidence
 * from 50 %, others of the strongest entries, which may not answer, with less.
 * The same input gives the same answer. Replies in `used` are not repeated; when all are used the answer is empty.
 */
export function suggest(input: SuggestInput): PlaybookAnswer {
  const { playbook, lines, callId, used, habitual = new Set(), now } = input;
  const ranked = rankEntries(playbook, lines);
  const [first, second] = ranked;
  const slots = readSlots(lines, now);
  const idOf = (reply: CompiledReply) => `${callId}:${reply.id}`;
  const isUsed = (reply: CompiledReply) => used.has(idOf(reply));
  const isHabitual = ({ reply }: Candidate) => habitual.has(reply.id);
  const found = ranked
    .slice(0, 2)
    .flatMap((one) =>
      vary(repliesOf(one.entry, { callId, slots, isUsed })).map((reply) => ({ ...reply, ...one })),
    );
  const general = vary(playbook.general.flatMap((entry) => repliesOf(entry, { callId, slots, isUsed })));

  const isClose = first && second && second.score >= first.score * secondShare;
  const main = found.filter((one) => one.entry === first?.entry);
  const next = isClose ? found.filter((one) => one.entry === second.entry) : [];
  const ordered = [...main.slice(0, 2), ...next.slice(0, 1), ...main.slice(2), ...next.slice(1)];
  const heard = lines.findLast(({ sender }) => sender === "client");
  const certain = certainReplies(playbook, lines);
  const score = ranked.find(({ entry }) => entry === certain[0]?.entry)?.score ?? leastScore;
  const sure = certain.flatMap(({ reply, entry }) => {
    const candidate = isUsed(reply) ? undefined : candidateOf(reply, { callId, slots });
    return candidate ? [{ ...candidate, entry, score, trigger: heard, isSure: true }] : [];
  });
  const uncertain = [
    ...ordered,
    ...general.map((one) => ({ ...one, score: 0, trigger: undefined, entry: undefined })),
  ]
    .filter(({ reply }) => !sure.some((one) => one.reply === reply))
    .map((one) => ({ ...one, isSure: false }));
  const all = [...sure.slice(0, sureShown), ...uncertain];
  const chosen = [...all.filter((one) => !isHabitual(one)), ...all.filter(isHabitual)];

  const suggestions = chosen
    .slice(0, limits.suggestionsKept)
    .map(({ reply, text, wording, score, trigger, entry, isSure }, rank) => {
      const isWeak = !isSure || habitual.has(reply.id);
      const confidence = isWeak ? weakConfidence : 0.5 + (0.45 * score) / (score + 1.5);
      return {
        suggestion: {
          id: idOf(reply),
          text,
          confidence: rounded(isWeak ? confidence - rank * rankStep : strong(confidence - rank * rankStep)),
          category: reply.category,
          timestamp: new Date(now).toISOString(),
          callId,
          ...(trigger && { trigger: { messageId: trigger.messageId, text: trigger.text } }),
          provider: "playbook",
          ...(entry && { intent: intentOf(entry) }),
        } satisfies Suggestion,
        origin: { entryId: reply.entryId, replyId: reply.id, wording },
      };
    });
  return { suggestions, entry: first?.entry };
}

/**
 * Runs every pattern once in this process, on conversations of the playbook's own replies, so that it is compiled before the
 * first suggestion. Requests are answered in between.
 */
export async function warmPlaybook(): Promise<void> {
  const replies = builtInPlaybook.entries.flatMap((entry) => entry.replies);
  const lines = replies.map(({ id, first }, index): TranscriptLine => {
    return { messageId: id, sender: index % 2 ? "agent" : "client", text: first.text };
  });
  for (let end = lines.length; end > 0; end -= 8) {
    suggest({ playbook: builtInPlaybook, lines: lines.slice(0, end), callId: "", used: new Set(), now: 0 });
    await setImmediate();
  }
}
