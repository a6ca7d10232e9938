import { createUnsaidChunks } from "./unsaid-chunks.ts";

const chunk = (chunkId?: string) => ({ callId: "call", chunkId });
const hear = (transcript: string) => Promise.resolve({ transcript, confidence: 1 });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("gives back once what was heard in a chunk, and only for that chunk of that call", async () => {
  const unsaid = createUnsaidChunks();
  unsaid.keep(chunk("a"), hear("un"));
  expect(unsaid.take({ callId: "another", chunkId: "a" })).toBeUndefined();
  expect(unsaid.take(chunk("b"))).toBeUndefined();
  expect(await unsaid.take(chunk("a"))).toMatchObject({ transcript: "un" });
  expect(unsaid.take(chunk("a"))).toBeUndefined();
});

test("knows no chunk without a name again", () => {
  const unsaid = createUnsaidChunks();
  unsaid.keep(chunk(), hear("un"));
  expect(unsaid.take(chunk())).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("a chunk in which nothing could be heard is to be transcribed again", async () => {
  const unsaid = createUnsaidChunks();
  const refused = Promise.reject(new Error("The recognizer is down"));
  unsaid.keep(chunk("a"), refused);
  await expect(refused).rejects.toThrow();
  expect(unsaid.take(chunk("a"))).toBeUndefined();
});

test("forgets after a minute, counted from the last time, and leaves no timer behind", () => {
  const unsaid = createUnsaidChunks();
  unsaid.keep(chunk("a"), hear("un"));
  jest.advanceTimersByTime(59_000);
  unsaid.keep(chunk("a"), hear("deux"));
  jest.advanceTimersByTime(59_000);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(1000);
  expect(unsaid.take(chunk("a"))).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("forgets the oldest of more than a thousand", () => {
  const unsaid = createUnsaidChunks();
  for (let index = 0; index <= 1000; index += 1) unsaid.keep(chunk(String(index)), hear("un"));
  expect(unsaid.take(chunk("0"))).toBeUndefined();
  expect(unsaid.take(chunk("1"))).toBeDefined();
  expect(unsaid.take(chunk("1000"))).toBeDefined();
  expect(jest.getTimerCount()).toBe(998);
});
