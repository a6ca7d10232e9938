import type { Line } from "@souffleur/contracts";
import { finalTranscription } from "@souffleur/contracts/realtime";
import { createJoinBuffer, type Emitted } from "./join-buffer.ts";

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
const final = (seq: number): Emitted => ["live_transcription", finalTranscription(line(seq))];
const interim = (seq: number): Emitted => [
  "live_transcription",
  { transcript: "li", messageId: `line-${seq}` },
];
const ended: Emitted = [
  "call_ended",
  { callId: "call", sessionId: "session", endedAt: "", durationSeconds: 0 },
];

test("holds a room's events for sockets that are joining, and for no others", () => {
  const buffer = createJoinBuffer();
  const first = buffer.begin("a", "room");
  buffer.begin("b", "room");
  buffer.begin("c", "elsewhere");
  expect(buffer.except(["room", "nowhere"], final(1))).toEqual(["a", "b"]);
  expect(buffer.complete(first, [], 0)).toEqual([final(1)]);
  expect(buffer.except(["room"], ended)).toEqual(["b"]);
});

test("passes on events that the answer does not contain, in order", () => {
  const buffer = createJoinBuffer();
  const join = buffer.begin("a", "room");
  for (const emitted of [final(3), interim(4), final(4), interim(5), final(5), ended]) {
    buffer.except(["room"], emitted);
  }
  expect(buffer.complete(join, [line(3), line(4)], 2)).toEqual([interim(5), final(5), ended]);
});

test("passes on lines after the client's own last line where the answer is empty", () => {
  const buffer = createJoinBuffer();
  const join = buffer.begin("a", "room");
  for (const emitted of [final(4), final(5)]) buffer.except(["room"], emitted);
  expect(buffer.complete(join, [], 4)).toEqual([final(5)]);
});

test("omits the lines that a socket has read, until the first line that it has not read", () => {
  const buffer = createJoinBuffer();
  buffer.complete(buffer.begin("a", "room"), [line(1), line(2)], 0);
  expect(buffer.except(["room"], final(2))).toEqual(["a"]);
  expect(buffer.except(["room"], interim(3))).toEqual([]);
  expect(buffer.except(["room"], final(3))).toEqual([]);
  expect(buffer.except(["room"], final(1))).toEqual([]);
});

test("returns the held events where the join was refused", () => {
  const buffer = createJoinBuffer();
  const join = buffer.begin("a", "room");
  buffer.except(["room"], final(1));
  expect(buffer.abandon(join)).toEqual([final(1)]);
  expect(buffer.except(["room"], final(2))).toEqual([]);
});

test("forgets a socket that is gone", () => {
  const buffer = createJoinBuffer();
  buffer.begin("a", "room");
  buffer.forget("a", ["room", "other"]);
  expect(buffer.except(["room"], final(1))).toEqual([]);
});
