import type { Line } from "@souffleur/contracts";
import { appendLine, type Bubble, type FinalLine } from "../transcript/merge-fragments.ts";

type Sender = FinalLine["sender"];

/** What somebody is saying right now. */
export interface Interim {
  messageId: string | undefined;
  sender: Sender;
  text: string;
  /** From 0 to 1. */
  confidence: number | undefined;
}

/** A call's lines as far as they are here, and what is known of those that are not. */
export interface Conversation {
  bubbles: readonly Bubble[];
  interims: Readonly<Partial<Record<Sender, Interim>>>;
  /** Every line up to this number is here. */
  through: number;
  /** Numbers past `through` that are here already. */
  ahead: ReadonlySet<number>;
}

export const emptyConversation: Conversation = {
  bubbles: [],
  interims: {},
  through: 0,
  ahead: new Set(),
};

/** A line without an id of its own is known by its number, or by what it says and when. */
export function lineId({
  messageId,
  seq,
  sender,
  timestamp,
  text,
}: Omit<FinalLine, "messageId"> & { messageId: string | undefined }): string {
  return messageId ?? (seq === undefined ? `${sender}:${timestamp}:${text}` : `seq:${seq}`);
}

/** A line as it is stored, as the transcript takes it. */
export function storedLine({
  id,
  seq,
  sender,
  text,
  timestamp,
  confidence,
  isTranscription,
}: Line): FinalLine {
  return { messageId: id, seq, sender, text, timestamp: Date.parse(timestamp), confidence, isTranscription };
}

function has({ through, ahead }: Conversation, seq: number): boolean {
  return seq <= through || ahead.has(seq);
}

/** Moves `through` on over the numbers that are here. */
function advance(conversation: Conversation, through: number, ahead: ReadonlySet<number>): Conversation {
  let next = through;
  while (ahead.has(next + 1)) next += 1;
  const rest = ahead.size === 0 ? ahead : new Set([...ahead].filter((seq) => seq > next));
  return { ...conversation, through: next, ahead: rest };
}

function noted(conversation: Conversation, seq: number | undefined): Conversation {
  if (seq === undefined || has(conversation, seq)) return conversation;
  return advance(conversation, conversation.through, new Set(conversation.ahead).add(seq));
}

function without(interims: Conversation["interims"], sender: Sender): Conversation["interims"] {
  if (interims[sender] === undefined) return interims;
  const { [sender]: _said, ...rest } = interims;
  return rest;
}

/** One line's events come close together: who looks for the others need not look far back. */
const lookBack = 8;

function isFinalAlready({ bubbles }: Conversation, messageId: string): boolean {
  return bubbles
    .slice(-lookBack)
    .some(({ fragments, repeats }) =>
      [...fragments, ...repeats].some((line) => line.messageId === messageId),
    );
}

/** Whether a line is here under its number alone, or comes under it alone while it is here. */
function isKnownByNumber(conversation: Conversation, { messageId, seq }: FinalLine): boolean {
  if (seq === undefined || !has(conversation, seq)) return false;
  return messageId === `seq:${seq}` || isFinalAlready(conversation, `seq:${seq}`);
}

/** A final line, whichever event brought it. One that is here already changes nothing. */
export function addLine(conversation: Conversation, line: FinalLine): Conversation {
  const bubbles = isKnownByNumber(conversation, line)
    ? conversation.bubbles
    : appendLine(conversation.bubbles, line);
  const counted = noted(conversation, line.seq);
  if (bubbles === conversation.bubbles && counted === conversation) return conversation;
  return { ...counted, bubbles, interims: without(conversation.interims, line.sender) };
}

/**
 * Lines that the server answered for "everything after a number that is here": what the answer leaves out up
 * to its last line, or up to `upTo` where the server said how far the call is, does not exist.
 */
export function addStored(conversation: Conversation, lines: readonly Line[], upTo = 0): Conversation {
  const filled = lines.reduce((grown, line) => addLine(grown, storedLine(line)), conversation);
  const through = Math.max(filled.through, upTo, lines.at(-1)?.seq ?? 0);
  return through === filled.through ? filled : advance(filled, through, filled.ahead);
}

/** How many earlier lines are missing below one that is here. */
export function missingLines({ through, ahead }: Conversation): number {
  return ahead.size === 0 ? 0 : Math.max(...ahead) - through - ahead.size;
}

/** What is being said. Text that has become a line is not interim any more, however late it comes. */
export function showInterim(conversation: Conversation, interim: Interim): Conversation {
  if (interim.messageId !== undefined && isFinalAlready(conversation, interim.messageId)) return conversation;
  if (interim.text.trim() === "") return withoutInterim(conversation, interim.sender);
  return { ...conversation, interims: { ...conversation.interims, [interim.sender]: interim } };
}

function withoutInterim(conversation: Conversation, sender: Sender): Conversation {
  const interims = without(conversation.interims, sender);
  return interims === conversation.interims ? conversation : { ...conversation, interims };
}

/** Nobody is speaking: the call is over, or the connection was lost in the middle of a word. */
export function withoutInterims(conversation: Conversation): Conversation {
  return Object.keys(conversation.interims).length === 0 ? conversation : { ...conversation, interims: {} };
}
