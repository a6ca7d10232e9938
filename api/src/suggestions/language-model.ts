import type { Config } from "../config.ts";
import { Candidate, Draft } from "./candidate.ts";
import { ModelFault, readChat } from "./chat-stream.ts";
import type { Grounding } from "./grounding.ts";
import type { SpokenLine } from "./matching/slots.ts";
import { answerFormat, chatMessages } from "./prompt.ts";
import { createObjectReader } from "./read-objects.ts";

const limitMs = 4000;
const faultsBeforePause = 3;
const pauseMs = 30_000;

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

/** A server with OpenAI's chat completions API; undefined where none is configured. */
export function createLanguageModel(config: Config): LanguageModel | undefined {
  const { LLM_BASE_URL: base, LLM_API_KEY: key, LLM_MODEL: model } = config;
  if (base === undefined) return undefined;
  let faults = 0;
  let pausedUntil = 0;
  // Some servers support no schemas: for them only the instructions require JSON.
  let takesFormat = true;

  async function request(messages: ReturnType<typeof chatMessages>, signal: AbortSignal): Promise<Response> {
    const response = await fetch(`${base}/chat/completions`, {
      method: "POST",
      signal,
      redirect: "error",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        stream: true,
        messages,
        ...(takesFormat && { response_format: answerFormat }),
      }),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (takesFormat && (response.status === 400 || response.status === 422)) {
      takesFormat = false;
      return request(messages, signal);
    }
    throw new ModelFault("status", `the model's server answered ${response.status}`);
  }

  async function* answer(messages: ReturnType<typeof chatMessages>): AsyncGenerator<Written> {
    const signal = AbortSignal.timeout(limitMs);
    const { read, unfinished } = createObjectReader();
    let replies = 0;
    try {
      for await (const piece of readChat(await request(messages, signal))) {
        for (const object of read(piece)) {
          const reply = Candidate.safeParse(object);
          if (reply.success) replies += 1;
          yield reply.success ? { as: "whole", reply: reply.data } : { as: "void" };
        }
        const draft = Draft.safeParse(unfinished());
        if (draft.success) yield { as: "draft", reply: draft.data };
      }
    } catch (thrown) {
      if (thrown instanceof ModelFault) throw thrown;
      if (signal.aborted)
        throw new ModelFault("timeout", `no complete answer within ${limitMs} ms`, { cause: thrown });
      throw new ModelFault("unreachable", "the model's server cannot be reached", { cause: thrown });
    }
    if (replies === 0) throw new ModelFault("malformed", "the answer holds no reply that can be used");
  }

  return {
    available: () => Date.now() >= pausedUntil,
    async *ask(lines, given, grounding) {
      try {
        for await (const written of answer(chatMessages(lines, given, grounding))) {
          if (written.as === "whole") faults = 0;
          yield written;
        }
      } catch (thrown) {
        faults += 1;
        if (faults >= faultsBeforePause) pausedUntil = Date.now() + pauseMs;
        throw thrown;
      }
    },
  };
}
