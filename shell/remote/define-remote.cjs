const { ModuleFederationPlugin } = require("@module-federation/enhanced/webpack");
const { AssetHookPlugin } = require("./asset-hook-plugin.cjs");
const { common, hashed, nameOf, precompressed } = require("./common.cjs");
const { developmentFlavour } = require("./development-flavour.cjs");
const { OwnChunksPlugin } = require("./own-chunks-plugin.cjs");
const { ReleasePlugin } = require("./release-plugin.cjs");
const { sharedByRemote } = require("./shared-modules.cjs");

/** @typedef {import("./configuration.d.ts").Bundle} Bundle */

/** The chunk of the exposed module. */
const exposed = "routes";
/** The shell has a shorter limit for every file of a remote (see `shell/src/remotes/asset-rules.ts`); this stands behind it. */
const chunkLoadTimeoutMs = 60_000;

/**
 * A package that exposes `./routes`, alone: nothing of the shell is known at build time.
 * @param {string} folder the package's: `defineRemote(__dirname)`
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
        // Nothing of the build: a chunk whose sources stay must keep its content, and so its name.
        uniqueName: global,
        chunkLoadTimeout: chunkLoadTimeoutMs,
        crossOriginLoading: "anonymous",
      },
      optimization: {
        ...base.optimization,
        // A request less for each screen: only what is heavy (the charts) is separate, so that returning visitors have it cached.
        splitChunks: {
          minSize: 200_000,
          cacheGroups: {
            // A browser that loads the entry needs its screens next, and would wait for the network twice. In their
            // chunk remain the shared modules and the stylesheet, which the loader settles before any of it runs.
            screens: development
              ? false
              : {
                  name: global,
                  chunks: ({ name }) => name === exposed,
                  test: (/** @type {import("webpack").Module} */ module) =>
                    module.getSourceTypes().has("javascript"),
                  enforce: true,
                  // What is heavy goes first.
                  priority: -30,
                },
          },
        },
      },
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
              name: exposed,
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
          : [new OwnChunksPlugin(), ...precompressed(), new ReleasePlugin({ name, global })]),
      ],
    };
  };
}

module.exports = { defineRemote };
