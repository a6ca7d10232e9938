import {
  previewsIn,
  removedRelease,
  requireFreePreview,
} from "@souffleur/api/src/releases/store/registry-changes";
import { ReleaseError } from "@souffleur/api/src/releases/store/release-error";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { contractMismatches, type Release, type ReleaseContract } from "@souffleur/contracts";
import { manifestConflicts } from "@souffleur/contracts/remote-manifest";
import { readManifest } from "../remote-folder.ts";
import type { actionOf, ReleaseOptions } from "./release-options.ts";
import type { ReleaseTarget } from "./release-targets.ts";

type Target = Omit<ReleaseTarget, "publish" | "surroundings" | "close">;

interface Wanted {
  action: ReturnType<typeof actionOf>;
  given: Omit<ReleaseOptions, "to">;
  /** The remote's folder, and the versions that it is built with. */
  sources: { folder: string; contract: ReleaseContract };
  /** Builds, checks and publishes a release. */
  publish: () => Promise<Release>;
}

/** Performs the requested action on a remote's releases, and prints its result. */
export async function act(
  target: Target,
  name: string,
  { action, given, sources, publish }: Wanted,
): Promise<void> {
  const { activate, canary, force, preview, "no-activate": noActivate } = given;
  if (action === "list") return list(target, name);
  if (action === "rollback") return report(`${name} is back to`, await rollBack(target, name));
  if (action === "remove") return report(`Removed: ${name}`, await target.remove(name));
  if (action === "promote") return report(`Everybody has ${name}`, await target.promote(name));
  if (action === "release") await refuseEarly(target, name, { given, sources });
  const release = activate === undefined ? await publish() : await target.find(name, activate);
  if (noActivate) return report(`Published, not active: ${name}`, release);
  if (preview !== undefined) {
    const { address, until } = await target.preview(release, preview, { force });
    report(`Preview ${preview}, until ${until}: ${name}`, release);
    return console.log(`  ${address}`);
  }
  if (canary !== undefined) {
    await target.canary(release, canary, { force });
    return report(`${canary} % of the users have ${name}`, release);
  }
  await target.activate([release], { force });
  return report(`Live: ${name}`, release);
}

/** Undoes the last change: a canary, an activation, or a removal. */
async function rollBack(target: Target, name: string) {
  const kept = await target.latest();
  const live = (kept.canaries?.[name]?.release ?? kept.remotes[name])?.version ?? removedRelease(kept, name);
  if (live === undefined) throw new StepError(`No release of ${name} is live.`);
  return target.rollback(name, live);
}

/**
 * What is known before anything is built: that the address and the token are good, that a canary has a release beside it, and
 * that the versions, paths and keys fit.
 */
async function refuseEarly(
  target: Target,
  name: string,
  { given: { canary, force, preview }, sources }: Pick<Wanted, "given" | "sources">,
): Promise<void> {
  const { registry, shell = null } = (await target.overview?.()) ?? { registry: await target.latest() };
  if (canary !== undefined && registry.remotes[name] === undefined)
    throw new ReleaseError("canaryAlone", { name });
  if (preview !== undefined) requireFreePreview(registry, preview, name, new Date());
  if (force) return;
  const mismatches = shell === null ? [] : contractMismatches(sources.contract, shell);
  const { manifest, problems } = readManifest(sources.folder);
  const conflicts = problems.length > 0 ? problems : manifestConflicts(name, manifest, registry);
  refuseFor([...mismatches.map(doesNotFit), ...conflicts], name);
}

export const doesNotFit = (reason: string) => `It does not fit the shell: ${reason}.`;

/** @throws StepError with the problems, if there are any */
export function refuseFor(problems: readonly string[], refused: string): void {
  if (problems.length === 0) return;
  throw new StepError([`${refused} was refused:`, ...problems.map((line) => `- ${line}`)].join("\n"));
}

function report(what: string, { version }: { version: string }): void {
  console.log(`${what} ${version} (${Math.round(performance.now())} ms)`);
}

async function list(target: Target, name: string): Promise<void> {
  const registry = await target.latest();
  const { remotes, canaries } = registry;
  const kept = await target.list(name);
  if (kept.length === 0) console.log(`${name} has no releases yet.`);
  if (removedRelease(registry, name)) console.log(`${name} was removed; --rollback brings it back.`);
  for (const [called, { release, until }] of previewsIn(registry, new Date()))
    if (release.name === name) console.log(`${release.version}  preview ${called}, until ${until}`);
  for (const { release, usedAt } of kept) {
    const { version, commit, builtAt, sizes } = release;
    const kilobytes = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0) / 1000;
    const active = remotes[name]?.version === version ? "live" : "";
    const canary = canaries?.[name];
    const share = canary?.release.version === version ? `${canary.share} %` : "";
    const columns = [
      version,
      (active || share).padEnd(5),
      `built ${builtAt.slice(0, 16).replace("T", " ")}`,
      `commit ${commit?.slice(0, 8) ?? "unknown"}${commit?.endsWith("-dirty") ? " and changes" : ""}`,
      `${kilobytes.toFixed(0)} kB`,
      `last used ${usedAt.toISOString().slice(0, 10)}`,
    ];
    console.log(columns.join("  "));
  }
}
