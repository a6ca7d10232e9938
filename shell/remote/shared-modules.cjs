/**
 * The version that is installed, whatever range the manifest gives.
 * @param {string} name
 * @returns {string}
 */
function installed(name) {
  return require(`${name}/package.json`).version;
}

/** In an installed package of this kind shared-ui is inside it: in the browser the shell brings it. */
function sharedUiVersion() {
  try {
    return installed("@souffleur/shared-ui");
  } catch {
    return installed("./dist/@souffleur/shared-ui");
  }
}

/** Metadata of every bundle: the versions that it was built against. */
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
 * @template Value, Changed
 * @param {Record<string, Value>} object
 * @param {(value: Value, key: string) => Changed} change
 */
function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

module.exports = { contractVersions, mapValues, sharedByRemote, singletons };
