const { Compilation, sources } = require("webpack");

const name = "ScreensInEntryPlugin";

/**
 * Puts the exposed chunk into the entry's file: a browser that loads a remote's entry needs its screens next, and
 * would wait for the network twice. It stays a chunk of its own for the loader, which therefore still settles
 * the shared modules and the stylesheet before any of it runs.
 */
class ScreensInEntryPlugin {
  /** @param {{ entry: string, exposed: string }} chunks their names */
  constructor(chunks) {
    this.chunks = chunks;
  }

  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      // Before anything is minified, mapped and hashed.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_COUNT;
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const exposed = scriptOf(compilation, this.chunks.exposed);
        const screens = compilation.assets[exposed] ?? "";
        compilation.updateAsset(
          scriptOf(compilation, this.chunks.entry),
          (before) => new sources.ConcatSource(before, "\n", screens),
        );
        compilation.deleteAsset(exposed);
      });
    });
  }
}

/** @param {import("webpack").Compilation} compilation @param {string} chunk */
function scriptOf(compilation, chunk) {
  const file = [...(compilation.namedChunks.get(chunk)?.files ?? [])].find((file) => file.endsWith(".js"));
  if (file === undefined) throw new Error(`${name}: the chunk ${chunk} has no script`);
  return file;
}

module.exports = { ScreensInEntryPlugin };
