import "./node-version.mjs";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { nodeForEngine } from "../src/database/c-library.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { fail, root, run, StepError } from "./run.mjs";

/** Run through npx, so that the machine needs nothing but npm. */
export const packageManager = "pnpm@12.21.0";
const stamp = path.join(root, "node_modules", ".souffleur-installed");

/** Installs the packages where what is wanted has changed since the last time. */
export async function install() {
  const wanted = wantedPackages();
  if (readStamp() === wanted) return;
  await oneAtATime("install", async () => {
    if (readStamp() === wanted) return;
    console.log("Installing packages …");
    const { ok, output } = await run("npx", ["-y", packageManager, "install", "--frozen-lockfile"], {
      // CI: pnpm asks nothing. The rest: no advertisements among what is shown if it fails.
      env: { CI: "true", npm_config_update_notifier: "false", npm_config_loglevel: "error" },
    });
    if (!ok) throw new StepError(`${output}\nThe packages could not be installed.`);
    writeFileSync(stamp, wanted);
  });
}

/** Fetches what the embedded database needs, unless a MongoDB server takes its place. */
export async function prepareDatabase() {
  if (process.env.MONGODB_URI) return;
  await nodeForEngine((line) => console.log(line)).catch((error) => {
    throw new StepError(error.message);
  });
}

function wantedPackages() {
  const manifests = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map((entry) => `${entry.name}/package.json`);
  const files = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests.sort()];
  return `${fingerprint(files)} ${process.platform} ${process.arch}\n`;
}

function readStamp() {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install().then(prepareDatabase).catch(fail);
}
