import { createProcessShares } from "./process-shares.ts";

/** A process whose clock and work are set by the test. */
function start() {
  let at = 0;
  let worked = 0;
  const turn = createProcessShares({ busy: 400, now: () => at, worked: () => worked });
  return {
    turn,
    work(ms: number): void {
      at += ms;
      worked += ms;
    },
    rest(ms: number): void {
      at += ms;
    },
  };
}

/** Whether the request has its turn, once all that is due has run. */
async function isIn(request: Promise<unknown>): Promise<boolean> {
  let is = false;
  void request.then(() => {
    is = true;
  });
  await new Promise(setImmediate);
  return is;
}

test("an organization that is alone takes all of the process", async () => {
  const { turn, work } = start();
  for (let count = 0; count < 20; count++) {
    const leave = await turn("a");
    work(200);
    leave();
  }
  expect(await isIn(turn("a"))).toBe(true);
});

test("while others are under way, it waits until what it took is long ago, and they do not", async () => {
  const { turn, work, rest } = start();
  const leave = await turn("a");
  work(2000);
  leave();
  const leaveOther = await turn("b");
  const next = turn("a");
  expect(await isIn(next)).toBe(false);
  expect(await isIn(turn("b"))).toBe(true);
  rest(3000);
  // Its timer is real: any request that ends admits it too.
  leaveOther();
  expect(await isIn(next)).toBe(true);
});

test("it goes on as soon as nobody else is under way", async () => {
  const { turn, work } = start();
  const leave = await turn("a");
  work(2000);
  leave();
  const leaveOther = await turn("b");
  const waiting = [turn("a"), turn("a")];
  expect(await isIn(Promise.race(waiting))).toBe(false);
  leaveOther();
  expect(await isIn(Promise.all(waiting))).toBe(true);
});

test("requests that are under way count before they are over", async () => {
  const { turn, work } = start();
  for (let count = 0; count < 8; count++) {
    const leave = await turn("a");
    work(45);
    leave();
  }
  const leaveOther = await turn("b");
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => isIn(turn("a"))));
  // About 310 ms of 400 are taken, and a request takes about 40.
  expect(atOnce.filter(Boolean)).toHaveLength(3);
  leaveOther();
});

test("admits those that have waited for long enough one after the other, and refuses what is too many", async () => {
  const { turn, work, rest } = start();
  const leave = await turn("a");
  work(1e9);
  leave();
  await turn("b");
  const waiting = Array.from({ length: 200 }, () => turn("a"));
  await expect(turn("a")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(await isIn(Promise.race(waiting))).toBe(false);
  const endAnother = async () => (await turn("b"))();
  rest(2000);
  await endAnother();
  const [first, second, third] = waiting;
  expect(await isIn(Promise.all([first]))).toBe(true);
  expect(await isIn(Promise.all([second]))).toBe(false);
  (await first)?.();
  expect(await isIn(Promise.all([second]))).toBe(true);
  // The second one does not end.
  await endAnother();
  expect(await isIn(Promise.all([third]))).toBe(false);
  rest(2000);
  await endAnother();
  expect(await isIn(Promise.all([third]))).toBe(true);
});
