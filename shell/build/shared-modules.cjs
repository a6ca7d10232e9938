const path = require("node:path");

const root = path.join(__dirname, "../..");

/** @param {string} folder @returns {{ version: string }} */
function manifestOf(folder) {
  return require(path.join(root, folder, "package.json"));
}

/**
 * The version that is installed, whatever range the manifest gives.
 * @param {string} name
 */
function installed(name) {
  return manifestOf(`shared-ui/node_modules/${name}`).version;
}

/** Metadata of every bundle: the versions that it was built against. */
function contractVersions() {
  return {
    "shared-ui": manifestOf("shared-ui").version,
    contracts: manifestOf("api/contracts").version,
    react: installed("react"),
    router: installed("react-router-dom"),
    query: installed("@tanstack/react-query"),
  };
}

/**
 * The page's singletons. A key with a slash covers the package's subpaths (`react/jsx-runtime`).
 * The icon set and zod are never shared: sharing a package keeps all of it in the shell.
 */
function singletons() {
  const versions = contractVersions();
  return {
    react: versions.react,
    "react/": versions.react,
    "react-dom": versions.react,
    "react-dom/": versions.react,
    "react-router-dom": versions.router,
    "@tanstack/react-query": versions.query,
    "@souffleur/shared-ui": versions["shared-ui"],
  };
}

/**
 * A remote brings none of the singletons; one that the shell has in another version is refused
 * (`strictVersion`), because by default webpack only warns. The contracts are the exception: a remote keeps
 * its own copy for a shell that is older than itself, so it never works with older schemas than it was built with.
 */
function sharedByRemote() {
  const { contracts } = contractVersions();
  return {
    ...mapValues(singletons(), (version) => ({
      singleton: true,
      strictVersion: true,
      requiredVersion: `^${version}`,
      import: false,
    })),
    "@souffleur/contracts": { version: contracts, requiredVersion: `^${contracts}`, strictVersion: true },
  };
}

/**
 * The shell holds every shared module in its first script. Router and query are shared through a façade:
 * shared as whole packages they would keep all of their exports (the router alone 198 kB instead of 93).
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

/**
 * @template Value, Changed
 * @param {Record<string, Value>} object
 * @param {(value: Value, key: string) => Changed} change
 */
function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

module.exports = { contractVersions, sharedByRemote, sharedByShell };
