import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { idField, openEnum } from "../fields.ts";
import { limits } from "../limits.ts";
import { text } from "../texts/text.ts";
import { Sender } from "./calls.ts";

const transcription = { access: "session", tag: "Transcription" } as const;

export const transcribeAudio = endpoint("POST", "/api/calls/transcribe/audio", {
  ...transcription,
  summary: "Transcribe a chunk of recorded audio that decodes alone",
  errors: [
    "NOT_FOUND",
    "FORBIDDEN",
    "INVALID_TRANSITION",
    "SERVER_BUSY",
    "STT_NOT_CONFIGURED",
    "STT_UNAVAILABLE",
  ],
  // The header of a WAV file.
  example: { body: { audio: "UklGRiQAAABXQVZFZm10IA==", mimeType: "audio/wav" } },
  body: z.object({
    audio: z.string({ error: text("Audio is required") }).min(1, { error: text("Audio is required") }),
    /** What the recorder calls it. The content decides, because some recorders say nothing or something else. */
    mimeType: z.string({ error: text("Audio type must be a text") }).optional(),
    callId: idField().optional(),
    /** The speaker: the agent by default, the client for shared call audio. */
    speaker: Sender.optional(),
    /** Becomes the line's id, so that a repeated request makes no second line. */
    chunkId: z.uuid({ error: text("Chunk id must be a UUID") }).optional(),
    /** How long ago the recording of this chunk ended, in milliseconds; a chunk may be sent again much later. */
    ageMs: z
      .number({ error: text("Age of the recording must be a number of milliseconds") })
      .nonnegative({ error: text("Age of the recording must be a number of milliseconds") })
      .optional(),
    /** The previous chunk, while it has no answer: this one becomes a line after it. */
    afterChunkId: z.uuid({ error: text("Chunk id must be a UUID") }).optional(),
  }),
  /** The transcript is empty where there is no speech, or only the echo of the other speaker. */
  top: z.object({ transcript: z.string(), confidence: z.number() }),
  bodyBytes: limits.audioBodyBytes,
});

export const SttStats = z.object({
  transcripts: z.number().int().nonnegative(),
  packetsReceived: z.number().int().nonnegative(),
});
export type SttStats = z.infer<typeof SttStats>;

export const sttStats = endpoint("GET", "/api/stt/stats", {
  ...transcription,
  summary:
    "Counts of a call; by default of the caller's running one, else of their organization since the server's start",
  errors: ["NOT_FOUND"],
  example: { query: { callId: "5d0c8a0e-52a7-4a8e-9a2b-0d3c1f6e7b90" } },
  query: z.object({ callId: idField().optional() }),
  data: z.object({ stats: SttStats }),
});

export const SttLanguage = z.enum(["fr", "en"]);

/** What hears the calls of a server, with its name on screens; another one is a row. */
export const recognizerNames = {
  deepgram: text("Deepgram"),
  openai: text("the configured speech server"),
  none: undefined,
} as const;
export type RecognizerId = keyof typeof recognizerNames;
const HeardBy = z.enum(Object.keys(recognizerNames) as RecognizerId[]);

export const sttLanguage = endpoint("GET", "/api/stt/language", {
  ...transcription,
  summary: "The language, the model and the state of transcription",
  data: z.object({
    language: SttLanguage,
    // Optional in the browser: the specification's answer has the language alone.
    model: z.string().optional(),
    /** Whether a recognizer is configured; without one transcription is off. */
    configured: z.boolean().optional(),
    /** What hears the calls: the recognizer of the server, if there is one. */
    heardBy: openEnum(HeardBy).optional(),
    /** Whether the caller's organization lets browsers send the sound of calls to their vendor. */
    vendorSpeech: z.boolean().optional(),
  }),
});
