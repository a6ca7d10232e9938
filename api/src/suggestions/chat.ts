import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { ModelFault, readChat } from "./chat-stream.ts";

const faultsBeforePause = 3;
const pauseMs = 30_000;

export interface ChatQuestion {
  messages: readonly { role: string; content: string }[];
  /** The answer's schema, for servers that support one. */
  format: object;
  limitMs: number;
}

/** A server with OpenAI's chat completions API; undefined where none is configured. */
export function createChat(config: Config) {
  const { LLM_BASE_URL: base, LLM_API_KEY: key, LLM_MODEL: model } = config;
  if (base === undefined) return undefined;
  let faults = 0;
  let pausedUntil = 0;
  // Some servers support no schemas: for them only the instructions require JSON.
  let takesFormat = true;

  async function request(
    { messages, format, ...rest }: ChatQuestion,
    signal: AbortSignal,
  ): Promise<Response> {
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
        ...(takesFormat && { response_format: format }),
      }),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (takesFormat && (response.status === 400 || response.status === 422)) {
      takesFormat = false;
      return request({ messages, format, ...rest }, signal);
    }
    throw new ModelFault("status", `the model's server answered ${response.status}`);
  }

  /** The answer as it arrives. @throws ModelFault */
  async function* pieces(question: ChatQuestion): AsyncGenerator<string> {
    const signal = AbortSignal.timeout(question.limitMs);
    try {
      yield* readChat(await request(question, signal));
    } catch (thrown) {
      if (thrown instanceof ModelFault) throw thrown;
      if (signal.aborted)
        throw new ModelFault("timeout", `no complete answer within ${question.limitMs} ms`, {
          cause: thrown,
        });
      throw new ModelFault("unreachable", "the model's server cannot be reached", { cause: thrown });
    }
  }

  return {
    /** False for a while after several faults in a row, so that nobody waits for each timeout. */
    available: () => clock.ms() >= pausedUntil,

    /** Asks, and reads the answer. @param read ends with a ModelFault where the answer cannot be used */
    async *ask<Step>(
      question: ChatQuestion,
      read: (pieces: AsyncIterable<string>) => AsyncGenerator<Step>,
    ): AsyncGenerator<Step> {
      try {
        yield* read(pieces(question));
      } catch (thrown) {
        faults += 1;
        if (faults >= faultsBeforePause) pausedUntil = clock.ms() + pauseMs;
        throw thrown;
      }
    },

    /** To be called with each part of an answer that can be used. */
    succeeded(): void {
      faults = 0;
    },
  };
}
export type Chat = NonNullable<ReturnType<typeof createChat>>;
