// What the refresh plugin does in a bundle that is watched: before React starts, and once a page. The remotes'
// bundles look at the same flag.
if (!globalThis.__reactRefreshInjected_souffleur) {
  globalThis.__reactRefreshInjected_souffleur = true;
  require("react-refresh/runtime").injectIntoGlobalHook(globalThis);
}
