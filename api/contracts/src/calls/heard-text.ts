import { endpoint, idField, limits, lineText, Sender, z } from "@souffleur/contracts";
import { text } from "../texts/text.ts";

const transcription = { access: "session", tag: "Transcription" } as const;

const milliseconds = (error: Parameters<typeof text>[0]) => z.number({ error }).nonnegative({ error });

export const addHeardText = endpoint("POST", "/api/calls/transcribe/text", {
  ...transcription,
  summary:
    "Add what the browser of a call's agent has recognized itself, in the agent's own running call. Only where the server has no recognizer, and not in telephone calls",
  errors: ["NOT_FOUND", "INVALID_TRANSITION", "SERVER_BUSY"],
  limit: limits.heardTextsPerMinute,
  bodyBytes: 10_000,
  example: {
    body: {
      callId: "5d0c8a0e-52a7-4a8e-9a2b-0d3c1f6e7b90",
      speaker: "agent",
      textId: "0b6f7a62-3b0d-4f9e-8a63-6f1f7d1d2c11",
      text: "Je vous envoie le devis.",
      confidence: 0.9,
      onDevice: true,
    },
  },
  body: z.object({
    callId: idField(),
    /** The agent for the microphone, the client for shared call audio. */
    speaker: Sender,
    /** Becomes the line's id, so that a repeated request makes no second line. */
    textId: z.uuid({ error: text("Text id must be a UUID") }),
    /** The previous text of this speaker, while it has no answer: this one becomes a line after it. */
    afterTextId: z.uuid({ error: text("Text id must be a UUID") }).optional(),
    text: lineText("Text", limits.heardTextMax).min(1, { error: text("Text is required") }),
    confidence: z
      .number({ error: text("Confidence must be a number from 0 to 1") })
      .min(0, { error: text("Confidence must be a number from 0 to 1") })
      .max(1, { error: text("Confidence must be a number from 0 to 1") }),
    /** How long ago its last word was said, in milliseconds; it may be sent again much later. */
    ageMs: milliseconds(text("Age of the text must be a number of milliseconds")).optional(),
    /** How long it took to say. */
    lengthMs: milliseconds(text("Length of the text must be a number of milliseconds")).optional(),
    /** Whether the sound stayed on the device. Sound for the browser's vendor needs the organization's permission. */
    onDevice: z.boolean({ error: text("On device must be true or false") }),
  }),
  /** As for a recording: the transcript is empty where there is only the echo of the other speaker. */
  top: z.object({ transcript: z.string(), confidence: z.number() }),
});

export const speechTerms = endpoint("GET", "/api/stt/terms", {
  ...transcription,
  summary:
    "Words of the caller's playbook that a recognizer in the browser is to expect: names, and what clients say",
  limit: 30,
  data: z.object({
    names: z.array(z.string()).max(limits.speechTerms),
    terms: z.array(z.string()).max(limits.speechTerms),
  }),
});

export const saveVendorSpeech = endpoint("PUT", "/api/organization/vendor-speech", {
  access: "organization",
  capability: "manageSettings",
  tag: "Administration",
  summary:
    "Allow or forbid browsers that send the sound of calls to their vendor to recognize them. 409 where it is no longer what the change is based on",
  errors: ["INVALID_TRANSITION"],
  limit: 10,
  example: { body: { isAllowed: true } },
  body: z.object({
    isAllowed: z.boolean({ error: text("Permission must be true or false") }),
    /** What the caller has seen; without it, either is replaced. */
    from: z.boolean({ error: text("Permission must be true or false") }).optional(),
  }),
  data: z.object({ vendorSpeech: z.boolean() }),
});
