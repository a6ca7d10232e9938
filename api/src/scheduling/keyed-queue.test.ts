import { createKeyedQueue } from "./keyed-queue.ts";

test("runs the tasks of one key in order, and those of other keys in parallel", async () => {
  const queue = createKeyedQueue();
  const done: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = queue.run("a", async () => {
    await gate;
    done.push("a1");
  });
  const second = queue.run("a", async () => void done.push("a2"));
  await queue.run("b", async () => void done.push("b1"));
  release();
  await Promise.all([first, second]);
  expect(done).toEqual(["b1", "a1", "a2"]);
});

test("runs the next task after one that fails", async () => {
  const queue = createKeyedQueue();
  const failing = queue.run("a", async () => {
    throw new Error("no");
  });
  const next = queue.run("a", async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
