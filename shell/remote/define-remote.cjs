const { ModuleFederationPlugin } = require("@module-federation/enhanced/webpack");
const { AssetHookPlugin } = require("./asset-hook-plugin.cjs");
const { common, hashed, nameOf, precompressed } = require("./common.cjs");
const { developmentFlavour } = require("./development-flavour.cjs");
const { EntryNamePlugin } = require("./entry-name-plugin.cjs");
const { OwnChunksPlugin } = require("./own-chunks-plugin.cjs");
const { ReleasePlugin } = require("./release-plugin.cjs");
const { sharedByRemote } = require("./shared-modules.cjs");

/** @typedef {import("./configuration.d.ts").Bundle} Bundle */

/** The chunk of the exposed module. */
const exposed = "routes";
/** A fallback: the shell has a shorter limit for every file of a remote (`shell/src/remotes/asset-rules.ts`). */
const chunkLoadTimeoutMs = 60_000;

/**
 * A package that exposes `./routes`; its build knows nothing of the shell.
 * @param {string} folder of the package: `defineRemote(__dirname)`
 * @returns {import("./configuration.d.ts").Define<Bundle>}
 */
function defineRemote(folder) {
  const name = nameOf(folder);
  return (_env, { mode = "production" }) => {
    const development = mode === "development";
    const base = common(folder, development, "");
    // The variable that the entry script sets can't hold a hyphen.
    const global = name.replaceAll("-", "_");
    const flavour = developmentFlavour(name);
    return {
      ...base,
      entry: {},
      output: {
        ...base.output,
        publicPath: "auto",
        // Without a build id, so that unchanged chunks keep their content and name.
        uniqueName: global,
        chunkLoadTimeout: chunkLoadTimeoutMs,
        crossOriginLoading: "anonymous",
      },
      optimization: {
        ...base.optimization,
        // Only large modules (the charts) have their own chunk, which saves a request for each screen.
        splitChunks: {
          minSize: 200_000,
          cacheGroups: {
            // The screens are part of the entry, so that a browser waits for the network once. Shared modules and the
            // stylesheet stay in the screens' chunk, so the loader resolves them before the screens run.
            screens: development
              ? false
              : {
                  name: global,
                  chunks: ({ name }) => name === exposed,
                  test: (/** @type {import("webpack").Module} */ module) =>
                    module.getSourceTypes().has("javascript"),
                  enforce: true,
                  // Below the rule for large modules.
                  priority: -30,
                },
          },
        },
      },
      ...(development && { externals: flavour.remoteExternals }),
      // The federation runtime is a variable of the page; `global` would read it from `output.globalObject`.
      externalsType: "var",
      plugins: [
        ...base.plugins,
        new ModuleFederationPlugin({
          name: global,
          filename: hashed("remoteEntry", "js", development),
          exposes: {
            "./routes": {
              import: [...(development ? flavour.client : []), "./src/routes.tsx"],
              name: exposed,
            },
          },
          // Version-first would fetch every remote's entry at start, and one unavailable remote would break the page.
          shareStrategy: "loaded-first",
          shared: sharedByRemote(),
          // It would open ports in development and fail silently; `tsc -b` checks the types of all packages.
          dts: false,
          manifest: false,
          experiments: { externalRuntime: true, optimization: { target: "web", disableRemote: true } },
        }),
        new AssetHookPlugin(),
        ...(development
          ? flavour.plugins()
          : [
              new EntryNamePlugin(),
              new OwnChunksPlugin(),
              ...precompressed(),
              new ReleasePlugin({ name, global }),
            ]),
      ],
    };
  };
}

module.exports = { defineRemote };
