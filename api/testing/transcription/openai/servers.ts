// Servers that have OpenAI's interface, each as its source has it at that version. What they have in common is in `fake-openai.ts`.
import type { LiveProtocol } from "./live-protocols.ts";

/** A request to transcribe a recording. */
export interface Asked {
  fields: Readonly<Record<string, string>>;
  /** The type of the file. */
  type: string;
  /** What is said in it, and how long it is. */
  text: string;
  seconds: number;
}

export interface Answer {
  status?: number;
  body: unknown;
}

export interface ServerKind {
  answer(asked: Asked): Answer;
  /** Without one, the status with which it refuses a WebSocket. */
  live: LiveProtocol | number;
  model: string;
}

const usage = (seconds: number) => ({ type: "duration", seconds: Math.ceil(seconds) });
/** FastAPI answers a WebSocket for which it has no route with this status. */
const noRoute = 403;

const vllmError = (code: number, message: string): Answer => ({
  status: code,
  body: { error: { message, type: code === 404 ? "NotFoundError" : "BadRequestError", param: null, code } },
});

/** vllm-project/vllm, `vllm/entrypoints/speech_to_text` of July 2026. */
const voxtral = "mistralai/Voxtral-Mini-4B-Realtime-2602";
const vllmVoxtral: ServerKind = {
  model: voxtral,
  live: "vllm",
  answer({ fields: { model, response_format }, text, seconds }) {
    if (model !== voxtral) return vllmError(404, `The model \`${model}\` does not exist.`);
    if (response_format === "verbose_json")
      return vllmError(400, `Currently do not support verbose_json for ${model}`);
    return { body: { text, usage: usage(seconds) } };
  },
};
const vllmWhisper: ServerKind = {
  model: "openai/whisper-large-v3",
  // The route is there for models of the task "realtime" alone.
  live: noRoute,
  answer: ({ fields, text, seconds }) => ({
    body:
      fields.response_format === "verbose_json"
        ? {
            duration: String(seconds),
            language: fields.language,
            text,
            segments: segmentsOf(text, seconds, {
              avg_logprob: -0.2,
              no_speech_prob: null,
              seek: 0,
              tokens: [],
            }),
            words: null,
          }
        : { text, usage: usage(seconds) },
  }),
};

/** speaches-ai/speaches v0.9.0-rc.3, `routers/stt.py`, `realtime/`. */
const speaches: ServerKind = {
  model: "Systran/faster-whisper-large-v3",
  live: "speaches",
  answer: ({ fields, text, seconds }) => ({
    body:
      fields.response_format === "verbose_json"
        ? {
            duration: seconds,
            language: fields.language,
            text,
            segments: segmentsOf(text, seconds, { avg_logprob: -0.2, no_speech_prob: 0.02, temperature: 0 }),
            words: null,
            usage: null,
          }
        : { text, logprobs: null },
  }),
};

/** ggml-org/whisper.cpp v1.9.3, `examples/server/server.cpp` with `--inference-path /v1/audio/transcriptions`. */
const whisperCpp: ServerKind = {
  model: "any",
  live: 404,
  answer({ fields, type, text, seconds }) {
    // Without `--convert` it decodes WAV, MP3, Ogg Vorbis and FLAC.
    if (type === "audio/webm" || type === "audio/mp4")
      return { status: 400, body: { error: "failed to read audio data" } };
    const lines = text === "" ? "" : ` ${text}\n`;
    if (fields.response_format !== "verbose_json") return { body: { text: lines } };
    return {
      body: {
        task: "transcribe",
        language: "french",
        duration: seconds,
        text: lines,
        segments: segmentsOf(text && ` ${text}`, seconds, {
          avg_logprob: -0.2,
          no_speech_prob: 0.01,
          words: [],
          tokens: [],
        }),
      },
    };
  },
};

/** mudler/LocalAI v4.9.0, `core/http/endpoints/openai/transcription.go` and `realtime.go`. */
const localAi: ServerKind = {
  model: "whisper-1",
  live: "localAi",
  answer: ({ fields: { response_format, language }, text, seconds }) => ({
    body:
      response_format === "json"
        ? { text, language, duration: seconds, segments: [], words: [] }
        : {
            text,
            language,
            duration: seconds,
            words: [],
            segments: segmentsOf(text, seconds, { tokens: [] }),
          },
  }),
};
/** The same of v2.29.0, which has one answer for all formats, and Go's durations in it. */
const localAi2: ServerKind = {
  model: "whisper-1",
  live: 404,
  answer: ({ text, seconds }) => ({
    body: {
      text,
      segments: segmentsOf(text, seconds, { tokens: [] }).map((segment) => ({
        ...segment,
        end: segment.end * 1e9,
      })),
    },
  }),
};

/** QuentinFuxa/WhisperLiveKit v0.2.26, `whisperlivekit/basic_server.py`. */
const whisperLiveKit: ServerKind = {
  model: "ignored",
  live: noRoute,
  answer: ({ fields, text, seconds }) => ({
    body:
      fields.response_format === "verbose_json"
        ? {
            task: "transcribe",
            language: fields.language,
            duration: seconds,
            text,
            words: [],
            segments: segmentsOf(text, seconds, {}),
            usage: usage(seconds),
          }
        : { text, usage: usage(seconds) },
  }),
};

/** OpenAI's own, by its reference of August 2026. */
const openAi: ServerKind = {
  model: "gpt-live-transcribe",
  live: "openAi",
  answer({ fields: { model, response_format }, text, seconds }) {
    if (response_format !== "verbose_json") return { body: { text, usage: usage(seconds) } };
    const message = `response_format 'verbose_json' is not compatible with model '${model}'.`;
    const error = {
      message,
      type: "invalid_request_error",
      param: "response_format",
      code: "unsupported_value",
    };
    return { status: 400, body: { error } };
  },
};

/** The same with the names of its first sessions, which others still have. */
const openAiOf2025: ServerKind = { ...openAi, model: "gpt-4o-transcribe", live: "openAiOf2025" };

export const servers = {
  "vLLM with Voxtral": vllmVoxtral,
  "vLLM with Whisper": vllmWhisper,
  "Speaches v0.9.0-rc.3": speaches,
  "whisper.cpp v1.9.3": whisperCpp,
  "LocalAI v4.9.0": localAi,
  "LocalAI v2.29.0": localAi2,
  "WhisperLiveKit v0.2.26": whisperLiveKit,
  OpenAI: openAi,
  "OpenAI of 2025": openAiOf2025,
} satisfies Record<string, ServerKind>;
export type ServerName = keyof typeof servers;

function segmentsOf<Beside extends object>(text: string, seconds: number, beside: Beside) {
  return text === "" ? [] : [{ id: 0, start: 0, end: seconds, text, ...beside }];
}
