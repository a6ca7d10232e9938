const { createHash } = require("node:crypto");
const { readFile } = require("node:fs/promises");
const path = require("node:path");
const { Compilation, sources, WebpackError } = require("webpack");
const { gitCommit } = require("./git-commit.cjs");
const { contractVersions } = require("./shared-modules.cjs");

const pluginName = "ReleasePlugin";
/** Files that belong to others: source maps, compressed files and licences. */
const derived = /\.(map|br|gz|LICENSE\.txt)$/;

/**
 * Describes a remote's build in `release.json`, including the manifest of its `remote.json`: the source of the registry,
 * the preload tags, the shell's routes and the checks.
 */
class ReleasePlugin {
  /** @param {{ name: string, global: string }} remote */
  constructor(remote) {
    this.remote = remote;
  }

  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tapPromise({ name: pluginName, stage }, async (assets) => {
        const manifest = await readManifest(compiler.context, compilation);
        const files = Object.entries(assets)
          .filter(([file]) => !derived.test(file))
          .map(/** @returns {Files[number]} */ ([file, source]) => [file, source.buffer()])
          .sort(([a], [b]) => (a < b ? -1 : 1));
        const release = describe(compilation, this.remote, { files, manifest });
        compilation.emitAsset("release.json", new sources.RawSource(`${JSON.stringify(release, null, 2)}\n`));
      });
    });
  }
}

/** @typedef {[name: string, bytes: Buffer][]} Files */

/**
 * @param {string} folder
 * @param {import("webpack").Compilation} compilation gets the problems of the manifest as errors
 */
async function readManifest(folder, compilation) {
  // An ES module, which may not be compiled yet when this file is loaded.
  const { manifestProblems } = await import("@souffleur/contracts/remote-manifest");
  const file = path.join(folder, "remote.json");
  compilation.fileDependencies.add(file);
  const manifest = JSON.parse(await readFile(file, "utf8"));
  for (const problem of manifestProblems(manifest))
    compilation.errors.push(new WebpackError(`${path.basename(folder)}/remote.json: ${problem}`));
  return manifest;
}

/**
 * @param {import("webpack").Compilation} compilation
 * @param {{ name: string, global: string }} remote
 * @param {{ files: Files, manifest: unknown }} content
 */
function describe(compilation, { name, global }, { files, manifest }) {
  const integrity = Object.fromEntries(files.map(([file, bytes]) => [file, sha384(bytes)]));
  const contract = contractVersions();
  const entry = compilation.entrypoints.get(global)?.getFiles() ?? [];
  const exposed = compilation.namedChunkGroups.get("routes")?.getFiles() ?? [];
  return {
    name,
    version: createHash("sha256")
      .update(JSON.stringify([integrity, contract, manifest]))
      .digest("hex")
      .slice(0, 16),
    global,
    entry: entry.find((file) => file.endsWith(".js")),
    scripts: exposed.filter((file) => file.endsWith(".js") && !entry.includes(file)),
    styles: exposed.filter((file) => file.endsWith(".css")),
    integrity,
    sizes: Object.fromEntries(files.map(([file, bytes]) => [file, bytes.length])),
    contract,
    manifest,
    commit: gitCommit(compilation.compiler.context),
    builtAt: new Date().toISOString(),
  };
}

/** @param {Buffer} bytes */
function sha384(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}

module.exports = { ReleasePlugin };
