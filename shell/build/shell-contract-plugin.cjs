const { Compilation, sources } = require("webpack");
const { gitCommit } = require("../remote/git-commit.cjs");
const { contractVersions } = require("../remote/shared-modules.cjs");

const name = "ShellContractPlugin";

/** Writes the shell's shared versions, with which releases are compared, and its commit to `shell.json`. */
class ShellContractPlugin {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const build = { contract: contractVersions(), commit: gitCommit(compiler.context) };
        compilation.emitAsset("shell.json", new sources.RawSource(`${JSON.stringify(build, null, 2)}\n`));
      });
    });
  }
}

module.exports = { ShellContractPlugin };
