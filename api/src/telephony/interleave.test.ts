import { silence } from "../transcription/replay-buffer.ts";
import { createInterleave } from "./interleave.ts";

const frame = (sample: number) => Buffer.alloc(160, sample);

function setUp() {
  const blocks: Buffer[] = [];
  let lost = 0;
  const interleave = createInterleave({
    onBlock: (block) => blocks.push(block),
    onLost: (samples) => {
      lost += samples;
    },
  });
  /** The samples of one leg, as runs: [sample, how many]. */
  const heard = (channel: number) => {
    const runs: [number, number][] = [];
    for (const sample of Buffer.concat(blocks).filter((_, at) => at % 2 === channel)) {
      const last = runs.at(-1);
      if (last?.[0] === sample) last[1] += 1;
      else runs.push([sample, 1]);
    }
    return runs;
  };
  return { interleave, blocks, heard, lost: () => lost };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it("puts five frames of each leg side by side", () => {
  const { interleave, blocks, heard } = setUp();
  for (let count = 0; count < 5; count++) {
    interleave.add(0, frame(1));
    interleave.add(1, frame(2));
  }
  expect(blocks.map((block) => block.length)).toEqual([1600]);
  expect([heard(0), heard(1)]).toEqual([[[1, 800]], [[2, 800]]]);
});

it("does not tear a word apart when one leg's frames are read after the other's", () => {
  const { interleave, heard } = setUp();
  for (let count = 0; count < 3; count++) interleave.add(1, frame(2));
  for (let count = 0; count < 30; count++) interleave.add(0, frame(1));
  for (let count = 0; count < 27; count++) interleave.add(1, frame(2));
  expect([heard(0), heard(1)]).toEqual([[[1, 4800]], [[2, 4800]]]);
});

it("sends silence for a leg that says nothing, comfort noise for example, and goes on when it is back", () => {
  const { interleave, heard } = setUp();
  for (let count = 0; count < 8; count++) interleave.add(0, frame(1));
  jest.advanceTimersByTime(50);
  expect(heard(1)).toEqual([[silence, 800]]);
  interleave.add(1, frame(2));
  interleave.add(0, frame(1));
  interleave.finish();
  expect(heard(1)).toEqual([
    [silence, 800],
    [2, 160],
    [silence, 640],
  ]);
});

it("skips the silence of a leg that lies behind, never its words", () => {
  const { interleave, heard, lost } = setUp();
  for (let count = 0; count < 45; count++) interleave.add(0, frame(count < 40 ? silence : 1));
  for (let count = 0; count < 5; count++) interleave.add(1, frame(2));
  interleave.finish();
  const words = heard(0).filter(([sample]) => sample === 1);
  expect(words).toEqual([[1, 800]]);
  expect(heard(0)[0]?.[1]).toBeLessThan(45 * 160);
  expect(lost()).toBe(0);
});

it("says how much it had to leave out of a leg that lies five seconds behind", () => {
  const { interleave, lost } = setUp();
  for (let count = 0; count < 260; count++) interleave.add(0, frame(1));
  expect(lost()).toBe(10 * 160);
});
