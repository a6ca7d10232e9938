import { existsSync, readdirSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { writeBuild } from "../../../testing/build-remote.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { expired, prune } from "./prune.ts";
import { shareFiles } from "./shared-files.ts";

const day = 24 * 3_600_000;
const now = Date.parse("2026-11-21T00:00:00Z");
const daysOld = (...ages: number[]) => ages.map((age) => ({ version: `age${age}`, usedAt: now - age * day }));

test("the last five releases stay, however old they are", () => {
  expect(expired(daysOld(40, 50, 60, 70, 80, 90, 100), new Set(), now)).toEqual(["age90", "age100"]);
});

test("what was used within 30 days stays, however many there are", () => {
  expect(expired(daysOld(1, 2, 3, 4, 5, 6, 29, 31), new Set(), now)).toEqual(["age31"]);
});

test("what is needed stays", () => {
  expect(expired(daysOld(1, 2, 3, 4, 5, 40, 50), new Set(["age50"]), now)).toEqual(["age40"]);
});

test("expired releases and drafts of killed processes are removed", async () => {
  const folder = temporaryFolder();
  const dated = async (name: string, age: number) => {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, "file.js"), "");
    await utimes(path.join(folder, name), (now - age * day) / 1000, (now - age * day) / 1000);
  };
  const entries = new Map<number, string>();
  for (const age of [1, 2, 3, 4, 5, 31]) {
    const at = path.join(folder, `mfe-admin/age${age}`);
    const release = await writeBuild(at, "mfe-admin", `age ${age}`);
    await shareFiles(folder, at, release);
    await dated(`mfe-admin/age${age}`, age);
    entries.set(age, release.entry);
  }
  await writeFile(path.join(folder, "mfe-admin/by-hash/left-behind.js"), "");
  await dated(".draft-old", 1);
  await dated(".draft-running", 0);
  await prune(folder, "mfe-admin", new Set(), now);
  expect(readdirSync(path.join(folder, "mfe-admin")).sort()).toEqual([
    ...[1, 2, 3, 4, 5].map((age) => `age${age}`),
    "by-hash",
  ]);
  // Files that a removed release shares with kept ones stay.
  const kept = [...entries].filter(([age]) => age < 31).map(([, entry]) => entry);
  expect(readdirSync(path.join(folder, "mfe-admin/by-hash")).sort()).toEqual(
    [
      ...kept.flatMap((entry) => [entry, `${entry}.br`, `${entry}.gz`]),
      "routes.0000aaaa.js",
      "routes.0000bbbb.css",
    ].sort(),
  );
  expect(existsSync(path.join(folder, ".draft-old"))).toBe(false);
  expect(existsSync(path.join(folder, ".draft-running"))).toBe(true);
});
