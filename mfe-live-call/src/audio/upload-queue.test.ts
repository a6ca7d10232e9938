import fc from "fast-check";
import { createUploadQueue } from "./upload-queue.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const transient = new Error("network");
const permanent = new Error("not configured");

interface Plan {
  /** How long the network takes, in ms. */
  takes: number;
  /** The number of failures before it succeeds. */
  failures: number;
  refused: boolean;
}

function setUp(plans: readonly Plan[]) {
  const seen = {
    started: [] as number[],
    accepted: [] as number[],
    stored: [] as number[],
    refused: 0,
    mostInFlight: 0,
  };
  const settled = new Set<number>();
  const tries = new Map<number, number>();
  let inFlight = 0;
  const queue = createUploadQueue<number, number>({
    async send(chunk, before) {
      const plan = plans[chunk] as Plan;
      const attempt = (tries.get(chunk) ?? 0) + 1;
      tries.set(chunk, attempt);
      if (attempt === 1) seen.started.push(chunk);
      inFlight += 1;
      seen.mostInFlight = Math.max(seen.mostInFlight, inFlight);
      await new Promise((resolve) => setTimeout(resolve, plan.takes));
      inFlight -= 1;
      if (attempt <= plan.failures) throw transient;
      // Like the server, which stores a chunk only after the chunk that it follows.
      if (before !== undefined && !settled.has(before)) throw transient;
      settled.add(chunk);
      if (plan.refused) throw permanent;
      seen.stored.push(chunk);
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

test("sends every chunk in order, at most two at once, and keeps the order of storage and answers", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 20 }), async (plans) => {
      const { queue, seen } = setUp(plans);
      for (const index of plans.keys()) queue.push(index);
      await jest.runAllTimersAsync();
      const taken = [...plans.keys()].filter((index) => plans[index]?.refused === false);
      expect(seen.started).toEqual([...plans.keys()]);
      expect(seen.stored).toEqual(taken);
      expect(seen.accepted).toEqual(taken);
      expect(seen.refused).toBe(plans.filter(({ refused }) => refused).length);
      expect(seen.mostInFlight).toBeLessThanOrEqual(2);
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
  expect(seen.accepted.length).toBeLessThan(8);
  await jest.runAllTimersAsync();
  expect(seen.accepted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("sends nothing new after it was stopped, and still handles the answers to chunks in flight", async () => {
  const slow = { takes: 1000, failures: 0, refused: false };
  const { queue, seen } = setUp([slow, slow, slow, { ...slow, failures: 9 }]);
  for (const index of [0, 1, 2]) queue.push(index);
  await jest.advanceTimersByTimeAsync(1);
  queue.stop();
  queue.push(3);
  await jest.runAllTimersAsync();
  expect(seen.started).toEqual([0, 1]);
  expect(seen.accepted).toEqual([0, 1]);
});

test("does not retry after it was stopped", async () => {
  const { queue, seen } = setUp([{ takes: 10, failures: 100, refused: false }]);
  queue.push(0);
  await jest.advanceTimersByTimeAsync(5000);
  queue.stop();
  await jest.runAllTimersAsync();
  expect(seen.accepted).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});
