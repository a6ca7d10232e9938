import { silence } from "../replay-buffer.ts";
import { createResampler } from "./resampler.ts";
import { createUtterances } from "./utterances.ts";

const bytesAMs = 8;
const quiet = (ms: number) => Buffer.alloc(ms * bytesAMs, silence);
/** Syllables of 200 Hz, 200 ms each, with 100 ms between them. */
const voice = (ms: number) =>
  Buffer.from(
    Array.from({ length: ms * bytesAMs }, (_, at) => {
      if (at % (300 * bytesAMs) >= 200 * bytesAMs) return silence;
      return at % 40 < 20 ? 0x90 : 0x10;
    }),
  );
/** The same noise each time. */
function noise(ms: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length: ms * bytesAMs }, () => {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0;
      return ((state >>> 24) & 0x8f) | 0x30;
    }),
  );
}

/** What is passed on of a leg: each utterance's beginning, end and audio. */
async function heard(leg: Buffer, { block = 800, rate = 16_000 } = {}) {
  const utterances: { from: number; to?: number; pieces: Buffer[] }[] = [];
  const last = () => {
    const utterance = utterances.at(-1);
    if (utterance === undefined || utterance.to !== undefined) throw new Error("not within an utterance");
    return utterance;
  };
  const followed = await createUtterances(
    { rate },
    {
      onBegin: (from) => void utterances.push({ from, pieces: [] }),
      onAudio: (pcm) => void last().pieces.push(pcm),
      onEnd(to) {
        last().to = to;
      },
    },
  );
  // The caller uses its buffer again.
  const reused = Buffer.alloc(block);
  for (let at = 0; at < leg.length; at += block) {
    const length = leg.copy(reused, 0, at, at + block);
    followed.push(reused.subarray(0, length));
  }
  return { utterances, followed, audio: () => utterances.map(({ pieces }) => Buffer.concat(pieces)) };
}

test("passes on an utterance with what precedes it, and ends it within 300 ms", async () => {
  const { utterances, audio } = await heard(Buffer.concat([quiet(1000), voice(1100), quiet(1000)]));
  expect(utterances).toHaveLength(1);
  const { from = 0, to = 0 } = utterances[0] ?? {};
  expect(from).toBeGreaterThanOrEqual(700);
  expect(from).toBeLessThanOrEqual(800);
  expect(to).toBeGreaterThan(2100);
  expect(to).toBeLessThanOrEqual(2400);
  expect(audio()[0]).toHaveLength((to - from) * 32);
});

test("is the same for blocks of any length", async () => {
  const leg = Buffer.concat([quiet(333), voice(700), quiet(500), voice(301), quiet(300)]);
  const whole = await heard(leg, { block: leg.length });
  const times = ({ utterances }: typeof whole) => utterances.map(({ from, to }) => [from, to]);
  for (const block of [37, 160, 801]) {
    const inBlocks = await heard(leg, { block });
    expect(times(inBlocks)).toEqual(times(whole));
    expect(Buffer.concat(inBlocks.audio()).equals(Buffer.concat(whole.audio()))).toBe(true);
  }
});

test("passes on a voice in pieces of 200 ms, and nothing of it later than that", async () => {
  const { utterances } = await heard(Buffer.concat([quiet(1000), voice(1100)]));
  const [first, ...others] = (utterances[0]?.pieces ?? []).map((pcm) => pcm.length / 32);
  expect(first).toBeGreaterThanOrEqual(300);
  expect(first).toBeLessThanOrEqual(400);
  expect(new Set(others)).toEqual(new Set([200]));
  expect((first ?? 0) + 200 * others.length).toBeGreaterThan(2100 - 200 - (utterances[0]?.from ?? 0));
});

test("cuts an utterance of more than 15 s without a gap", async () => {
  const leg = Buffer.concat([quiet(500), voice(40_000), quiet(500)]);
  const { utterances, audio } = await heard(leg);
  const ends = utterances.map(({ from, to = 0 }) => [from, to] as const);
  expect(ends.map(([from, to]) => to - from)).toEqual([15_000, 15_000, expect.any(Number)]);
  expect([ends[1]?.[0], ends[2]?.[0]]).toEqual([ends[0]?.[1], ends[1]?.[1]]);
  const spoken = leg.subarray((ends[0]?.[0] ?? 0) * bytesAMs, (ends[2]?.[1] ?? 0) * bytesAMs);
  expect(Buffer.concat(audio()).equals(createResampler(16_000).convert(spoken))).toBe(true);
});

test.each([
  ["silence of either code", Buffer.concat([quiet(3000), Buffer.alloc(8000, 0x7f)])],
  ["a steady noise", noise(6000)],
  ["a click", Buffer.concat([quiet(1000), voice(30), quiet(1000)])],
])("passes on nothing of %s", async (_what, leg) => {
  expect((await heard(leg)).utterances).toEqual([]);
});

test("the leg's end ends its utterance, and closing says nothing", async () => {
  const leg = Buffer.concat([quiet(1000), voice(505)]);
  const finished = await heard(leg);
  expect(finished.utterances[0]?.to).toBeUndefined();
  finished.followed.finish();
  finished.followed.finish();
  expect(finished.utterances[0]?.to).toBe(1520);
  const closed = await heard(leg);
  closed.followed.close();
  closed.followed.push(voice(500));
  closed.followed.finish();
  expect(closed.utterances.map(({ to }) => to)).toEqual([undefined]);
});
