import { createReadingBudget } from "./reading-budget.ts";

const lines = (count: number) => async () => Array.from({ length: count }, (_, at) => at);

test("an account that reads long calls at once is refused, others are not, and time fills the budget again", async () => {
  let now = 1_000_000;
  const budget = createReadingBudget(() => now);
  const reads = await Promise.allSettled(Array.from({ length: 40 }, () => budget.read("a", lines(5000))));
  expect(reads.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
  const refused = reads.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ code: "RATE_LIMITED", details: { retryAfter: 1 } });
  expect(await budget.read("b", lines(3))).toEqual([0, 1, 2]);
  now += 1000;
  expect(await budget.read("a", lines(5000))).toHaveLength(5000);
  await expect(budget.read("a", lines(1))).rejects.toMatchObject({
    code: "RATE_LIMITED",
    details: { retryAfter: 10 },
  });
  now += 10_000;
  expect(await budget.read("a", lines(1))).toEqual([0]);
});

test("a read that fails costs nothing, and the next one runs", async () => {
  const budget = createReadingBudget();
  await expect(budget.read("a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await budget.read("a", lines(1))).toEqual([0]);
});

test("short reads are never refused", async () => {
  const budget = createReadingBudget(() => 0);
  for (let read = 0; read < 500; read++) await budget.read("a", lines(60));
  expect(await budget.read("a", lines(60))).toHaveLength(60);
});
