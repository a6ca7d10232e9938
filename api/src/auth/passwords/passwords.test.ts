import { testCost } from "../../../testing/people/people.ts";
import { createMetrics } from "../../http/metrics.ts";
import { createPasswords } from "./passwords.ts";

test("a password costs 19 MiB in two passes, and so does an attempt at an address without an account", async () => {
  const passwords = createPasswords(createMetrics());
  const product = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
  const stored = await passwords.hash("Correct-Horse-7");
  expect(stored).toMatch(product);
  expect(await passwords.hashLike(undefined, "Correct-Horse-7")).toMatch(product);
  expect(passwords.isOutdated(stored)).toBe(false);
  const cheap = await createPasswords(createMetrics(), { hashCost: testCost }).hash("Correct-Horse-7");
  expect(passwords.isOutdated(cheap)).toBe(true);
});
