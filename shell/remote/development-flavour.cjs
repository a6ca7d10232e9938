const path = require("node:path");

const refreshRuntime = require.resolve("react-refresh/runtime");
/** Part of the name of the flag that the refresh runtime is hooked already; see `hook-refresh.cjs`. */
const refreshLibrary = "souffleur";
/** The page's variable with the shell's instance of React's refresh runtime, which the remotes must use. */
const refreshGlobal = "souffleurRefreshRuntime";

/**
 * The parts that refresh a bundle in the page while its sources are edited. The shell hooks the refresh runtime into React
 * before React starts; without that, as in a production shell, a refresh fails silently.
 * @param {string} name of the package's folder
 */
function developmentFlavour(name) {
  const client = [`${path.join(__dirname, "hot-client.mjs")}?${name}`];
  return {
    /** Listens for finished builds; part of every bundle that is watched. */
    client,
    shellEntries: [path.join(__dirname, "publish-refresh.cjs"), ...client],
    /** A released shell is not watched: only its remotes refresh. */
    releasedShellEntries: [
      path.join(__dirname, "hook-refresh.cjs"),
      path.join(__dirname, "publish-refresh.cjs"),
    ],
    /**
     * @param {{ request?: string | undefined }} asked
     * @param {(error?: null, external?: string) => void} done
     */
    remoteExternals: ({ request }, done) =>
      request === "react-refresh/runtime" || request === refreshRuntime
        ? done(null, `var ${refreshGlobal}`)
        : done(),
    plugins: () => {
      // Required on demand, because a production build needs neither.
      const { DefinePlugin, HotModuleReplacementPlugin } = require("webpack");
      const RefreshPlugin = require("@pmmmwh/react-refresh-webpack-plugin");
      return [
        new DefinePlugin({ SOUFFLEUR_BUNDLE: JSON.stringify(name) }),
        new HotModuleReplacementPlugin(),
        new RefreshPlugin({
          overlay: { entry: false, module: require.resolve("./report-failure.cjs"), sockIntegration: false },
          library: refreshLibrary,
          // These files report failures themselves.
          exclude: [/node_modules/i, __dirname],
        }),
      ];
    },
  };
}

module.exports = { developmentFlavour };
