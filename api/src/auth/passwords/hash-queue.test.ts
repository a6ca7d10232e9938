import { createHashQueue } from "./hash-queue.ts";

/** A task that ends on demand. */
function task() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let started = false;
  return {
    finish: () => finish(),
    started: () => started,
    run: async () => {
      started = true;
      await done;
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the queue of password hashes", () => {
  test("runs as many tasks at once as it has lanes, and the others in their order", async () => {
    const queue = createHashQueue({ lanes: 2 });
    const tasks = [task(), task(), task(), task()];
    const all = tasks.map(({ run }) => queue.run("one", run));
    const started = () => tasks.map((one) => one.started());
    await settle();
    expect(started()).toEqual([true, true, false, false]);
    expect(queue.waiting()).toBe(2);
    tasks[1]?.finish();
    await settle();
    expect(started()).toEqual([true, true, true, false]);
    for (const one of tasks) one.finish();
    await Promise.all(all);
    expect(queue.waiting()).toBe(0);
  });

  test("refuses a task that would wait too long, with the time to retry after", async () => {
    const queue = createHashQueue({ lanes: 1, maxWaitMs: 4000 });
    const tasks = Array.from({ length: 270 }, task);
    const outcomes = Promise.allSettled(tasks.map(({ run }) => queue.run("one", run)));
    await settle();
    for (const one of tasks) one.finish();
    const refused = (await outcomes).filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    // One runs, and 266 may wait, at the initial estimate of 15 ms a hash.
    expect(refused).toHaveLength(3);
    expect(refused[0]?.reason).toMatchObject({ code: "SERVER_BUSY", details: { retryAfter: 4.005 } });
  });

  test("gives turns, and refuses a task by those that begin before it alone", async () => {
    const queue = createHashQueue({ lanes: 1 });
    const order: string[] = [];
    const first = task();
    const wanted = [...Array(134).fill("many"), "one", "other", "one"];
    const outcomes = Promise.allSettled([
      queue.run("many", first.run),
      ...wanted.map((whose) => queue.run(whose, async () => void order.push(whose))),
    ]);
    await settle();
    first.finish();
    const refused = (await outcomes).filter(({ status }) => status === "rejected");
    // At 15 ms a hash, 133 may wait for two seconds.
    expect(refused).toHaveLength(1);
    expect(order.slice(0, 5)).toEqual(["many", "one", "other", "many", "one"]);
    expect(order).toHaveLength(133 + 3);
    expect(queue.waiting()).toBe(0);
  });

  test("runs the next task after one that fails", async () => {
    const queue = createHashQueue({ lanes: 1 });
    await expect(queue.run("one", () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
    await expect(queue.run("one", async () => "fine")).resolves.toBe("fine");
  });
});
