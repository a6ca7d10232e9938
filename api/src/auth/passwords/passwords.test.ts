import { testCost } from "../../../testing/people/people.ts";
import { createMetrics } from "../../http/metrics.ts";
import { createPasswords } from "./passwords.ts";

test("a password costs 19 MiB in two passes, and so does an attempt at an address without an account", async () => {
  const passwords = createPasswords(createMetrics());
  const product = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
  const credentials = { email: "ada@example.com", password: "Correct-Horse-7" };
  const stored = await passwords.hash(credentials);
  expect(stored).toMatch(product);
  expect(await passwords.hashLike(undefined, credentials)).toMatch(product);
  expect(passwords.isOutdated(stored)).toBe(false);
  // In the place of the hash of an account without a password.
  const nobodys = passwords.ofNobody();
  expect(await passwords.hashLike(nobodys, credentials)).toMatch(product);
  expect(await passwords.hashLike(nobodys, credentials)).not.toBe(nobodys);
  expect(nobodys.replace(/[^$]+$/u, "")).toBe(
    (await passwords.hashLike(nobodys, credentials)).replace(/[^$]+$/u, ""),
  );
  expect(nobodys).toHaveLength(stored.length);
  expect(passwords.isOutdated(nobodys)).toBe(false);
  const cheap = await createPasswords(createMetrics(), { hashCost: testCost }).hash(credentials);
  expect(passwords.isOutdated(cheap)).toBe(true);
});
