import { until } from "../../testing/app.ts";
import { createCapacity } from "./capacity.ts";

const text =
  "Your organization has {most} customers, which is the most it can have. Delete some, or have idle ones deleted, under Settings.";

/** A capacity of ten, of which so many are stored; what is taken is stored at once. */
function room(stored: number) {
  const count = jest.fn(async () => stored);
  const capacity = createCapacity({ count, max: 10, text });
  return {
    count,
    take: async () => {
      await capacity.take("acme");
      stored++;
    },
    remove: () => void stored--,
  };
}

test("of several at once no more are let in than there is room for, after one count", async () => {
  const { take, count } = room(7);
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => take()));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(all.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "LIMIT_REACHED", message: text.replace("{most}", "10") },
  });
  expect(count).toHaveBeenCalledTimes(1);
});

test("near the maximum what was removed makes room, far from it nothing is counted again", async () => {
  const { take, remove, count } = room(8);
  await take();
  await take();
  await expect(take()).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  remove();
  await until(() =>
    take().then(
      () => true,
      () => false,
    ),
  );
  const far = room(1);
  for (let times = 0; times < 5; times++) await far.take();
  expect(far.count).toHaveBeenCalledTimes(1);
  expect(count.mock.calls.length).toBeGreaterThan(1);
});

test("an organization's room is its own, and nobody's has no end", async () => {
  const capacity = createCapacity({ count: async (of) => (of === "full" ? 10 : 0), max: 10, text });
  await expect(capacity.take("full")).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  await expect(capacity.take("empty")).resolves.toBeUndefined();
  await expect(capacity.take(null)).resolves.toBeUndefined();
});
