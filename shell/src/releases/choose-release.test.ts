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

const trial = (share: number, version = "b"): Registry => ({
  schema: 1,
  remotes: { "mfe-admin": release("a") },
  canaries: { "mfe-admin": { share, release: release(version) } },
});

/** Always the same ones: what is compared is the choice, not luck. */
const accounts = Array.from({ length: 2000 }, (_, index) =>
  createHash("sha256").update(`account ${index}`).digest("hex"),
);

test.each([1, 10, 25, 50, 90])("a trial of %i percent is that share of 2,000 sessions, within 2", (share) => {
  const part = accounts.filter((who) => releaseFor(trial(share), "mfe-admin", who)?.version === "b");
  expect(Math.abs(part.length / 20 - share)).toBeLessThan(2);
});

test("whoever is part of a trial stays so, also where its share grows", () => {
  for (const who of accounts.slice(0, 200)) {
    const first = releaseFor(trial(10), "mfe-admin", who)?.version;
    expect(releaseFor(trial(10), "mfe-admin", who)?.version).toBe(first);
    if (first === "b") expect(releaseFor(trial(20), "mfe-admin", who)?.version).toBe("b");
  }
});

test("the next trial is not of the same people", () => {
  const both = accounts.filter((who) =>
    ["b", "c"].every((version) => releaseFor(trial(10, version), "mfe-admin", who)?.version === version),
  );
  expect(both.length).toBeLessThan(60);
});

test("a browser without an account keeps its choice", () => {
  localStorage.clear();
  const first = chooseRelease(trial(50), "mfe-admin")?.version;
  const kept = localStorage.getItem("souffleur.visitor");
  expect(kept).not.toBeNull();
  expect(chooseRelease(trial(50), "mfe-admin")?.version).toBe(first);
  expect(localStorage.getItem("souffleur.visitor")).toBe(kept);
});

test("without a trial everybody has the active release", () => {
  expect(releaseFor({ ...trial(50), canaries: {} }, "mfe-admin", "x")?.version).toBe("a");
  expect(releaseFor(undefined, "mfe-admin", "x")).toBeUndefined();
});
