const { contractVersions, mapValues, singletons } = require("../remote/shared-modules.cjs");

/**
 * The shell has every shared module in its first script. Router and query are shared through façades, because a shared
 * package keeps all of its exports (the router 198 kB instead of 93).
 */
function sharedByShell() {
  const { contracts } = contractVersions();
  /** @type {Record<string, string>} */
  const facades = {
    "react-router-dom": "@souffleur/shared-ui/router",
    "@tanstack/react-query": "@souffleur/shared-ui/query",
  };
  const shared = mapValues(singletons(), (version, name) => ({
    singleton: true,
    eager: true,
    version,
    requiredVersion: `^${version}`,
    ...(facades[name] && { import: facades[name] }),
  }));
  return {
    ...shared,
    "@souffleur/contracts": { eager: true, version: contracts, requiredVersion: `^${contracts}` },
  };
}

module.exports = { sharedByShell };
