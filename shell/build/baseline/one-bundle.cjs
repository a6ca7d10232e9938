const path = require("node:path");
const { NormalModuleReplacementPlugin, sources, Compilation } = require("webpack");
const { defineShell } = require("../presets.cjs");

const name = "ScreenFilesPlugin";
const loader = path.join(__dirname, "bundled-remotes.cjs");

/**
 * The baseline of the federation's benchmark: the whole application as one bundle without Module Federation, with a lazy
 * chunk for each remote, from the same sources and with the shell's settings.
 * @param {unknown} env
 * @param {{ mode?: string }} argv
 * @returns {import("../../remote/configuration.d.ts").Bundle}
 */
module.exports = (env, argv) => {
  const shell = defineShell()(env, argv)[0];
  return {
    ...shell,
    name: "one-bundle",
    output: {
      ...shell.output,
      path: path.join(__dirname, "../../../.cache/one-bundle"),
      uniqueName: "one_bundle",
    },
    // Without the aliases of the federation runtime.
    resolve: { ...shell.resolve, alias: {} },
    // As in the remotes, so that the number of chunks is the same.
    optimization: { ...shell.optimization, splitChunks: { minSize: 200_000 } },
    plugins: [
      ...shell.plugins.filter((plugin) => plugin?.constructor.name !== "ModuleFederationPlugin"),
      // The TypeScript loader has changed the extensions of imports to `.js`.
      new NormalModuleReplacementPlugin(
        /^\.{1,2}\/((releases|remotes)\/)?(federation|registry)\.js$/,
        `!!${loader}!${loader}`,
      ),
      new ScreenFilesPlugin(),
    ],
  };
};

/** Lists each lazy chunk's files in `screens.json`, so that the page can preload them like those of remotes. */
class ScreenFilesPlugin {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const groups = [...compilation.namedChunkGroups].filter(([chunk]) => chunk.startsWith("mfe-"));
        const files = Object.fromEntries(groups.map(([chunk, group]) => [chunk, group.getFiles()]));
        compilation.emitAsset("screens.json", new sources.RawSource(JSON.stringify(files)));
      });
    });
  }
}
