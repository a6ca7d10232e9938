import { testDatabase } from "../../testing/database/database.ts";
import { createPeriodicLock } from "./periodic-lock.ts";

test("one of many callers gets the lock, and one again when its time is over", async () => {
  const { connection, close } = await testDatabase();
  const periodicLock = createPeriodicLock(connection);
  const now = new Date();
  const at = (ms: number) => new Date(now.getTime() + ms);
  const many = (moment: Date) =>
    Promise.all(Array.from({ length: 8 }, () => periodicLock.take("sweep", 60_000, moment)));
  expect((await many(now)).filter(Boolean)).toHaveLength(1);
  expect((await many(at(59_999))).filter(Boolean)).toHaveLength(0);
  expect((await many(at(60_000))).filter(Boolean)).toHaveLength(1);
  expect(await periodicLock.take("something else", 60_000, now)).toBe(true);
  await close();
});
