const { Compilation, sources } = require("webpack");
const { contractVersions } = require("./shared-modules.cjs");

const name = "ShellContractPlugin";

/** Lists in `shell.json` what the shell shares with remotes: a release is compared with it before it goes live. */
class ShellContractPlugin {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const text = `${JSON.stringify({ contract: contractVersions() }, null, 2)}\n`;
        compilation.emitAsset("shell.json", new sources.RawSource(text));
      });
    });
  }
}

module.exports = { ShellContractPlugin };
