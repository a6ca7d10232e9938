/* global SOUFFLEUR_BUNDLE, __webpack_hash__, __webpack_public_path__ */

// Where this bundle comes from: the page may be of another origin than the remote that is being edited.
const address = new URL("/@dev/builds", new URL(__webpack_public_path__, location.href)).href;

// One stream for all bundles of an origin; each listens for its own builds (the query makes this module one a bundle).
globalThis.souffleurBuilds ??= new Map();
const streams = globalThis.souffleurBuilds;
if (!streams.has(address)) streams.set(address, new EventSource(address));

streams.get(address)?.addEventListener(SOUFFLEUR_BUNDLE, async ({ data }) => {
  const { hash, errors } = JSON.parse(data);
  if (errors.length > 0) {
    console.error(`${SOUFFLEUR_BUNDLE} does not compile:\n${errors.join("\n")}`);
    return;
  }
  if (hash === __webpack_hash__ || import.meta.webpackHot.status() !== "idle") return;
  try {
    const updated = await import.meta.webpackHot.check(true);
    // Nothing to apply: the build that this page runs is gone (the watcher was started anew).
    if (updated === null) location.reload();
  } catch {
    // The edit can't be applied to the running page: modules outside of any component changed.
    location.reload();
  }
});
