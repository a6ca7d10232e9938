import { existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { watchBundles } from "./dev-watch.mjs";
import { root } from "./run.mjs";

const require = createRequire(path.join(root, "package.json"));

/** The packages that expose screens. */
export function allRemotes() {
  return readdirSync(root).filter(
    (name) => name !== "shell" && existsSync(path.join(root, name, "webpack.config.cjs")),
  );
}

/**
 * Bundles the shell's development flavour and the watched remotes into `folder`, again at every change, and
 * serves them as the product serves its releases.
 * @param {string[]} watched
 * @param {string} folder
 * @returns `current()` waits for the first build of everything; `builds` tells browsers of every build
 */
export async function watchPages(watched, folder) {
  const shellDir = path.join(folder, "shell");
  const releasesDir = path.join(folder, "releases");
  // What another run left behind may be older than the sources.
  rmSync(folder, { recursive: true, force: true });
  const registry = await developmentRegistry(watched, releasesDir);
  const { serveShell } = await import("../dist/releases/serve-shell.js");

  let served;
  const bundles = watchBundles(folder, ["shell", ...watched]);
  // The page names the shell's files: after a build of the shell it is read anew.
  bundles.onBuild(({ name }) => {
    if (name === "shell") served = undefined;
  });

  return {
    async current() {
      await bundles.allBuilt;
      served ??= serveShell({ shellDir, releasesDir, registry, immutable: false });
      return served;
    },
    builds: bundles.stream,
    stop: bundles.stop,
  };
}

/** The built remotes' registry, in which the watched ones are replaced by what is being edited. */
async function developmentRegistry(watched, releasesDir) {
  const { openRegistry } = await import("../dist/releases/registry.js");
  const { developmentRelease } = await import("../dist/releases/overrides.js");
  const { createLogger } = await import("../dist/logger.js");
  const { contractVersions } = require("./shell/webpack/shared-modules.cjs");
  const built = await openRegistry(releasesDir, createLogger("warn"));
  await built.publishBuilds(allRemotes().map((name) => path.join(root, name, "dist")));
  const edited = watched.map((name) => developmentRelease(name, `/remotes/${name}/dev/`, contractVersions()));
  return {
    async current() {
      const { schema, remotes } = await built.current();
      return { schema, remotes: { ...remotes, ...Object.fromEntries(edited.map((one) => [one.name, one])) } };
    },
  };
}
