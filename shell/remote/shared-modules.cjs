/**
 * The installed version of a package.
 * @param {string} name
 * @returns {string}
 */
function installed(name) {
  return require(`${name}/package.json`).version;
}

/** An installed `@souffleur/remote` contains shared-ui; in the workspace it is a package. */
function sharedUiVersion() {
  try {
    return installed("@souffleur/shared-ui");
  } catch {
    return installed("./dist/@souffleur/shared-ui");
  }
}

/** The versions that a bundle is built against. */
function contractVersions() {
  return {
    "shared-ui": sharedUiVersion(),
    contracts: installed("@souffleur/contracts"),
    react: installed("react"),
    router: installed("react-router-dom"),
    query: installed("@tanstack/react-query"),
  };
}

/**
 * The page's singletons. A key with a slash covers the package's subpaths (`react/jsx-runtime`). The icon set and zod are
 * not shared, because a shared package is completely in the shell.
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
 * A remote contains none of the singletons, and fails if the shell's version does not fit (`strictVersion`; by default
 * webpack only warns). The contracts are an exception: a remote has its own copy for an older shell, so that it never uses
 * older schemas than it was built with.
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
 * @template Value, Changed
 * @param {Record<string, Value>} object
 * @param {(value: Value, key: string) => Changed} change
 */
function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

module.exports = { contractVersions, mapValues, sharedByRemote, singletons };
