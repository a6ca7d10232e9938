import path from "node:path";
import { removedRelease } from "@souffleur/api/src/releases/registry-changes";
import { ReleaseError } from "@souffleur/api/src/releases/release-error";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { root, StepError } from "@souffleur/api/tools/run-step.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import { type Release, RemoteName } from "@souffleur/contracts";
import { buildBundles } from "./bundles.ts";
import { actionOf, options, type ReleaseOptions, wrong } from "./release-options.ts";
import { openTarget, type ReleaseTarget, type Surroundings } from "./release-targets.ts";

export const command = defineCommand({
  name: "npm run release",
  summary: "Builds a remote, checks it in a browser, publishes it and makes it live; or what an option says.",
  operands: { usage: "<remote>", least: 1, most: 1 },
  options,
  async run(given, [name = ""]) {
    const action = actionOf(given);
    demandRemote(name, action);
    try {
      await act(await openTarget(given.to), name, action, given);
    } catch (error) {
      throw error instanceof ReleaseError ? new StepError(error.message) : error;
    }
    // The check may have left open handles.
    return 0;
  },
});

/** What is built must be here; what is live may be from another repository, or have lost its folder. */
function demandRemote(name: string, action: ReturnType<typeof actionOf>): void {
  const { error } = RemoteName.safeParse(name);
  if (error !== undefined) throw wrong(`${error.issues[0]?.message}, not ${name}`);
  const here = allRemotes();
  if (action === "release" && !here.includes(name))
    throw wrong(`There is no remote ${name}. There are ${here.join(", ")}`);
}

async function act(
  target: ReleaseTarget,
  name: string,
  action: ReturnType<typeof actionOf>,
  { activate, canary, force, at, "no-activate": noActivate }: ReleaseOptions,
): Promise<void> {
  if (action === "list") return list(target, name);
  if (action === "rollback") return say(`${name} is back to`, await rollBack(target, name));
  if (action === "remove") return say(`Removed: ${name}`, await target.remove(name));
  if (action === "promote") return say(`Everybody has ${name}`, await target.promote(name));
  const release =
    activate === undefined ? await publish(target, name, force) : await target.find(name, activate);
  if (noActivate) return say(`Published, not active: ${name}`, release);
  if (canary !== undefined) {
    await target.canary(release, canary, { at, force });
    return say(`${canary} % of the users have ${name}`, release);
  }
  await target.activate([release], { at, force });
  return say(`Live: ${name}`, release);
}

/** Undoes the last step: a canary, a move to another place, the active release, or a removal. */
async function rollBack(target: ReleaseTarget, name: string) {
  const kept = await target.kept();
  const live = kept.canaries?.[name]?.release ?? kept.remotes[name] ?? removedRelease(kept, name);
  if (live === undefined) throw new StepError(`No release of ${name} is live.`);
  return target.rollback(name, live.version, { undoMove: true });
}

/** Builds and publishes a release, and checks it in a browser before any user gets it. */
async function publish(target: ReleaseTarget, name: string, force: boolean): Promise<Release> {
  await buildBundles([name]);
  const surroundings = await target.surroundings();
  try {
    const { release, problems } = await checked(target, surroundings, path.join(root, name, "dist"), force);
    if (problems.length > 0) {
      throw new StepError(
        [`${name} ${release.version} was refused:`, ...problems.map((line) => `- ${line}`)].join("\n"),
      );
    }
    return release;
  } finally {
    await surroundings.release();
  }
}

async function checked(target: ReleaseTarget, surroundings: Surroundings, dist: string, force: boolean) {
  // A folder of this machine gets the candidate before the check; another machine only after it.
  const release = await (surroundings.publish ?? target.publish)(dist);
  // Else the next start would make this build live.
  await target.noteBuild?.(release);
  if (force) console.warn(`${release.name} ${release.version} is released without a check.`);
  // Loaded on demand: only a check needs the whole product and a browser.
  const { checkCandidate } = await import("./check-candidate.ts");
  const problems = force ? [] : await checkCandidate({ release, folder: dist }, surroundings);
  if (problems.length === 0 && surroundings.publish !== undefined) await target.publish(dist);
  return { release, problems };
}

function say(what: string, { version }: { version: string }): void {
  console.log(`${what} ${version} (${Math.round(performance.now())} ms)`);
}

async function list(target: ReleaseTarget, name: string): Promise<void> {
  const registry = await target.kept();
  const { remotes, canaries } = registry;
  const kept = await target.list(name);
  if (kept.length === 0) console.log(`${name} has no releases yet.`);
  if (removedRelease(registry, name)) console.log(`${name} was removed; --rollback brings it back.`);
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
