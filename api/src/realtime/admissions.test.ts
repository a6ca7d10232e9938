import type { Line } from "../contracts/index.ts";
import { createAdmissions, type Emitted } from "./admissions.ts";

const line = (seq: number): Line => ({
  id: `line-${seq}`,
  callId: "call",
  sessionId: "session",
  seq,
  sender: "client",
  text: `line ${seq}`,
  timestamp: "2026-01-01T00:00:00.000Z",
  confidence: 0.9,
  isTranscription: true,
});
const final = (seq: number): Emitted => ["conversation_message", line(seq)];
const interim = (seq: number): Emitted => [
  "live_transcription",
  { transcript: "li", messageId: `line-${seq}` },
];
const ended: Emitted = [
  "call_ended",
  { callId: "call", sessionId: "session", endedAt: "", durationSeconds: 0 },
];

it("holds what a room emits for who is on the way in, and for nobody else", () => {
  const admissions = createAdmissions();
  const first = admissions.begin("a", "room");
  admissions.begin("b", "room");
  admissions.begin("c", "elsewhere");
  expect(admissions.except(["room", "nowhere"], final(1))).toEqual(["a", "b"]);
  expect(admissions.complete(first, [], 0)).toEqual([final(1)]);
  expect(admissions.except(["room"], ended)).toEqual(["b"]);
});

it("passes on what the answer does not say, in order", () => {
  const admissions = createAdmissions();
  const admission = admissions.begin("a", "room");
  for (const emitted of [final(3), interim(4), final(4), interim(5), final(5), ended]) {
    admissions.except(["room"], emitted);
  }
  expect(admissions.complete(admission, [line(3), line(4)], 2)).toEqual([interim(5), final(5), ended]);
});

it("passes on what comes after the client's own last line where the answer is empty", () => {
  const admissions = createAdmissions();
  const admission = admissions.begin("a", "room");
  for (const emitted of [final(4), final(5)]) admissions.except(["room"], emitted);
  expect(admissions.complete(admission, [], 4)).toEqual([final(5)]);
});

it("spares a socket the lines that it has read, until the first that it has not", () => {
  const admissions = createAdmissions();
  admissions.complete(admissions.begin("a", "room"), [line(1), line(2)], 0);
  expect(admissions.except(["room"], final(2))).toEqual(["a"]);
  expect(admissions.except(["room"], interim(3))).toEqual([]);
  expect(admissions.except(["room"], final(3))).toEqual([]);
  expect(admissions.except(["room"], final(1))).toEqual([]);
});

it("gives back what was held where the socket was not let in", () => {
  const admissions = createAdmissions();
  const admission = admissions.begin("a", "room");
  admissions.except(["room"], final(1));
  expect(admissions.abandon(admission)).toEqual([final(1)]);
  expect(admissions.except(["room"], final(2))).toEqual([]);
});

it("forgets a socket that is gone", () => {
  const admissions = createAdmissions();
  admissions.begin("a", "room");
  admissions.forget("a", ["room", "other"]);
  expect(admissions.except(["room"], final(1))).toEqual([]);
});
