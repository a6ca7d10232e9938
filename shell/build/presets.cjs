const path = require("node:path");
const { ModuleFederationPlugin } = require("@module-federation/enhanced/webpack");
const HtmlWebpackPlugin = require("html-webpack-plugin");
const MiniCssExtractPlugin = require("mini-css-extract-plugin");
const { DefinePlugin } = require("webpack");
const { common, precompressed } = require("../remote/common.cjs");
const { developmentFlavour } = require("../remote/development-flavour.cjs");
const { EntryNamePlugin } = require("../remote/entry-name-plugin.cjs");
const { contractVersions } = require("../remote/shared-modules.cjs");
const { FontPreloadPlugin } = require("./font-preload-plugin.cjs");
const { federationRuntime } = require("./federation-runtime.cjs");
const { sharedByShell } = require("./shared-by-shell.cjs");
const { ShellContractPlugin } = require("./shell-contract-plugin.cjs");

/** @typedef {import("../remote/configuration.d.ts").Bundle} Bundle */

const folder = path.join(__dirname, "..");
/** @type {import("html-webpack-plugin").Options} */
const htmlOptions = { template: "./src/index.html", scriptLoading: "defer", minify: false };

/**
 * The shell: the page and the shared modules; the registry names the remotes at run time. Its release includes a
 * development flavour for browsers in which a developer has replaced a remote.
 * @returns {import("../remote/configuration.d.ts").Define<[Bundle, ...Bundle[]]>}
 */
function defineShell() {
  return (_env, { mode = "production" }) => {
    const flavour = developmentFlavour("shell");
    const page = new HtmlWebpackPlugin(htmlOptions);
    if (mode === "development") {
      return [shell(common(folder, true, "assets/"), flavour.shellEntries, [page, ...flavour.plugins()])];
    }
    return [
      shell(common(folder, false, "assets/"), [], [page, ...precompressed()]),
      releasedDevelopmentShell(flavour),
    ];
  };
}

/**
 * Development builds of React and the shell, under separate names in the same folder.
 * @param {ReturnType<typeof developmentFlavour>} flavour
 * @returns {Bundle}
 */
function releasedDevelopmentShell(flavour) {
  const base = common(folder, true, "assets/development-", false);
  const hashedName = "assets/development-[name].[contenthash:8]";
  return {
    ...shell(
      {
        ...base,
        devtool: false,
        output: {
          ...base.output,
          filename: `${hashedName}.js`,
          chunkFilename: `${hashedName}.js`,
          clean: false,
        },
        plugins: [
          new MiniCssExtractPlugin({ filename: `${hashedName}.css`, chunkFilename: `${hashedName}.css` }),
        ],
      },
      flavour.releasedShellEntries,
      [new HtmlWebpackPlugin({ ...htmlOptions, filename: "development.html" })],
    ),
    name: "shell-development",
    // The production build cleans the folder that both write to.
    dependencies: ["shell"],
  };
}

/**
 * @param {Bundle} base
 * @param {string[]} firstEntries
 * @param {Bundle["plugins"]} plugins
 * @returns {Bundle}
 */
function shell(base, firstEntries, plugins) {
  return {
    ...base,
    entry: { shell: [...firstEntries, "./src/bootstrap.tsx"] },
    output: { ...base.output, publicPath: "/", uniqueName: "souffleur_shell" },
    resolve: { ...base.resolve, alias: federationRuntime() },
    plugins: [
      ...base.plugins,
      new ModuleFederationPlugin({
        name: "shell",
        shareStrategy: "loaded-first",
        shared: sharedByShell(),
        dts: false,
        manifest: false,
        // Remotes are registered by their entry scripts, so manifests and snapshots are not needed.
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: "web", disableSnapshot: true },
        },
      }),
      new EntryNamePlugin(),
      new FontPreloadPlugin(),
      new DefinePlugin({ SOUFFLEUR_CONTRACT: JSON.stringify(contractVersions()) }),
      new ShellContractPlugin(),
      ...plugins,
    ],
  };
}

module.exports = { defineShell };
