import type { Config } from "../config.ts";
import { Candidate, Draft } from "./candidate.ts";
import { createChat } from "./chat.ts";
import { ModelFault } from "./chat-stream.ts";
import type { Grounding } from "./grounding.ts";
import type { SpokenLine } from "./matching/slots.ts";
import { answerFormat, chatMessages } from "./prompt.ts";
import { createObjectReader } from "./read-objects.ts";

const limitMs = 4000;

/**
 * A step of a model's answer: a draft of a reply, a complete reply, or one that cannot be used. The drafts of a reply come
 * before its complete form, or before "void".
 */
export type Written = { as: "draft" | "whole"; reply: Candidate } | { as: "void" };

export interface LanguageModel {
  /** False for a while after several faults in a row, so that agents do not wait for each timeout. */
  available(): boolean;
  /**
   * Replies for the last lines of a call, as they are written.
   * @throws ModelFault, possibly after some replies, within 4 s
   */
  ask(lines: readonly SpokenLine[], given: readonly string[], grounding: Grounding): AsyncGenerator<Written>;
}

/** Undefined where no model is configured. */
export function createLanguageModel(config: Config): LanguageModel | undefined {
  const chat = createChat(config);
  if (chat === undefined) return undefined;

  async function* readReplies(pieces: AsyncIterable<string>): AsyncGenerator<Written> {
    const { read, unfinished } = createObjectReader();
    let replies = 0;
    for await (const piece of pieces) {
      for (const object of read(piece)) {
        const reply = Candidate.safeParse(object);
        if (reply.success) {
          replies += 1;
          chat?.succeeded();
        }
        yield reply.success ? { as: "whole", reply: reply.data } : { as: "void" };
      }
      const draft = Draft.safeParse(unfinished());
      if (draft.success) yield { as: "draft", reply: draft.data };
    }
    if (replies === 0) throw new ModelFault("malformed", "the answer holds no reply that can be used");
  }

  return {
    available: chat.available,
    ask: (lines, given, grounding) =>
      chat.ask(
        { messages: chatMessages(lines, given, grounding), format: answerFormat, limitMs },
        readReplies,
      ),
  };
}
