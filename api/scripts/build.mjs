import "./node-version.mjs";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprint } from "./fingerprint.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { fail, root, run, StepError, tool } from "./run.mjs";

/** Two are what a small machine bears; more would only take each other's memory. */
const atOnce = 2;
const everywhere = ["pnpm-lock.yaml", "tsconfig.base.json", "api/src/contracts", "api/package.json"];
const inBrowser = [
  ...everywhere,
  "webpack.base.cjs",
  "shell/webpack",
  "shared-ui/src",
  "shared-ui/package.json",
];

/** What is built: from which sources, by which command, and the file that shows that it is there. */
function targets() {
  const screens = readdirSync(root)
    .filter((name) => existsSync(path.join(root, name, "webpack.config.cjs")))
    .map((name) => ({
      name,
      sources: [...inBrowser, `${name}/src`, `${name}/package.json`, `${name}/webpack.config.cjs`],
      result: name === "shell" ? "shell/dist/index.html" : `${name}/dist/release.json`,
      command: [tool("webpack"), [], { cwd: path.join(root, name), env: { NODE_ENV: "production" } }],
    }));
  const api = {
    name: "api",
    sources: [...everywhere, "api/src", "api/tsconfig.json"],
    result: "api/dist/server.js",
    command: [tool("tsc"), ["-b", "api"]],
  };
  // The shell first: it takes the longest, and nothing would be built beside its end.
  screens.sort((a, b) => Number(b.name === "shell") - Number(a.name === "shell"));
  return [api, ...screens].map((target) => ({
    ...target,
    stamp: path.join(root, target.name, "dist", ".built-from"),
  }));
}

/** Whether there is something to serve, changed sources or not; of all packages, or of those that are named. */
export function isBuilt(only) {
  return targets()
    .filter(({ name }) => only === undefined || only.includes(name))
    .every(({ result }) => existsSync(path.join(root, result)));
}

/**
 * Builds each package whose sources, or what they depend on, have changed since its last build.
 * @param {string[]} [only] these alone
 */
export async function build(only) {
  const chosen = () => outdated().filter(({ name }) => only === undefined || only.includes(name));
  if (chosen().length === 0) return;
  await oneAtATime("build", async () => {
    const queue = chosen();
    if (queue.length === 0) return;
    console.log(`Building ${queue.map(({ name }) => name).join(", ")} …`);
    const failures = [];
    const worker = async () => {
      for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
        const failure = await buildOne(target);
        if (failure !== undefined) failures.push(failure);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    if (failures.length > 0) throw new StepError(failures.join("\n\n"));
  });
}

function outdated() {
  return targets()
    .map((target) => ({ ...target, wanted: fingerprint(target.sources) }))
    .filter(
      ({ stamp, result, wanted }) => !existsSync(path.join(root, result)) || readStamp(stamp) !== wanted,
    );
}

async function buildOne({ name, command, stamp, wanted, result }) {
  // Gone while it is being built: a build that is interrupted must not pass for a finished one.
  rmSync(stamp, { force: true });
  const { ok, output } = await run(...command);
  if (!ok) return `${output}\n${name} could not be built.`;
  if (!existsSync(path.join(root, result))) return `${name} was built, but there is no ${result}.`;
  writeFileSync(stamp, wanted);
}

function readStamp(stamp) {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch(fail);
}
