const path = require("node:path");
const { constants } = require("node:zlib");
const CompressionPlugin = require("compression-webpack-plugin");
const refreshTypescript = require("react-refresh-typescript").default;
const MiniCssExtractPlugin = require("mini-css-extract-plugin");
const MinimizerPlugin = require("minimizer-webpack-plugin");
const { rules: texts } = require("./compile-texts.cjs");
const { withoutDescriptions } = require("./without-descriptions.cjs");

/**
 * The configuration that all bundles share.
 * @param {string} folder of the package, whose name is also the bundle's: `mfe-deals` of `@team/mfe-deals`
 * @param {boolean} development
 * @param {string} prefix of its files' names
 * @returns {import("./configuration.d.ts").Bundle}
 */
function common(folder, development, prefix, watched = development) {
  const name = nameOf(folder);
  /** @param {string} extension */
  const file = (extension) => prefix + hashed("[name]", extension, development);
  return {
    name,
    mode: development ? "development" : "production",
    context: folder,
    target: ["web", "es2022"],
    // Not an eval kind, which the content-security policy forbids.
    devtool: development ? "cheap-module-source-map" : "source-map",
    output: {
      path: path.join(folder, "dist"),
      filename: file("js"),
      chunkFilename: file("js"),
      assetModuleFilename: `${prefix}[name].[contenthash:8][ext]`,
      hotUpdateChunkFilename: `${prefix}[id].[fullhash].hot-update.js`,
      hotUpdateMainFilename: `${prefix}[runtime].[fullhash].hot-update.json`,
      // Declarations of tsc in the same folder.
      clean: { keep: /^(types|e2e-types)\b/ },
    },
    // The compiler changes the extensions of our imports to `.js`.
    resolve: { extensions: [".js"], extensionAlias: { ".js": [".ts", ".tsx", ".js"] } },
    module: {
      rules: [
        { test: /\.tsx?$/, use: typescript(watched) },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, cssLoader(name)] },
        { test: /\.(woff2|png|webp)$/, type: "asset/resource" },
        ...texts,
        {
          test: /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/,
          use: require.resolve("./without-json-schema.cjs"),
        },
      ],
    },
    plugins: [new MiniCssExtractPlugin({ filename: file("css"), chunkFilename: file("css") })],
    optimization: {
      // Otherwise a page that refreshes steps through the builds that failed, and is one behind after the fix.
      emitOnErrors: false,
      // Webpack's default, terser, takes half of a build's processor time; swc with three passes makes
      // smaller scripts.
      minimizer: [
        new MinimizerPlugin({
          test: /\.(js|css)$/,
          minify: [MinimizerPlugin.swcMinify, MinimizerPlugin.lightningCssMinify],
          minimizerOptions: [{ compress: { passes: 3 } }, {}],
        }),
      ],
    },
    // A budget test checks the compressed sizes; webpack would check uncompressed ones.
    performance: false,
    stats: "errors-warnings",
  };
}

/** @param {string} folder @returns {string} */
function nameOf(folder) {
  return require(path.join(folder, "package.json")).name.split("/").at(-1);
}

/** @param {string} name @param {string} extension @param {boolean} development */
function hashed(name, extension, development) {
  return development ? `${name}.${extension}` : `${name}.[contenthash:8].${extension}`;
}

/**
 * Only strips types; `tsc -b` checks them.
 * @param {boolean} watched
 */
function typescript(watched) {
  return {
    loader: require.resolve("ts-loader"),
    options: {
      transpileOnly: true,
      onlyCompileBundledFiles: true,
      // The installed contracts are sources.
      allowTsInNodeModules: true,
      compilerOptions: {
        // A bundle includes sources of other packages.
        rootDir: path.parse(__dirname).root,
        composite: false,
        declaration: false,
        declarationMap: false,
        emitDeclarationOnly: false,
        incremental: false,
        sourceMap: true,
        // Not the development transform, whose runtime is missing in a production shell.
        jsx: "react-jsx",
      },
      getCustomTransformers: () => ({
        before: [withoutDescriptions, ...(watched ? [refreshTypescript()] : [])],
      }),
    },
  };
}

/** Writes a `.br` and a `.gz` file for every script and stylesheet. */
function precompressed() {
  // The page's HTML is rendered per request. Files below the threshold gain nothing.
  const what = { test: /\.(js|css)$/, threshold: 512, minRatio: Number.POSITIVE_INFINITY };
  /** @type {import("node:zlib").BrotliOptions} */
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return [
    new CompressionPlugin({
      ...what,
      filename: "[path][base].br",
      algorithm: "brotliCompress",
      compressionOptions: brotli,
    }),
    new CompressionPlugin({ ...what, filename: "[path][base].gz", compressionOptions: { level: 9 } }),
  ];
}

/** @param {string} name */
function cssLoader(name) {
  return {
    loader: require.resolve("css-loader"),
    options: {
      modules: {
        auto: true,
        // A selector without a class of the remote would style other screens; the release refuses it too.
        mode: name === "shell" ? "local" : "pure",
        namedExport: false,
        exportLocalsConvention: "as-is",
        // The bundle's name separates the classes of remotes.
        localIdentName: `${name}_[local]_[hash:base64:5]`,
      },
    },
  };
}

module.exports = { common, hashed, nameOf, precompressed };
