import { silence } from "../../transcription/replay-buffer.ts";
import { createStereoMixer } from "./stereo-mixer.ts";

const frame = (sample: number) => Buffer.alloc(160, sample);

function setUp() {
  const blocks: Buffer[] = [];
  let lost = 0;
  const mixer = createStereoMixer({
    onBlock: (block) => blocks.push(Buffer.from(block)),
    onLost: (samples) => {
      lost += samples;
    },
  });
  /** The samples of one leg, as runs: [sample, how many]. */
  const mixed = (channel: number) => {
    const runs: [number, number][] = [];
    for (const sample of Buffer.concat(blocks).filter((_, at) => at % 2 === channel)) {
      const last = runs.at(-1);
      if (last?.[0] === sample) last[1] += 1;
      else runs.push([sample, 1]);
    }
    return runs;
  };
  return { mixer, blocks, mixed, lost: () => lost };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("interleaves five frames of each leg", () => {
  const { mixer, blocks, mixed } = setUp();
  for (let count = 0; count < 5; count++) {
    mixer.add.client(frame(1));
    mixer.add.agent(frame(2));
  }
  expect(blocks.map((block) => block.length)).toEqual([1600]);
  expect([mixed(0), mixed(1)]).toEqual([[[1, 800]], [[2, 800]]]);
});

test("inserts no silence into a word when one leg's frames are read after the other's", () => {
  const { mixer, mixed } = setUp();
  for (let count = 0; count < 3; count++) mixer.add.agent(frame(2));
  for (let count = 0; count < 30; count++) mixer.add.client(frame(1));
  for (let count = 0; count < 27; count++) mixer.add.agent(frame(2));
  expect([mixed(0), mixed(1)]).toEqual([[[1, 4800]], [[2, 4800]]]);
});

test("sends silence for a leg without frames, as during comfort noise, and its audio when it resumes", () => {
  const { mixer, mixed } = setUp();
  for (let count = 0; count < 8; count++) mixer.add.client(frame(1));
  jest.advanceTimersByTime(50);
  expect(mixed(1)).toEqual([[silence, 800]]);
  mixer.add.agent(frame(2));
  mixer.add.client(frame(1));
  mixer.finish();
  expect(mixed(1)).toEqual([
    [silence, 800],
    [2, 160],
    [silence, 640],
  ]);
});

test("skips the silence of a lagging leg, never its words", () => {
  const { mixer, mixed, lost } = setUp();
  for (let count = 0; count < 45; count++) mixer.add.client(frame(count < 40 ? silence : 1));
  for (let count = 0; count < 5; count++) mixer.add.agent(frame(2));
  mixer.finish();
  const words = mixed(0).filter(([sample]) => sample === 1);
  expect(words).toEqual([[1, 800]]);
  expect(mixed(0)[0]?.[1]).toBeLessThan(45 * 160);
  expect(lost()).toBe(0);
});

test("reports how much it dropped of a leg that lags five seconds", () => {
  const { mixer, lost } = setUp();
  for (let count = 0; count < 260; count++) mixer.add.client(frame(1));
  expect(lost()).toBe(10 * 160);
});

test("does not mix the audio of different calls", () => {
  const calls = Array.from({ length: 100 }, setUp);
  for (let count = 0; count < 5; count++) {
    for (const [at, { mixer }] of calls.entries()) {
      mixer.add.client(frame(2 * at));
      mixer.add.agent(frame(2 * at + 1));
    }
  }
  for (const [at, { mixer, mixed }] of calls.entries()) {
    mixer.finish();
    expect([mixed(0), mixed(1)]).toEqual([[[2 * at, 800]], [[2 * at + 1, 800]]]);
  }
});

test("measures a leg's packet rate, gap and level between readings", () => {
  const { mixer } = setUp();
  const { client, agent } = mixer.legs;
  // Making the tap takes time too.
  jest.advanceTimersByTime(400);
  for (let count = 0; count < 50; count++) {
    // Full scale and silence in turn: half the power of full scale.
    mixer.add.client(frame(count % 2 === 0 ? 0x80 : silence));
    mixer.add.agent(frame(silence));
    jest.advanceTimersByTime(count === 20 ? 70 : 20);
  }
  jest.advanceTimersByTime(950);
  expect(client.readHealth()).toEqual({ packetsPerSecond: 25, gapMs: 970, levelDb: -3 });
  expect(agent.readHealth()).toMatchObject({ packetsPerSecond: 25, levelDb: -90 });

  jest.advanceTimersByTime(500);
  expect(client.readHealth()).toEqual({ packetsPerSecond: 0, gapMs: 1470, levelDb: -90 });
  client.restartHealth();
  mixer.add.client(frame(0x80));
  jest.advanceTimersByTime(70);
  mixer.add.client(frame(0x80));
  jest.advanceTimersByTime(30);
  expect(client.readHealth()).toEqual({ packetsPerSecond: 20, gapMs: 70, levelDb: 0 });
});
