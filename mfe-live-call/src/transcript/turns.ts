import type { Conversation } from "./conversation.ts";

/** The ids of the lines of the client's last turn. */
export function lastClientTurn({ bubbles }: Conversation): ReadonlySet<string> {
  const end = bubbles.findLastIndex(({ sender }) => sender === "client");
  const from = bubbles.slice(0, end + 1).findLastIndex(({ sender }) => sender !== "client");
  const lines = bubbles
    .slice(from + 1, end + 1)
    .flatMap(({ fragments, repeats }) => [...fragments, ...repeats]);
  return new Set(lines.map(({ messageId }) => messageId));
}

/** What the client said last. */
export function lastClientText({ bubbles }: Conversation): string {
  return bubbles.findLast(({ sender }) => sender === "client")?.text ?? "";
}

/** What the agent has said since the client spoke. */
export function agentTurn({ bubbles }: Conversation): string {
  const own = bubbles.slice(bubbles.findLastIndex(({ sender }) => sender === "client") + 1);
  return own.map(({ text }) => text).join(" ");
}
