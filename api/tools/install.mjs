import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "./fingerprint.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { root, run } from "./run-step.mjs";
import { StepError } from "./step-error.mjs";
import { withProgress } from "./step-progress.mjs";

export const packageManager = "pnpm@12.21.0";
const stamp = path.join(root, "node_modules", ".souffleur-installed");

/**
 * Runs the package manager through npx, so that the machine needs npm only.
 * @param {readonly string[]} args
 * @param {(text: string) => void} [onOutput]
 */
export function pnpm(args, onOutput) {
  // CI: no questions. The others: no notices in the output, which is shown after a failure.
  const env = { CI: "true", npm_config_update_notifier: "false", npm_config_loglevel: "error" };
  return run("npx", ["-y", packageManager, ...args], { env, onOutput });
}

/**
 * Installs the packages if the manifests or the lockfile have changed.
 * @param {{ frozen?: boolean }} [options] `frozen: false` updates pnpm-lock.yaml
 */
export async function install({ frozen = true } = {}) {
  const wanted = wantedPackages();
  if (readStamp() === wanted) return;
  await oneAtATime("install", async () => {
    if (readStamp() === wanted) return;
    await withProgress("Installing packages", async (show) => {
      // The age of every version in the lock file is checked in CI. It reads 244 MB of the registry, for which a first
      // start need not wait; the packages' hashes are compared in any case.
      const trust = frozen && !process.env.CI ? ["--trust-lockfile"] : [];
      const args = ["install", frozen ? "--frozen-lockfile" : "--no-frozen-lockfile", ...trust];
      const { ok, output } = await pnpm(args, (text) => {
        const [, all, added] = /resolved (\d+),.* added (\d+)/.exec(text) ?? [];
        if (added !== undefined) show(`${added} of ${all}`);
      });
      if (!ok)
        throw new StepError(
          `${output}\nThe packages could not be installed. After an edit of a package.json, \`npm run packages\` brings the lock file up to date.`,
        );
    });
    writeFileSync(stamp, frozen ? wanted : wantedPackages());
  });
}

function wantedPackages() {
  const manifests = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map((entry) => `${entry.name}/package.json`);
  const own = [
    "package.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "api/contracts/package.json",
    "shell/remote/package.json",
  ];
  const files = [...own, ...manifests.sort()];
  return `${fingerprint(files)} ${process.platform} ${process.arch}\n`;
}

function readStamp() {
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}
