const { runtime } = require("webpack");
const MiniCssExtractPlugin = require("mini-css-extract-plugin");

const name = "AssetHookPlugin";

/**
 * Passes every script and stylesheet element of a remote's own loader to the shell before it is inserted (see
 * `shell/src/remotes/asset-rules.ts`). Module Federation's hooks see the entry script only, so chunks and stylesheets
 * would have no integrity hash, and stylesheets no time limit.
 */
class AssetHookPlugin {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        name,
        (source) => `${source}\nglobalThis.souffleurAsset?.(script);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        name,
        (source, names) => `${source}\nglobalThis.souffleurAsset?.(${names.tag});`,
      );
    });
  }
}

module.exports = { AssetHookPlugin };
