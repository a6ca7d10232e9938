import type { Bubble } from "@souffleur/shared-ui/transcript";
import type { Conversation } from "./conversation.ts";

/** What is answered was said shortly before: older bubbles are not searched. */
const lookBack = 24;
/** After so many turns the beginning of a call is over. */
const openingTurns = 3;

/** The time of a client's line, in ms since the epoch; that of the client's last line where it is not found. */
export function clientLineAt({ bubbles }: Conversation, messageId: string | undefined): number {
  const lines = bubbles
    .slice(-lookBack)
    .flatMap(({ sender, fragments, repeats }) => (sender === "client" ? [...fragments, ...repeats] : []));
  const found = lines.find((line) => line.messageId === messageId);
  return found?.timestamp ?? Math.max(Number.NEGATIVE_INFINITY, ...lines.map(({ timestamp }) => timestamp));
}

/** The ids of the lines of the client's last turn. */
export function lastClientTurn({ bubbles }: Conversation): ReadonlySet<string> {
  const end = bubbles.findLastIndex(({ sender }) => sender === "client");
  const from = bubbles.slice(0, end + 1).findLastIndex(({ sender }) => sender !== "client");
  const lines = bubbles
    .slice(from + 1, end + 1)
    .flatMap(({ fragments, repeats }) => [...fragments, ...repeats]);
  return new Set(lines.map(({ messageId }) => messageId));
}

/** Whether the call is past its opening. */
export function hasBegun({ bubbles }: Conversation): boolean {
  let turns = 0;
  let before: Bubble["sender"] | undefined;
  for (const { sender } of bubbles) {
    if (sender !== before) turns += 1;
    if (turns > openingTurns) return true;
    before = sender;
  }
  return false;
}

/** What the client said last. */
export function lastClientText({ bubbles }: Conversation): string {
  return bubbles.findLast(({ sender }) => sender === "client")?.text ?? "";
}
