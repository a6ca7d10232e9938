import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "@souffleur/api/tools/fingerprint.mjs";
import { oneAtATime } from "@souffleur/api/tools/one-at-a-time.mjs";
import { root, run, tool } from "@souffleur/api/tools/run-step.mjs";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { withProgress } from "@souffleur/api/tools/step-progress.mjs";
import { isBuilt } from "@souffleur/api/tools/workspace";

/** More builds at once would exceed the memory of a small machine. */
const atOnce = 2;
/** The sources that are part of every package's build. */
const shared = [
  ...["pnpm-lock.yaml", "tsconfig.base.json", "tsconfig.remotes.json", "api/contracts/src"],
  ...["api/contracts/package.json", "shell/build", "shell/remote", "shared-ui/src", "shared-ui/package.json"],
];

/** Builds each package whose sources or dependencies have changed since its last build. */
export async function buildBundles(names: readonly string[]): Promise<void> {
  const outdated = () => names.filter((name) => !isBuilt(name) || readStamp(name) !== fingerprintOf(name));
  if (outdated().length === 0) return;
  await oneAtATime("build", async () => {
    // The shell first, because it takes the longest.
    const queue = outdated().sort((a, b) => Number(b === "shell") - Number(a === "shell"));
    if (queue.length === 0) return;
    const all = queue.length;
    const what = all > 2 ? `${all} bundles` : queue.join(" and ");
    await withProgress(`Building ${what}`, async (show) => {
      const failures: string[] = [];
      let done = 0;
      const worker = async () => {
        for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
          const failure = await buildOne(name);
          if (failure !== undefined) failures.push(failure);
          done += 1;
          show(`${done} of ${all}`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      if (failures.length > 0) throw new StepError(failures.join("\n\n"));
    });
  });
}

/** @returns why it could not be built; undefined if it was */
async function buildOne(name: string): Promise<string | undefined> {
  const wanted = fingerprintOf(name);
  // Removed first: an interrupted build must not count as finished.
  rmSync(stampOf(name), { force: true });
  const { ok, output } = await run(tool("webpack"), [], {
    cwd: path.join(root, name),
    env: { NODE_ENV: "production" },
  });
  if (!ok) return `${output}\n${name} could not be built.`;
  if (!isBuilt(name)) return `${name} was built, but its files are missing.`;
  writeFileSync(stampOf(name), wanted);
  return undefined;
}

function fingerprintOf(name: string): string {
  return fingerprint([
    ...shared,
    ...["src", "package.json", "remote.json", "webpack.config.cjs"].map((part) => `${name}/${part}`),
  ]);
}

const stampOf = (name: string) => path.join(root, name, "dist/.built-from");

function readStamp(name: string): string | undefined {
  return existsSync(stampOf(name)) ? readFileSync(stampOf(name), "utf8") : undefined;
}
