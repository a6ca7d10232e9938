import { createHash } from "node:crypto";
import type { ActiveRelease, Registry } from "@souffleur/contracts";
import { chooseRelease } from "./choose-release.ts";
import { releaseFor } from "./release-for.ts";

function release(version: string): ActiveRelease {
  return {
    name: "mfe-admin",
    version,
    global: "mfe_admin",
    entry: "remoteEntry.js",
    scripts: [],
    styles: [],
    integrity: {},
    contract: { "shared-ui": "0.1.0", contracts: "0.1.0", react: "19.0.0", router: "7.0.0", query: "5.0.0" },
    base: `/remotes/mfe-admin/${version}/`,
  };
}

const canary = (share: number, version = "b"): Registry => ({
  schema: 1,
  remotes: { "mfe-admin": release("a") },
  canaries: { "mfe-admin": { share, release: release(version) } },
});

const hashed = (text: string) => createHash("sha256").update(text).digest("hex");
/** Always the same ones: what is compared is the choice, not luck. */
const accounts = Array.from({ length: 20_000 }, (_, index) => hashed(`account ${index}`));
const versions = Array.from({ length: 10 }, (_, index) => hashed(`version ${index}`).slice(0, 16));

/** The accounts that a canary is released to. */
function chosen(share: number, version: string): string[] {
  const registry = canary(share, version);
  return accounts.filter((account) => releaseFor(registry, "mfe-admin", account)?.version === version);
}

test.each([1, 10, 25, 50, 90])(
  "a canary of %i percent is that share of 20,000 accounts, whatever its version, within 1",
  (share) => {
    for (const version of versions)
      expect(Math.abs(chosen(share, version).length / 200 - share)).toBeLessThan(1);
  },
);

test("an account that has the canary keeps it, also where the share grows", () => {
  for (const version of versions) {
    const first = chosen(10, version);
    expect(chosen(10, version)).toEqual(first);
    const grown = new Set(chosen(20, version));
    expect(first.filter((account) => !grown.has(account))).toEqual([]);
  }
});

test("the next canary goes to other accounts", () => {
  const first = new Set(chosen(10, "b"));
  // One in a hundred has both by chance.
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

test("without storage a browser keeps its choice for as long as the page", () => {
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

test("without a canary every account has the active release", () => {
  expect(releaseFor({ ...canary(50), canaries: {} }, "mfe-admin", "x")?.version).toBe("a");
  expect(releaseFor(undefined, "mfe-admin", "x")).toBeUndefined();
});
