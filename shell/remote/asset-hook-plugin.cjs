const { runtime } = require("webpack");
const MiniCssExtractPlugin = require("mini-css-extract-plugin");

const name = "AssetHookPlugin";

/**
 * Hands every script and stylesheet element that a remote's own loader makes to the shell before it is
 * inserted (see `shell/src/remotes/asset-rules.ts`): Module Federation's hooks see the entry script alone, so the
 * chunks and stylesheets behind it would have neither integrity nor, for stylesheets, a time limit.
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
