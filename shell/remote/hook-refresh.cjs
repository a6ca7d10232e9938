// Does what the refresh plugin does in a watched bundle: before React starts, once for each page. The remotes' bundles
// check the same flag.
if (!globalThis.__reactRefreshInjected_souffleur) {
  globalThis.__reactRefreshInjected_souffleur = true;
  require("react-refresh/runtime").injectIntoGlobalHook(globalThis);
}
