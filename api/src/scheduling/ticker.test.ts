import { EventEmitter, once } from "node:events";
import { startTicker } from "./ticker.ts";

const events = new EventEmitter();

test("the task runs again and again, even after it has failed", async () => {
  let runs = 0;
  const thrown: unknown[] = [];
  const third = once(events, "third");
  const ticker = startTicker(
    1,
    async () => {
      runs++;
      if (runs === 3) events.emit("third");
      throw new Error(`run ${runs}`);
    },
    (error) => thrown.push(error),
  );
  await third;
  await ticker.stop();
  expect(thrown.slice(0, 3)).toEqual([new Error("run 1"), new Error("run 2"), new Error("run 3")]);
});

test("it never runs twice at once, and a stop waits for the run under way", async () => {
  let running = 0;
  let most = 0;
  const begun = once(events, "begun");
  const ticker = startTicker(
    1,
    async () => {
      running++;
      most = Math.max(most, running);
      events.emit("begun");
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
    },
    () => {},
  );
  await begun;
  await ticker.stop();
  expect([running, most]).toEqual([0, 1]);
});
