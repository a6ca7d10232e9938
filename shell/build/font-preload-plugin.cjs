const HtmlWebpackPlugin = require("html-webpack-plugin");

const name = "FontPreloadPlugin";

/** Preloads the fonts: requested by the stylesheet they would come too late for the first paint. */
class FontPreloadPlugin {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap(name, (data) => {
        const fonts = Object.keys(compilation.assets).filter((file) => file.endsWith(".woff2"));
        data.headTags.unshift(...fonts.map((file) => preload(data.publicPath + file)));
        return data;
      });
    });
  }
}

/** @param {string} href */
function preload(href) {
  const attributes = { rel: "preload", as: "font", type: "font/woff2", href, crossorigin: "anonymous" };
  return { tagName: "link", attributes, voidTag: true, meta: { plugin: name } };
}

module.exports = { FontPreloadPlugin };
