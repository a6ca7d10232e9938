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

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

async function overBudget(release: Release, folder: string): Promise<string[]> {
  const budget = budgetOf(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8")).manifest);
  const kinds = { scripts: [release.entry, ...release.scripts], styles: release.styles };
  const problems: string[] = [];
  for (const kind of ["scripts", "styles"] as const) {
    const sizes = await Promise.all(
      kinds[kind].map(async (file) => ({
        file,
        bytes: gzipSync(await readFile(path.join(folder, file)), { level: 9 }).length,
      })),
    );
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    if (bytes <= budget[kind] * 1000) continue;
    const largest = sizes.toSorted((one, other) => other.bytes - one.bytes).slice(0, 5);
    const files = largest.map((one) => `${one.file} ${kilobytes(one.bytes)}`).join(", ");
    problems.push(
      `Its first screen's ${kind} have ${kilobytes(bytes)} gzipped; its budget is ${budget[kind]} kB ` +
        `(budget.${kind} in remote.json). The largest: ${files}.`,
    );
  }
  return problems;
}
