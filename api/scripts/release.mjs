import "./node-version.mjs";
import path from "node:path";
import { readOptions } from "./release-options.mjs";

// Not imported above: an old Node.js would stop at what these need before it could say that it is too old.
const { build, isBuilt } = await import("./build.mjs");
const { allRemotes } = await import("./dev-pages.mjs");
const { fail, root, StepError } = await import("./run.mjs");

process.chdir(root);

const began = performance.now();

async function main() {
  const options = readOptions(process.argv.slice(2), allRemotes());
  if (!isBuilt(["api"])) {
    await installPackages();
    await build(["api"]);
  }
  const { ReleaseError } = await import("../dist/releases/release-error.js");
  const { openPlace } = await import("./release-places.mjs");
  try {
    await act(await openPlace(options.to), options);
  } catch (error) {
    throw error instanceof ReleaseError ? new StepError(error.message) : error;
  }
}

/** Does what was asked for with a place of releases. */
async function act(place, { name, action, version, noActivate, share, at, force }) {
  if (action === "list") return list(place, name);
  if (action === "rollback") return say(`${name} is back to`, await place.rollback(name));
  if (action === "promote") return say(`Everybody has ${name}`, await place.promote(name));
  const release = action === "activate" ? await place.find(name, version) : await publish(place, name, force);
  if (noActivate) return say(`Published, not active: ${name}`, release);
  if (share !== undefined) {
    await place.canary(release, share, { at, force });
    return say(`${share} % of the users have ${name}`, release);
  }
  await place.activate([release], { at, force });
  return say(`Live: ${name}`, release);
}

/** Builds and publishes, and looks at the release in a browser before anybody else does. */
async function publish(place, name, force) {
  await installPackages();
  await build([name]);
  const dist = path.join(root, name, "dist");
  const around = await place.around();
  try {
    const { release, problems } = await checked(place, around, dist, force);
    if (problems.length > 0) {
      throw new StepError(
        [`${name} ${release.version} was refused:`, ...problems.map((line) => `- ${line}`)].join("\n"),
      );
    }
    return release;
  } finally {
    await around.release();
  }
}

async function checked(place, around, dist, force) {
  const { checkRelease } = await import("./release-check.mjs");
  // A folder of this machine holds the candidate beside the others; elsewhere it is sent when it is good.
  const here = around.publish ?? place.publish;
  const release = await here(dist);
  // The next start would take what is built here for something new.
  if (place.own) await place.noteBuild(release);
  const problems = force ? [] : await checkRelease({ release, folder: dist }, around);
  if (force) console.warn(`${release.name} ${release.version} is released without a look at it.`);
  if (problems.length === 0 && around.publish !== undefined) await place.publish(dist);
  return { release, problems };
}

async function installPackages() {
  const { install } = await import("./setup.mjs");
  await install();
}

function say(what, { version }) {
  console.log(`${what} ${version} (${Math.round(performance.now() - began)} ms)`);
}

async function list(place, name) {
  const { remotes, canaries } = await place.kept();
  const kept = await place.list(name);
  if (kept.length === 0) console.log(`${name} has no releases yet.`);
  for (const { release, usedAt } of kept) {
    const { version, commit, builtAt, sizes } = release;
    const kilobytes = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0) / 1000;
    const active = remotes[name]?.version === version ? "live" : "";
    const trial = canaries?.[name]?.release.version === version ? `${canaries[name].share} %` : "";
    const columns = [
      version,
      (active || trial).padEnd(5),
      `built ${builtAt.slice(0, 16).replace("T", " ")}`,
      `commit ${commit?.slice(0, 8) ?? "unknown"}${commit?.endsWith("-dirty") ? " and changes" : ""}`,
      `${kilobytes.toFixed(0)} kB`,
      `last used ${usedAt.toISOString().slice(0, 10)}`,
    ];
    console.log(columns.join("  "));
  }
}

// What was opened for the check may still hold a handle.
await main().then(() => process.exit(0), fail);
