/** @jest-environment node */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "@souffleur/api/tools/run-step.mjs";
import type { Release } from "@souffleur/contracts";
import { contractVersions } from "../packages.ts";
import { readManifest } from "../remote-folder.ts";
import { checkFiles } from "./check-files.ts";

test("a budget that is exceeded is named with its place in remote.json and the largest files", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "souffleur-release-"));
  const manifest = { ...readManifest(path.join(root, "mfe-analytics")), budget: { scripts: 5 } };
  writeFileSync(path.join(folder, "release.json"), JSON.stringify({ manifest }));
  writeFileSync(path.join(folder, "entry.js"), randomBytes(2000));
  writeFileSync(path.join(folder, "chart.js"), randomBytes(4000));
  const contract = contractVersions();
  const release = {
    ...{ name: "mfe-analytics", manifest, contract },
    ...{ entry: "entry.js", scripts: ["chart.js"], styles: [] },
  } as unknown as Release;
  const problems = await checkFiles({ release, folder }, { contract, registry: { schema: 1, remotes: {} } });
  expect(problems).toEqual([
    "Its first screen's scripts have 6.0 kB gzipped; its budget is 5 kB (budget.scripts in remote.json). " +
      "The largest: chart.js 4.0 kB, entry.js 2.0 kB.",
  ]);
  rmSync(folder, { recursive: true });
});
