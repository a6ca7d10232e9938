import { createMetrics } from "../http/metrics.ts";
import { createPollers, type Poller } from "./pollers.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function start(over: Partial<Poller> & Pick<Poller, "task">) {
  const metrics = createMetrics();
  const pollers = createPollers(metrics);
  const poller = pollers.add({ name: "one", everyMs: 1000, failed: () => {}, ...over });
  poller.start();
  return { metrics, pollers, poller };
}

test("a task runs at its interval, never twice at once, and again after it has failed", async () => {
  const thrown: unknown[] = [];
  let running = 0;
  let runs = 0;
  const { metrics, poller } = start({
    async task() {
      running += 1;
      runs += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, runs === 1 ? 2500 : 0));
      running -= 1;
      throw new Error(`run ${runs}`);
    },
    failed: (error) => thrown.push(error),
  });
  await jest.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
  await jest.advanceTimersByTimeAsync(2600);
  expect([runs, thrown]).toEqual([2, [new Error("run 1"), new Error("run 2")]]);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await metrics.registry.metrics()).toContain('souffleur_polls_total{poller="one"} 3');
  await poller.stop();
  await jest.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(3);
  expect(jest.getTimerCount()).toBe(0);
});

test("a stop waits for the run under way", async () => {
  let isDone = false;
  const { poller } = start({
    async task() {
      await new Promise((resolve) => setTimeout(resolve, 500));
      isDone = true;
    },
  });
  await jest.advanceTimersByTimeAsync(1000);
  const stopped = poller.stop();
  await jest.advanceTimersByTimeAsync(500);
  await stopped;
  expect(isDone).toBe(true);
});

test("one that backs off looks less and less often while it finds nothing, until something happens or is found", async () => {
  const at: number[] = [];
  let found = false;
  const begun = performance.now();
  const { pollers } = start({
    backsOff: true,
    async task() {
      at.push(Math.round((performance.now() - begun) / 1000));
      return found;
    },
  });
  await jest.advanceTimersByTimeAsync(32_000);
  expect(at.splice(0)).toEqual([1, 3, 7, 15, 23, 31]);
  pollers.happened();
  await jest.advanceTimersByTimeAsync(1000);
  expect(at.splice(0)).toEqual([33]);
  found = true;
  await jest.advanceTimersByTimeAsync(5000);
  expect(at.splice(0)).toEqual([35, 36, 37, 38]);
});

test("one that does not back off keeps its interval", async () => {
  let runs = 0;
  start({
    async task() {
      runs += 1;
    },
  });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(10);
});

test("one that has backed off looks when something is due that it has been told of, also while it runs", async () => {
  const at: number[] = [];
  const begun = performance.now();
  const { poller } = start({
    backsOff: true,
    async task() {
      at.push(Math.round((performance.now() - begun) / 1000));
      if (at.length === 6) poller.lookIn(3000);
      return false;
    },
  });
  await jest.advanceTimersByTimeAsync(16_000);
  poller.lookIn(2000);
  poller.lookIn(60_000);
  await jest.advanceTimersByTimeAsync(25_000);
  expect(at).toEqual([1, 3, 7, 15, 18, 26, 29, 37]);
});
