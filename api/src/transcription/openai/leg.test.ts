import { quiet, voice } from "../../../testing/transcription/openai/voice.ts";
import type { RecognizerMessage } from "../recognizer.ts";
import { createLeg, type Transcriber } from "./leg.ts";

/** A transcriber that answers when the test does. */
async function open() {
  const ended: number[] = [];
  const messages: RecognizerMessage[] = [];
  const transcriber: Transcriber = {
    send() {},
    end: (pieces) => void ended.push(Buffer.concat(pieces).length / 32),
    keeps: () => true,
    askInterim() {},
    cancelInterim() {},
  };
  const leg = await createLeg({
    channel: 1,
    rate: 16_000,
    transcriber,
    onMessage: (message) => messages.push(message),
  });
  leg.push(quiet(500));
  const speak = (word: number, ms: number) => {
    leg.push(voice(word, ms));
    leg.push(quiet(500));
  };
  const of = <Kind extends RecognizerMessage["kind"]>(kind: Kind) =>
    messages.filter(
      (message): message is Extract<RecognizerMessage, { kind: Kind }> => message.kind === kind,
    );
  return { leg, ended, speak, of };
}

test("a second utterance waits for the text of the first", async () => {
  const { leg, ended, speak, of } = await open();
  speak(11, 1000);
  speak(12, 1000);
  expect(ended).toHaveLength(1);
  leg.answer({ text: "un", confidence: 1 });
  expect(ended).toHaveLength(2);
  leg.answer({ text: "deux", confidence: 1 });
  const results = of("result");
  expect(results.map(({ text }) => text)).toEqual(["un", "deux"]);
  for (const { spoken, coveredMs } of results) expect(spoken?.endMs).toBe(coveredMs);
  expect(leg.isEmpty()).toBe(true);
  expect(leg.askedAt()).toBeUndefined();
});

test("a text that comes while one speaks covers what was spoken, and the rest is another one", async () => {
  const { leg, speak, of } = await open();
  leg.push(voice(11, 1000));
  leg.answer({ text: "un", confidence: 1 });
  speak(11, 1000);
  leg.answer({ text: "deux", confidence: 1 });
  const [first, second] = of("result");
  expect(first).toMatchObject({ text: "un", coveredMs: 1500 });
  expect(second).toMatchObject({ text: "deux", spoken: { startMs: 1500 } });
});

test("what the server says of an utterance's times stays within it", async () => {
  const { leg, speak, of } = await open();
  speak(11, 1000);
  leg.answer({ text: "un", confidence: 1, spoken: { startMs: 100, endMs: 60_000 } });
  const [{ spoken, coveredMs } = { spoken: undefined, coveredMs: 0 }] = of("result");
  expect(spoken?.startMs).toBeGreaterThanOrEqual(100);
  expect(spoken?.endMs).toBe(coveredMs);
});

test("of a server that is too slow, the oldest waiting speech is lost, and it catches up", async () => {
  const { leg, ended, speak, of } = await open();
  for (let count = 0; count < 6; count++) speak(11 + count, 6000);
  const lost = of("behind").reduce((sum, { lostMs }) => sum + lostMs, 0);
  expect(lost).toBeGreaterThan(5000);
  expect(lost).toBeLessThan(20_000);
  while (!leg.isEmpty()) leg.answer({ text: "mot", confidence: 1 });
  expect(ended.length).toBeLessThan(6);
  expect(of("result")).toHaveLength(ended.length);
  expect(of("behind").at(-1)).toEqual({ kind: "behind", lostMs: 0 });
});
