const path = require("node:path");

const refreshRuntime = require.resolve("react-refresh/runtime");
/** The name by which bundles of one page know that the refresh runtime is hooked already; see `hook-refresh.cjs`. */
const refreshLibrary = "souffleur";
/** Where the shell puts React's refresh runtime: the remotes must use that very instance. */
const refreshGlobal = "souffleurRefreshRuntime";

/**
 * What makes a bundle refresh in the page while its sources are edited. The shell hooks the refresh runtime
 * into React before React starts, which a production shell can't do afterwards; without that a refresh fails
 * silently.
 * @param {string} name the package's folder
 */
function developmentFlavour(name) {
  const client = [`${path.join(__dirname, "hot-client.mjs")}?${name}`];
  return {
    /** Listens for finished builds; part of every bundle that is watched. */
    client,
    shellEntries: [path.join(__dirname, "publish-refresh.cjs"), ...client],
    /** Nobody watches a released shell: only its remotes refresh. */
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
      // Required late: a production build needs neither.
      const { DefinePlugin, HotModuleReplacementPlugin } = require("webpack");
      const RefreshPlugin = require("@pmmmwh/react-refresh-webpack-plugin");
      return [
        new DefinePlugin({ SOUFFLEUR_BUNDLE: JSON.stringify(name) }),
        new HotModuleReplacementPlugin(),
        new RefreshPlugin({ overlay: false, library: refreshLibrary }),
      ];
    },
  };
}

module.exports = { developmentFlavour };
