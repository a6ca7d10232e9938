import fc from "fast-check";
import { readLiveMessage } from "./messages.ts";

const transcription = "conversation.item.input_audio_transcription";

test.each<[string, object, object]>([
  [
    "vLLM's session",
    { type: "session.created", id: "sess-1", created: 1 },
    { kind: "created", dialect: "vllm" },
  ],
  [
    "a session of today",
    { type: "session.created", session: { type: "transcription", audio: {} } },
    { kind: "created", dialect: "session" },
  ],
  [
    "Speaches' session",
    { type: "session.created", session: { input_audio_transcription: { model: "m" } } },
    { kind: "created", dialect: "conversation" },
  ],
  [
    "a first session for transcription",
    { type: "transcription_session.created", session: {} },
    { kind: "created", dialect: "transcription" },
  ],
  ["an accepted session", { type: "session.updated", session: {} }, { kind: "updated" }],
  ["an accepted first session", { type: "transcription_session.updated" }, { kind: "updated" }],
  ["vLLM's next text", { type: "transcription.delta", delta: " oui" }, { kind: "delta", text: " oui" }],
  [
    "OpenAI's next text",
    { type: `${transcription}.delta`, item_id: "i", delta: " oui" },
    { kind: "delta", text: " oui" },
  ],
  [
    "Speaches' text so far",
    { type: "input_audio_buffer.partial_transcription", item_id: "i", transcript: "oui" },
    { kind: "interim", text: "oui" },
  ],
  ["vLLM's text", { type: "transcription.done", text: "Oui.", usage: null }, { kind: "done", text: "Oui." }],
  [
    "OpenAI's text",
    { type: `${transcription}.completed`, transcript: "Oui." },
    { kind: "done", text: "Oui." },
  ],
  [
    "vLLM's error",
    { type: "error", error: "no", code: "model_not_found" },
    { kind: "failed", code: "model_not_found" },
  ],
  [
    "OpenAI's error",
    { type: "error", error: { code: null, type: "server_error" } },
    { kind: "failed", code: "server_error" },
  ],
  [
    "a text that failed",
    { type: `${transcription}.failed`, error: { code: "c" } },
    { kind: "failed", code: "c" },
  ],
  ["an error without a code", { type: "error" }, { kind: "failed", code: "error" }],
  ["another message", { type: "rate_limits.updated" }, { kind: "other" }],
  ["a text that is missing", { type: "transcription.done" }, { kind: "garbage" }],
])("reads %s", (_what, message, expected) => {
  expect(readLiveMessage(JSON.stringify(message))).toEqual(expected);
});

test("anything is read or garbage", () => {
  for (const text of ["", "<html>", "7", "null", "[]", "{}"])
    expect(readLiveMessage(text)).toEqual({ kind: "garbage" });
  const types = fc.constantFrom("session.created", "error", "transcription.done", `${transcription}.delta`);
  fc.assert(
    fc.property(types, fc.object(), (type, beside) => {
      expect(readLiveMessage(JSON.stringify({ ...beside, type }))).toHaveProperty("kind");
    }),
  );
});
