const { execFileSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { Compilation, sources } = require("webpack");
const { contractVersions } = require("./shared-modules.cjs");

const pluginName = "ReleasePlugin";
/** Beside the files themselves: their source maps and what is made from them. */
const derived = /\.(map|br|gz|LICENSE\.txt)$/;

/** Describes a remote's build in `release.json`: the registry, the preload tags and the checks are made from it. */
class ReleasePlugin {
  /** @param {{ name: string, global: string }} remote */
  constructor(remote) {
    this.remote = remote;
  }

  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: pluginName, stage }, (assets) => {
        const files = Object.entries(assets)
          .filter(([file]) => !derived.test(file))
          .map(/** @returns {Files[number]} */ ([file, source]) => [file, source.buffer()])
          .sort(([a], [b]) => (a < b ? -1 : 1));
        const release = describe(compilation, this.remote, files);
        compilation.emitAsset("release.json", new sources.RawSource(`${JSON.stringify(release, null, 2)}\n`));
      });
    });
  }
}

/** @typedef {[name: string, bytes: Buffer][]} Files */

/**
 * @param {import("webpack").Compilation} compilation
 * @param {{ name: string, global: string }} remote
 * @param {Files} files
 */
function describe(compilation, { name, global }, files) {
  const integrity = Object.fromEntries(files.map(([file, bytes]) => [file, sha384(bytes)]));
  const contract = contractVersions();
  const entry = compilation.entrypoints.get(global)?.getFiles() ?? [];
  const exposed = compilation.namedChunkGroups.get("routes")?.getFiles() ?? [];
  return {
    name,
    version: createHash("sha256")
      .update(JSON.stringify([integrity, contract]))
      .digest("hex")
      .slice(0, 16),
    global,
    entry: entry.find((file) => file.endsWith(".js")),
    scripts: exposed.filter((file) => file.endsWith(".js") && !entry.includes(file)),
    styles: exposed.filter((file) => file.endsWith(".css")),
    integrity,
    sizes: Object.fromEntries(files.map(([file, bytes]) => [file, bytes.length])),
    contract,
    commit: gitCommit(compilation.compiler.context),
    builtAt: new Date().toISOString(),
  };
}

/** @param {Buffer} bytes */
function sha384(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}

/**
 * The commit that was built, marked where the sources have changes that it does not hold; null outside a repository.
 * @param {string} cwd
 */
function gitCommit(cwd) {
  /** @param {string[]} args */
  const git = (...args) =>
    execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const changes = git("status", "--porcelain", "--", ".", "../shared-ui/src", "../api/contracts");
    return git("rev-parse", "HEAD") + (changes === "" ? "" : "-dirty");
  } catch {
    return null;
  }
}

module.exports = { ReleasePlugin };
