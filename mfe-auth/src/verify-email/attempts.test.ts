import { limits } from "@souffleur/contracts";
import { blockedAttempts, currentAttempts, failedAttempt, noAttempts } from "./attempts.ts";

const start = Date.UTC(2026, 0, 1);
const after = (failures: number) =>
  Array.from({ length: failures }).reduce<typeof noAttempts>(
    (attempts) => failedAttempt(attempts, start),
    noAttempts,
  );

test("the fifth failed attempt blocks", () => {
  expect(after(4).blocked).toBe(false);
  expect(after(5)).toEqual({ count: 5, lastAttempt: start, blocked: true });
});

test("the block lasts 15 minutes from the last attempt, then the record is discarded", () => {
  expect(currentAttempts(after(5), start + limits.verificationBlockMs - 1).blocked).toBe(true);
  expect(currentAttempts(after(5), start + limits.verificationBlockMs)).toEqual(noAttempts);
});

test("expired attempts are not counted with a new one", () => {
  expect(failedAttempt(after(4), start + limits.verificationBlockMs).count).toBe(1);
});

test("after the server has refused further attempts the record is that of five failed ones", () => {
  expect(blockedAttempts(start)).toEqual(after(5));
});
