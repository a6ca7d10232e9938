import { createPendingTranscripts } from "./pending-transcripts.ts";

const chunk = (chunkId?: string) => ({ callId: "call", chunkId });
const transcribed = (transcript: string) => Promise.resolve({ transcript, confidence: 1 });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("returns a chunk's transcript once, and only for that chunk of that call", async () => {
  const pending = createPendingTranscripts();
  pending.keep(chunk("a"), transcribed("un"));
  expect(pending.take({ callId: "another", chunkId: "a" })).toBeUndefined();
  expect(pending.take(chunk("b"))).toBeUndefined();
  expect(await pending.take(chunk("a"))).toMatchObject({ transcript: "un" });
  expect(pending.take(chunk("a"))).toBeUndefined();
});

test("keeps no transcript of a chunk without an id", () => {
  const pending = createPendingTranscripts();
  pending.keep(chunk(), transcribed("un"));
  expect(pending.take(chunk())).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("forgets a failed transcription", async () => {
  const pending = createPendingTranscripts();
  const refused = Promise.reject(new Error("The recognizer is down"));
  pending.keep(chunk("a"), refused);
  await expect(refused).rejects.toThrow();
  expect(pending.take(chunk("a"))).toBeUndefined();
});

test("forgets a minute after the last call of keep, and leaves no timer", () => {
  const pending = createPendingTranscripts();
  pending.keep(chunk("a"), transcribed("un"));
  jest.advanceTimersByTime(59_000);
  pending.keep(chunk("a"), transcribed("deux"));
  jest.advanceTimersByTime(59_000);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(1000);
  expect(pending.take(chunk("a"))).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("keeps a thousand, and forgets the oldest", () => {
  const pending = createPendingTranscripts();
  for (let index = 0; index <= 1000; index += 1) pending.keep(chunk(String(index)), transcribed("un"));
  expect(pending.take(chunk("0"))).toBeUndefined();
  expect(pending.take(chunk("1"))).toBeDefined();
  expect(pending.take(chunk("1000"))).toBeDefined();
  expect(jest.getTimerCount()).toBe(998);
});
