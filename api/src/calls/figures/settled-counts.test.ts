import { createSettledCounts } from "./settled-counts.ts";

test("an organization that asks for many time zones displaces its own counts alone", async () => {
  const revisions = { findById: () => ({ lean: async () => null }) };
  const settled = createSettledCounts<number>(revisions as never);
  const count = jest.fn(async () => 1);
  await settled.read("one", "UTC", count);
  for (let zone = 0; zone < 300; zone++) await settled.read("another", `+${zone}`, async () => 2);
  await settled.read("one", "UTC", count);
  expect(count).toHaveBeenCalledTimes(1);
  const again = jest.fn(async () => 2);
  await settled.read("another", "+0", again);
  expect(again).toHaveBeenCalledTimes(1);
});
