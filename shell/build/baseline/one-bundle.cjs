const path = require("node:path");
const { NormalModuleReplacementPlugin, sources, Compilation } = require("webpack");
const { defineShell } = require("../presets.cjs");

const name = "ScreenFilesPlugin";
const loader = path.join(__dirname, "bundled-remotes.cjs");

/**
 * The baseline of the federation's benchmark: the whole application as one bundle with a lazy chunk for each
 * package of screens, from the same sources and with the shell's settings, less Module Federation.
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
    // The federation runtime's aliases are of no use here.
    resolve: { ...shell.resolve, alias: {} },
    // The remotes' own rule: their chunks are as few.
    optimization: { ...shell.optimization, splitChunks: { minSize: 200_000 } },
    plugins: [
      ...shell.plugins.filter((plugin) => plugin?.constructor.name !== "ModuleFederationPlugin"),
      // The loader before has given the imports the extension that the compiler would emit.
      new NormalModuleReplacementPlugin(
        /^\.{1,2}\/((releases|remotes)\/)?(federation|registry)\.js$/,
        `!!${loader}!${loader}`,
      ),
      new ScreenFilesPlugin(),
    ],
  };
};

/** Lists each lazy chunk's files in `screens.json`, so that the page can preload them as it does the remotes'. */
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
