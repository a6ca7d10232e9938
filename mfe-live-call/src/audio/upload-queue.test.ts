import fc from "fast-check";
import { createUploadQueue } from "./upload-queue.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const transient = new Error("network");
const permanent = new Error("not configured");

interface Plan {
  /** How long the network takes, in ms. */
  takes: number;
  /** How often it fails before it gets through. */
  failures: number;
  refused: boolean;
}

function setUp(plans: readonly Plan[]) {
  const seen = {
    started: [] as number[],
    accepted: [] as number[],
    kept: [] as number[],
    refused: 0,
    most: 0,
  };
  const settled = new Set<number>();
  const tries = new Map<number, number>();
  let flying = 0;
  const queue = createUploadQueue<number, number>({
    async send(chunk, before) {
      const plan = plans[chunk] as Plan;
      const attempt = (tries.get(chunk) ?? 0) + 1;
      tries.set(chunk, attempt);
      if (attempt === 1) seen.started.push(chunk);
      flying += 1;
      seen.most = Math.max(seen.most, flying);
      await new Promise((resolve) => setTimeout(resolve, plan.takes));
      flying -= 1;
      if (attempt <= plan.failures) throw transient;
      // As the server does: it keeps none before the one that this one is to follow.
      if (before !== undefined && !settled.has(before)) throw transient;
      settled.add(chunk);
      if (plan.refused) throw permanent;
      seen.kept.push(chunk);
      return chunk;
    },
    onAnswer: (chunk) => seen.accepted.push(chunk),
    isRetryable: (error) => error === transient,
    onFailure: () => {
      seen.refused += 1;
    },
  });
  return { queue, seen };
}

const plan = fc.record({
  takes: fc.integer({ min: 0, max: 20_000 }),
  failures: fc.integer({ min: 0, max: 4 }),
  refused: fc.boolean(),
});

test("sends every chunk in order, two at once at most, and has them kept and answered in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 20 }), async (plans) => {
      const { queue, seen } = setUp(plans);
      for (const index of plans.keys()) queue.push(index);
      await jest.runAllTimersAsync();
      const taken = [...plans.keys()].filter((index) => plans[index]?.refused === false);
      expect(seen.started).toEqual([...plans.keys()]);
      expect(seen.kept).toEqual(taken);
      expect(seen.accepted).toEqual(taken);
      expect(seen.refused).toBe(plans.filter(({ refused }) => refused).length);
      expect(seen.most).toBeLessThanOrEqual(2);
      expect(queue.pendingCount()).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test("keeps chunks that a slow network can't take yet", async () => {
  const { queue, seen } = setUp(
    Array.from({ length: 10 }, () => ({ takes: 9000, failures: 0, refused: false })),
  );
  for (let index = 0; index < 10; index += 1) {
    queue.push(index);
    await jest.advanceTimersByTimeAsync(3000);
  }
  expect(queue.pendingCount()).toBeGreaterThan(2);
  await jest.runAllTimersAsync();
  expect(seen.accepted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("starts nothing after it was stopped, and answers what is on its way", async () => {
  const slow = { takes: 1000, failures: 0, refused: false };
  const { queue, seen } = setUp([slow, slow, slow, { ...slow, failures: 9 }]);
  for (const index of [0, 1, 2]) queue.push(index);
  queue.stop();
  queue.push(3);
  await jest.runAllTimersAsync();
  expect(seen.started).toEqual([0, 1]);
  expect(seen.accepted).toEqual([0, 1]);
});

test("tries no more after it was stopped", async () => {
  const { queue, seen } = setUp([{ takes: 10, failures: 100, refused: false }]);
  queue.push(0);
  await jest.advanceTimersByTimeAsync(5000);
  queue.stop();
  await jest.runAllTimersAsync();
  expect(seen.accepted).toEqual([]);
  expect(queue.pendingCount()).toBe(0);
});
