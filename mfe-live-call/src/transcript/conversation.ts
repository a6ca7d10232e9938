import type { Line } from "@souffleur/contracts";
import {
  appendLine,
  type Bubble,
  changeLine,
  type FinalLine,
  storedLine,
} from "@souffleur/shared-ui/transcript";

type Sender = FinalLine["sender"];

/** The text of a line that is not final yet. */
export interface Interim {
  messageId: string | undefined;
  sender: Sender;
  text: string;
  /** From 0 to 1. */
  confidence: number | undefined;
}

/** A call's lines, and which ones are still missing. */
export interface Conversation {
  bubbles: readonly Bubble[];
  interims: Readonly<Partial<Record<Sender, Interim>>>;
  /** Every line up to this number has arrived. */
  through: number;
  /** Numbers after `through` that have arrived already. */
  ahead: ReadonlySet<number>;
}

export const emptyConversation: Conversation = {
  bubbles: [],
  interims: {},
  through: 0,
  ahead: new Set(),
};

/** The id of a line; one without an id gets one from its number, or from its sender, time and text. */
export function lineId({
  messageId,
  seq,
  sender,
  timestamp,
  text,
}: Omit<FinalLine, "messageId"> & { messageId: string | undefined }): string {
  return messageId ?? (seq === undefined ? `${sender}:${timestamp}:${text}` : `seq:${seq}`);
}

function has({ through, ahead }: Conversation, seq: number): boolean {
  return seq <= through || ahead.has(seq);
}

/** Advances `through` over the numbers that have arrived. */
function advance(conversation: Conversation, through: number, ahead: ReadonlySet<number>): Conversation {
  let next = through;
  while (ahead.has(next + 1)) next += 1;
  const rest = ahead.size === 0 ? ahead : new Set([...ahead].filter((seq) => seq > next));
  return { ...conversation, through: next, ahead: rest };
}

function countLine(conversation: Conversation, seq: number | undefined): Conversation {
  if (seq === undefined || has(conversation, seq)) return conversation;
  return advance(conversation, conversation.through, new Set(conversation.ahead).add(seq));
}

function withoutInterim(conversation: Conversation, sender: Sender): Conversation {
  if (conversation.interims[sender] === undefined) return conversation;
  const { [sender]: _removed, ...interims } = conversation.interims;
  return { ...conversation, interims };
}

/** All events of a line arrive close together: its bubble is among the last ones. */
const lookBack = 8;

function isFinal({ bubbles }: Conversation, messageId: string): boolean {
  return bubbles
    .slice(-lookBack)
    .some(({ fragments, repeats }) =>
      [...fragments, ...repeats].some((line) => line.messageId === messageId),
    );
}

/** Whether a line is known already from an event that carried its number but no id, or vice versa. */
function isKnownByNumber(conversation: Conversation, { messageId, seq }: FinalLine): boolean {
  if (seq === undefined || !has(conversation, seq)) return false;
  return messageId === `seq:${seq}` || isFinal(conversation, `seq:${seq}`);
}

/** Adds a final line from any event; a known line changes nothing. */
export function addLine(conversation: Conversation, line: FinalLine): Conversation {
  const bubbles = isKnownByNumber(conversation, line)
    ? conversation.bubbles
    : appendLine(conversation.bubbles, line);
  const counted = countLine(conversation, line.seq);
  if (bubbles === conversation.bubbles && counted === conversation) return conversation;
  return { ...withoutInterim(counted, line.sender), bubbles };
}

/**
 * Adds the server's answer to a request for all lines after a known number. A number that is missing from it, up to its
 * last line or up to `upTo` (the call's last number), does not exist.
 */
export function addStored(conversation: Conversation, lines: readonly Line[], upTo = 0): Conversation {
  const filled = lines.reduce((grown, line) => addLine(grown, storedLine(line)), conversation);
  const through = Math.max(filled.through, upTo, lines.at(-1)?.seq ?? 0);
  return through === filled.through ? filled : advance(filled, through, filled.ahead);
}

/** Replaces the texts of stored lines that have changed. */
export function changeLines(
  conversation: Conversation,
  lines: readonly Pick<Line, "id" | "text">[],
): Conversation {
  const bubbles = lines.reduce(
    (changed, { id, text }) => changeLine(changed, id, text),
    conversation.bubbles,
  );
  return bubbles === conversation.bubbles ? conversation : { ...conversation, bubbles };
}

/** The number of missing lines before ones that have arrived. */
export function missingLines({ through, ahead }: Conversation): number {
  return ahead.size === 0 ? 0 : Math.max(...ahead) - through - ahead.size;
}

/** Shows interim text, unless its line has become final already. */
export function showInterim(conversation: Conversation, interim: Interim): Conversation {
  if (interim.messageId !== undefined && isFinal(conversation, interim.messageId)) return conversation;
  if (interim.text.trim() === "") return withoutInterim(conversation, interim.sender);
  return { ...conversation, interims: { ...conversation.interims, [interim.sender]: interim } };
}

/** Removes all interim text, after the call's end or a lost connection. */
export function withoutInterims(conversation: Conversation): Conversation {
  return Object.keys(conversation.interims).length === 0 ? conversation : { ...conversation, interims: {} };
}
