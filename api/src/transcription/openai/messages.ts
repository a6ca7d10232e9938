// The live protocol as servers speak it. vLLM has names of its own; OpenAI's have changed, and a server has those of its time.
import * as z from "zod";

/** How a server wants to be spoken to, which its first message shows. */
export type Dialect = keyof typeof dialects;

interface Asked {
  model: string;
  language: string;
}

const input = (transcription: Asked) => ({ input_audio_transcription: transcription, turn_detection: null });

/**
 * Utterances are found here, so every server is told to find none. All but vLLM answer the update before audio is sent: with
 * another rate, or with its own utterances, a server hears something else.
 */
const dialects = {
  /** vLLM: the first commit begins an utterance, whose text comes while it is spoken. */
  vllm: {
    rate: 16_000,
    update: ({ model }: Asked): object => ({ type: "session.update", model }),
    answers: false,
    streams: true,
    begin: { type: "input_audio_buffer.commit" },
    end: { type: "input_audio_buffer.commit", final: true },
  },
  /** OpenAI's sessions for transcription, and LocalAI's. */
  session: {
    rate: 24_000,
    update: (transcription: Asked): object => ({
      type: "session.update",
      session: {
        type: "transcription",
        audio: {
          input: { format: { type: "audio/pcm", rate: 24_000 }, transcription, turn_detection: null },
        },
      },
    }),
    answers: true,
    streams: false,
    begin: undefined,
    end: { type: "input_audio_buffer.commit" },
  },
  /** The names of OpenAI's first sessions, which Speaches has; it refuses the format of the audio, which it does not read. */
  conversation: {
    rate: 24_000,
    update: (transcription: Asked): object => ({ type: "session.update", session: input(transcription) }),
    answers: true,
    streams: false,
    begin: undefined,
    end: { type: "input_audio_buffer.commit" },
  },
  /** The names of OpenAI's first sessions for transcription. */
  transcription: {
    rate: 24_000,
    update: (transcription: Asked): object => ({
      type: "transcription_session.update",
      session: { input_audio_format: "pcm16", ...input(transcription) },
    }),
    answers: true,
    streams: false,
    begin: undefined,
    end: { type: "input_audio_buffer.commit" },
  },
} as const;

export const dialectOf = (dialect: Dialect) => dialects[dialect];

export type LiveMessage =
  | { kind: "created"; dialect: Dialect }
  | { kind: "updated" }
  /** More of the utterance's text. */
  | { kind: "delta"; text: string }
  /** The utterance's text so far. */
  | { kind: "interim"; text: string }
  | { kind: "done"; text: string }
  | { kind: "failed"; code: string }
  /** A message that is not used here. */
  | { kind: "other" }
  | { kind: "garbage" };

const delta = z
  .object({ delta: z.string() })
  .transform((read): LiveMessage => ({ kind: "delta", text: read.delta }));
const done = z
  .object({ transcript: z.string() })
  .transform((read): LiveMessage => ({ kind: "done", text: read.transcript }));
const updated = z.object({}).transform((): LiveMessage => ({ kind: "updated" }));
const code = z.string().optional().catch(undefined);
/** vLLM has a text where the others have an object. */
const failed = z
  .object({ code, error: z.object({ code, type: code }).optional().catch(undefined) })
  .transform(
    (read): LiveMessage => ({
      kind: "failed",
      code: read.code ?? read.error?.code ?? read.error?.type ?? "error",
    }),
  );

const transcription = "conversation.item.input_audio_transcription";
const messages = new Map<unknown, z.ZodType<LiveMessage>>([
  [
    "session.created",
    z
      .object({ session: z.looseObject({}).optional() })
      .transform((read): LiveMessage => ({ kind: "created", dialect: dialectIn(read.session) })),
  ],
  [
    "transcription_session.created",
    z.object({}).transform((): LiveMessage => ({ kind: "created", dialect: "transcription" })),
  ],
  ["session.updated", updated],
  ["transcription_session.updated", updated],
  ["transcription.delta", delta],
  [`${transcription}.delta`, delta],
  [
    "input_audio_buffer.partial_transcription",
    z
      .object({ transcript: z.string() })
      .transform((read): LiveMessage => ({ kind: "interim", text: read.transcript })),
  ],
  [
    "transcription.done",
    z.object({ text: z.string() }).transform((read): LiveMessage => ({ kind: "done", text: read.text })),
  ],
  [`${transcription}.completed`, done],
  [`${transcription}.failed`, failed],
  ["error", failed],
]);

/** Reads any message of a live connection. */
export function readLiveMessage(data: string): LiveMessage {
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return { kind: "garbage" };
  }
  if (typeof message !== "object" || message === null || !("type" in message)) return { kind: "garbage" };
  const schema = messages.get(message.type);
  if (schema === undefined) return { kind: "other" };
  return schema.safeParse(message).data ?? { kind: "garbage" };
}

function dialectIn(session: object | undefined): Dialect {
  if (session === undefined) return "vllm";
  return "input_audio_transcription" in session ? "conversation" : "session";
}
