import fc from "fast-check";
import { blockMs, blockSamples, channelCount, createReplayBuffer, silence } from "./replay-buffer.ts";

const keptBlocks = 30_000 / blockMs;

/** A block that differs from the 250 before it and after it. */
const block = (number: number) => Buffer.alloc(blockSamples * channelCount, number % 250);

type Step = { add: number } | { confirm: [channel: number, ms: number] };

const steps = fc.array(
  fc.oneof(
    fc.record({ add: fc.integer({ min: 1, max: 120 }) }),
    fc.record({ confirm: fc.tuple(fc.nat({ max: 1 }), fc.integer({ min: 0, max: 15_000 })) }),
  ),
  { maxLength: 30 },
);

/** A model of the buffer that keeps all blocks. */
function createModel() {
  const blocks: Buffer[] = [];
  const confirmed = [0, 0];
  let first = 0;
  return {
    add(bytes: Buffer): number {
      blocks.push(bytes);
      if (blocks.length - first <= keptBlocks) return 0;
      first += 1;
      return Math.min(blockMs, first * blockMs - Math.min(...confirmed));
    },
    confirm(channel: number, untilMs: number): void {
      confirmed[channel] = Math.max(confirmed[channel] ?? 0, untilMs);
      while (first < blocks.length && (first + 1) * blockMs <= Math.min(...confirmed)) first += 1;
    },
    replay: () => ({
      startMs: first * blockMs,
      blocks: blocks.slice(first).map((bytes, index) =>
        bytes.map((sample, at) => {
          const ms = (first + index) * blockMs + Math.floor(at / channelCount) / 8;
          return ms + 1 / 8 <= (confirmed[at % channelCount] ?? 0) ? silence : sample;
        }),
      ),
    }),
  };
}

test("keeps the unconfirmed audio, in any order of additions and confirmations", () => {
  fc.assert(
    fc.property(steps, (played: Step[]) => {
      const [buffer, model] = [createReplayBuffer(), createModel()];
      let next = 0;
      let [dropped, expectedDrop] = [0, 0];
      for (const step of played) {
        if ("confirm" in step) {
          const [channel, ms] = step.confirm;
          buffer.confirm(channel, ms);
          // Audio that has not been sent cannot be confirmed.
          model.confirm(channel, Math.min(ms, next * blockMs));
        } else
          for (let added = 0; added < step.add; added++, next++) {
            dropped += buffer.add(block(next));
            expectedDrop += model.add(block(next));
          }
      }
      expect(dropped).toBe(expectedDrop);
      const [kept, expected] = [buffer.replay(), model.replay()];
      expect(kept.startMs).toBe(expected.startMs);
      expect(Buffer.concat(kept.blocks).equals(Buffer.concat(expected.blocks))).toBe(true);
      expect(buffer.isEmpty()).toBe(expected.blocks.length === 0);
      if (next > 0) expect(buffer.newest().equals(block(next - 1))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("reports how much unconfirmed audio it dropped after 30 s", () => {
  const buffer = createReplayBuffer();
  for (let number = 0; number < keptBlocks; number++) expect(buffer.add(block(number))).toBe(0);
  buffer.confirm(0, 150);
  buffer.confirm(1, 50);
  expect(buffer.add(block(300))).toBe(50);
  expect(buffer.add(block(301))).toBe(100);
  expect(buffer.replay().startMs).toBe(200);
});
