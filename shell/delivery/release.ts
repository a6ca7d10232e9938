import path from "node:path";
import { readRelease } from "@souffleur/api/src/releases/store/build-files";
import { ReleaseError } from "@souffleur/api/src/releases/store/release-error";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import { type Release, RemoteName } from "@souffleur/contracts";
import { buildBundles } from "./bundles.ts";
import { contractVersions } from "./packages.ts";
import { act, refuseFor } from "./releasing/release-actions.ts";
import { actionOf, options } from "./releasing/release-options.ts";
import { openTarget, type ReleaseTarget } from "./releasing/release-targets.ts";

export const command = defineCommand({
  name: "npm run release",
  summary:
    "Builds a remote, checks it in a browser, publishes it and makes it live; options select other actions.",
  operands: { usage: "<remote>", least: 1, most: 1 },
  options,
  async run(given, [name = ""]) {
    try {
      const action = actionOf(given);
      if (given.to !== undefined && !/^https?:/.test(given.to))
        throw wrong("--to takes the address of a Souffleur, such as https://souffleur.example");
      validateName(name, action);
      const target = await openTarget(given.to);
      try {
        await act(target, name, {
          ...{ action, given },
          sources: { folder: path.join(root, name), contract: contractVersions() },
          publish: () => publish(target, name, given.force),
        });
      } finally {
        await target.close();
      }
    } catch (error) {
      throw error instanceof ReleaseError ? new StepError(error.message) : error;
    }
    // The check may leave open handles.
    return 0;
  },
});

const wrong = (reason: string) => new StepError(`${reason}; see npm run release -- --help`);

/** Only a remote that is built must have a folder here; a live one may come from another repository. */
function validateName(name: string, action: ReturnType<typeof actionOf>): void {
  const { error } = RemoteName.safeParse(name);
  if (error !== undefined) throw wrong(`${error.issues[0]?.message}, not ${name}`);
  const here = allRemotes();
  if (action === "release" && !here.includes(name))
    throw wrong(`There is no remote ${name}. There are ${here.join(", ")}`);
}

/** Builds a release, checks it in a browser unless `force` is set, and publishes it. */
async function publish(target: ReleaseTarget, name: string, force: boolean): Promise<Release> {
  await buildBundles([name]);
  const dist = path.join(root, name, "dist");
  const release = await readRelease(dist);
  if (release === undefined) throw new ReleaseError("nothingBuilt");
  // Otherwise the next start would make this build live.
  await target.noteBuild?.(release);
  if (force) console.warn(`${release.name} ${release.version} is released without a check.`);
  else {
    // Loaded on demand, because only the check needs the whole product and a browser.
    const { checkCandidate } = await import("./releasing/check-candidate.ts");
    const problems = await checkCandidate({ release, folder: dist }, await target.surroundings());
    refuseFor(problems, `${release.name} ${release.version}`);
  }
  return target.publish(dist);
}
