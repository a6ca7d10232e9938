import { createHash } from "node:crypto";
import type { Registry } from "@souffleur/contracts";
import { someRelease } from "../testing/some-release.ts";
import { chooseRelease } from "./choose-release.ts";
import { releaseFor } from "./release-for.ts";

const canary = (share: number, version = "b"): Registry => ({
  schema: 1,
  remotes: { "mfe-admin": someRelease("mfe-admin", "a") },
  canaries: { "mfe-admin": { share, release: someRelease("mfe-admin", version) } },
});

const hashed = (text: string) => createHash("sha256").update(text).digest("hex");
/** Always the same accounts, so that the result does not depend on chance. */
const accounts = Array.from({ length: 20_000 }, (_, index) => hashed(`account ${index}`));
const versions = Array.from({ length: 10 }, (_, index) => hashed(`version ${index}`).slice(0, 16));

/** The accounts that get a canary. */
function chosen(share: number, version: string): string[] {
  const registry = canary(share, version);
  return accounts.filter((account) => releaseFor(registry, "mfe-admin", account)?.version === version);
}

test.each([1, 10, 25, 50, 90])(
  "a canary of %i percent goes to that share of 20,000 accounts within 1 percent, regardless of its version",
  (share) => {
    for (const version of versions)
      expect(Math.abs(chosen(share, version).length / 200 - share)).toBeLessThan(1);
  },
);

test("an account that has the canary keeps it when the share grows", () => {
  for (const version of versions) {
    const first = chosen(10, version);
    expect(chosen(10, version)).toEqual(first);
    const grown = new Set(chosen(20, version));
    expect(first.filter((account) => !grown.has(account))).toEqual([]);
  }
});

test("the next canary goes to other accounts", () => {
  const first = new Set(chosen(10, "b"));
  // One in a hundred gets both by chance.
  expect(chosen(10, "c").filter((account) => first.has(account)).length).toBeLessThan(300);
});

test("a browser without an account keeps its choice", () => {
  localStorage.clear();
  const first = chooseRelease(canary(50), "mfe-admin")?.version;
  const kept = localStorage.getItem("souffleur.visitor");
  expect(kept).not.toBeNull();
  expect(chooseRelease(canary(50), "mfe-admin")?.version).toBe(first);
  expect(localStorage.getItem("souffleur.visitor")).toBe(kept);
});

test("without storage a browser keeps its choice until the page is closed", () => {
  localStorage.clear();
  const refuse = () => {
    throw new Error("blocked");
  };
  jest.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  const choose = () => versions.map((version) => chooseRelease(canary(50, version), "mfe-admin")?.version);
  const first = choose();
  expect(choose()).toEqual(first);
  jest.restoreAllMocks();
});

test("without a canary every account gets the active release", () => {
  expect(releaseFor({ ...canary(50), canaries: {} }, "mfe-admin", "x")?.version).toBe("a");
  expect(releaseFor(undefined, "mfe-admin", "x")).toBeUndefined();
});
