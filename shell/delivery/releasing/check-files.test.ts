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

const folder = mkdtempSync(path.join(tmpdir(), "souffleur-release-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is said of a release with two scripts of 6 kB and these settings in its remote.json. */
async function linesOn(settings: object): Promise<string[]> {
  const manifest = {
    ...readManifest(path.join(root, "mfe-analytics")).manifest,
    budget: undefined,
    ...settings,
  };
  writeFileSync(path.join(folder, "release.json"), JSON.stringify({ manifest }));
  const contract = contractVersions();
  const release = {
    ...{ name: "mfe-analytics", manifest, contract },
    ...{ entry: "entry.js", scripts: ["chart.js"], styles: [] },
  } as unknown as Release;
  const problems = await checkFiles({ release, folder }, { contract, registry: { schema: 1, remotes: {} } });
  return problems.flatMap((problem) => problem.split("\n  "));
}

test("an exceeded budget is named with its place, the largest files, the packages in them and the remedy", async () => {
  writeFileSync(path.join(folder, "entry.js"), randomBytes(2000));
  const chart = randomBytes(3000).toString("hex");
  writeFileSync(path.join(folder, "chart.js"), chart);
  // 4000 characters of the first source, then fifty of each of the others.
  const sources = [
    "webpack://mfe_deals/../node_modules/.pnpm/d3-shape@3.2.0/node_modules/d3-shape/src/arc.js",
    "webpack://mfe_deals/./node_modules/@scope/lines/index.js",
    "webpack://mfe_deals/./src/deals.tsx",
    "webpack://mfe_deals/../shared-ui/src/index.ts",
  ];
  const mappings = "AAAA,g6HCAA,kDCAA,kDCAA";
  writeFileSync(
    path.join(folder, "chart.js.map"),
    JSON.stringify({ version: 3, sources, mappings, names: [] }),
  );
  const [exceeded, modules, remedy, ...others] = await linesOn({ budget: { scripts: 5 } });
  expect(exceeded).toMatch(
    /^Its first screen's scripts have 5\.\d kB gzipped; its budget is 5 kB \(budget\.scripts in remote\.json\)\. The largest: chart\.js 3\.\d kB, entry\.js 2\.0 kB\.$/,
  );
  expect(modules).toBe(
    "What they are made of, before compression: d3-shape 4.0 kB, @souffleur/shared-ui 1.9 kB, @scope/lines 0.1 kB, src/deals.tsx 0.1 kB.",
  );
  expect(remedy).toBe(
    'Load what the screen does not show at first with import(), or raise it in remote.json: "budget": { "scripts": 10 }.',
  );
  expect(others).toEqual([]);
});

test("the default budget is explained, with the one that a chart library fits", async () => {
  writeFileSync(path.join(folder, "chart.js"), randomBytes(70_000));
  rmSync(path.join(folder, "chart.js.map"), { force: true });
  expect(await linesOn({})).toEqual([
    expect.stringContaining("its budget is 60 kB"),
    expect.stringContaining("unknown without source maps"),
    expect.stringMatching(
      /^The default is for .* a chart library they have up to 180 kB\. .*"scripts": 80 \}\.$/,
    ),
  ]);
});
