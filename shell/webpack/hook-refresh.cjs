// What the refresh plugin does in a bundle that is watched: before React starts, and once a page. The remotes'
// bundles look at the same flag.
const flag = "__reactRefreshInjected_souffleur";
if (!globalThis[flag]) {
  globalThis[flag] = true;
  require("react-refresh/runtime").injectIntoGlobalHook(globalThis);
}
