import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { contractMismatches, type Registry, type Release, type ReleaseContract } from "@souffleur/contracts";
import { budgetOf, manifestConflicts } from "@souffleur/contracts/remote-manifest";
import { doesNotFit } from "./release-actions.ts";

/**
 * Checks a release's files: versions that fit the shell, no path or key of another remote, and its budget.
 * @param candidate the release, and the folder of its files
 * @returns the problems, in sentences
 */
export async function checkFiles(
  { release, folder }: { release: Release; folder: string },
  { contract, registry }: { contract: ReleaseContract; registry: Registry },
): Promise<string[]> {
  return [
    ...contractMismatches(release.contract, contract).map(doesNotFit),
    ...manifestConflicts(release.name, release.manifest, registry),
    ...(await overBudget(release, folder)),
  ];
}

async function overBudget(release: Release, folder: string): Promise<string[]> {
  const budget = budgetOf(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8")).manifest);
  const kinds = { scripts: [release.entry, ...release.scripts], styles: release.styles };
  const problems: string[] = [];
  for (const kind of ["scripts", "styles"] as const) {
    let bytes = 0;
    for (const file of kinds[kind])
      bytes += gzipSync(await readFile(path.join(folder, file)), { level: 9 }).length;
    if (bytes > budget[kind] * 1000) {
      const kilobytes = (bytes / 1000).toFixed(1);
      problems.push(`Its ${kind} have ${kilobytes} kB gzipped; its budget is ${budget[kind]} kB.`);
    }
  }
  return problems;
}
