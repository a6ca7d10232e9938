import type { Sender } from "@souffleur/contracts";
import type { Config } from "../config.ts";
import { Candidate, Draft } from "./candidate.ts";
import { ModelFault, readChat } from "./chat-stream.ts";
import type { Ground } from "./ground.ts";
import { answerFormat, chatMessages } from "./prompt.ts";
import { createObjectReader } from "./read-objects.ts";

const limitMs = 4000;
const faultsBeforePause = 3;
const pauseMs = 30_000;

/**
 * What has become of the reply that a model writes: its beginning, all of it, or nothing that can be used. Beginnings of
 * one reply follow each other until it is whole or void.
 */
export type Written = { as: "draft" | "whole"; reply: Candidate } | { as: "void" };

export interface LanguageModel {
  /** False for a while after several faults in a row: agents must not wait four seconds for each of them. */
  available(): boolean;
  /**
   * Replies for the last lines of a call, as they are written.
   * @throws ModelFault, possibly after some replies, 4 s after the question at the latest
   */
  ask(
    lines: readonly { sender: Sender; text: string }[],
    given: readonly string[],
    ground: Ground,
  ): AsyncGenerator<Written>;
}

/** Any server that speaks OpenAI's chat completions; undefined where none is configured. */
export function createLanguageModel(config: Config): LanguageModel | undefined {
  const { LLM_BASE_URL: base, LLM_API_KEY: key, LLM_MODEL: model } = config;
  if (base === undefined) return undefined;
  let faults = 0;
  let pausedUntil = 0;
  // Some servers take no schemas; for them only the instructions ask for JSON.
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
    async *ask(lines, given, ground) {
      try {
        for await (const written of answer(chatMessages(lines, given, ground))) {
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
