const { ModuleFederationPlugin } = require("@module-federation/enhanced/webpack");
const HtmlWebpackPlugin = require("html-webpack-plugin");
const MiniCssExtractPlugin = require("mini-css-extract-plugin");
const { DefinePlugin } = require("webpack");
const { AssetHookPlugin } = require("./asset-hook-plugin.cjs");
const { common, hashed, precompressed } = require("./common.cjs");
const { developmentFlavour } = require("./development-flavour.cjs");
const { FontPreloadPlugin } = require("./font-preload-plugin.cjs");
const { federationRuntime } = require("./federation-runtime.cjs");
const { OwnChunksPlugin } = require("./own-chunks-plugin.cjs");
const { ReleasePlugin } = require("./release-plugin.cjs");
const { ScreensInEntryPlugin } = require("./screens-in-entry-plugin.cjs");
const { contractVersions, sharedByRemote, sharedByShell } = require("./shared-modules.cjs");
const { ShellContractPlugin } = require("./shell-contract-plugin.cjs");

/** @typedef {import("./configuration.d.ts").Bundle} Bundle */

/** @type {import("html-webpack-plugin").Options} */
const htmlOptions = { template: "./src/index.html", scriptLoading: "defer", minify: false };
/** The shell has a shorter limit for every file of a remote (see `shell/src/remotes/asset-rules.ts`); this stands behind it. */
const chunkLoadTimeoutMs = 60_000;

/**
 * A package that exposes `./routes`, alone: nothing of the shell is known at build time.
 * @param {string} name the package's folder
 * @returns {import("./configuration.d.ts").Define<Bundle>}
 */
function defineRemote(name) {
  return (_env, { mode = "production" }) => {
    const development = mode === "development";
    const base = common(name, development, "");
    // The variable that the entry script sets can't hold a hyphen.
    const global = name.replaceAll("-", "_");
    const flavour = developmentFlavour(name);
    return {
      ...base,
      entry: {},
      output: {
        ...base.output,
        publicPath: "auto",
        // Nothing of the build: a chunk whose sources stay must keep its content, and so its name.
        uniqueName: global,
        chunkLoadTimeout: chunkLoadTimeoutMs,
        crossOriginLoading: "anonymous",
      },
      // A request less for each screen: only what is heavy (the charts) is separate, so that returning visitors have it cached.
      optimization: { ...base.optimization, splitChunks: { minSize: 200_000 } },
      ...(development && { externals: flavour.remoteExternals }),
      // The shell's federation runtime is a variable of the page: `global` would look for it in `output.globalObject`.
      externalsType: "var",
      plugins: [
        ...base.plugins,
        new ModuleFederationPlugin({
          name: global,
          filename: hashed("remoteEntry", "js", development),
          exposes: {
            "./routes": {
              import: [...(development ? flavour.client : []), "./src/routes.tsx"],
              name: "routes",
            },
          },
          // Version-first would fetch every remote's entry at start, and one dead remote would blank the page.
          shareStrategy: "loaded-first",
          shared: sharedByRemote(),
          // In development it opens ports, and its failures are silent; `tsc -b` sees all packages' types.
          dts: false,
          manifest: false,
          experiments: { externalRuntime: true, optimization: { target: "web", disableRemote: true } },
        }),
        new AssetHookPlugin(),
        ...(development
          ? flavour.plugins()
          : [
              new OwnChunksPlugin(),
              new ScreensInEntryPlugin({ entry: global, exposed: "routes" }),
              ...precompressed(),
              new ReleasePlugin({ name, global }),
            ]),
      ],
    };
  };
}

/**
 * The shell: the page, the shared modules, and no remote until the registry names it at run time. It is released
 * with its development flavour beside it, for the browser of a developer who replaces a remote by their own.
 * @returns {import("./configuration.d.ts").Define<[Bundle, ...Bundle[]]>}
 */
function defineShell() {
  return (_env, { mode = "production" }) => {
    const flavour = developmentFlavour("shell");
    const page = new HtmlWebpackPlugin(htmlOptions);
    if (mode === "development") {
      return [shell(common("shell", true, "assets/"), flavour.shellEntries, [page, ...flavour.plugins()])];
    }
    return [
      shell(common("shell", false, "assets/"), [], [page, ...precompressed()]),
      releasedDevelopmentShell(flavour),
    ];
  };
}

/**
 * Development builds of React and of the shell under names of their own, in the folder of the usual ones.
 * @param {ReturnType<typeof developmentFlavour>} flavour
 * @returns {Bundle}
 */
function releasedDevelopmentShell(flavour) {
  const base = common("shell", true, "assets/development-", false);
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
    // The other one cleans the folder that both write into.
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
        // Remotes are registered by their entry scripts, so nothing reads manifests and their snapshots.
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: "web", disableSnapshot: true },
        },
      }),
      new FontPreloadPlugin(),
      new DefinePlugin({ SOUFFLEUR_CONTRACT: JSON.stringify(contractVersions()) }),
      new ShellContractPlugin(),
      ...plugins,
    ],
  };
}

module.exports = { defineRemote, defineShell };
