import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { moduleSizes } from "@souffleur/api/src/releases/module-sizes";
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
  const { manifest } = JSON.parse(await readFile(path.join(folder, "release.json"), "utf8"));
  const budget = budgetOf(manifest);
  const kinds = { scripts: [release.entry, ...release.scripts], styles: release.styles };
  const problems: string[] = [];
  for (const kind of ["scripts", "styles"] as const) {
    const sizes = new Map<string, number>();
    for (const file of kinds[kind])
      sizes.set(file, gzipSync(await readFile(path.join(folder, file)), { level: 9 }).length);
    const bytes = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    if (bytes <= budget[kind] * 1000) continue;
    const exceeded =
      `Its first screen's ${kind} have ${kilobytes(bytes)} gzipped; its budget is ${budget[kind]} kB ` +
      `(budget.${kind} in remote.json). The largest: ${largestOf(sizes)}.`;
    const more =
      kind === "scripts"
        ? [await modulesOf(kinds.scripts, folder), remedyFor(bytes, manifest?.budget === undefined)]
        : [];
    problems.push([exceeded, ...more].join("\n  "));
  }
  return problems;
}

const largestOf = (sizes: ReadonlyMap<string, number>) =>
  [...sizes]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([name, bytes]) => `${name} ${kilobytes(bytes)}`)
    .join(", ");

/** What the scripts are made of, as far as their source maps tell. */
async function modulesOf(scripts: readonly string[], folder: string): Promise<string> {
  const sizes = new Map<string, number>();
  for (const file of scripts) {
    const [code = "", map] = await Promise.all(
      [file, `${file}.map`].map((one) => readFile(path.join(folder, one), "utf8").catch(() => undefined)),
    );
    if (map === undefined) continue;
    for (const [name, bytes] of moduleSizes(code, map)) sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  }
  return `What they are made of, before compression: ${largestOf(sizes) || "unknown without source maps"}.`;
}

/** A chart library has 125 kB, and the screen that uses it up to 50. */
const withCharts = 180;

function remedyFor(bytes: number, isDefault: boolean): string {
  const fitting = Math.ceil(bytes / 10_000) * 10;
  const usual = isDefault
    ? `The default is for screens without a large library; with a chart library they have up to ${withCharts} kB. `
    : "";
  return `${usual}Load what the screen does not show at first with import(), or raise it in remote.json: "budget": { "scripts": ${fitting} }.`;
}
