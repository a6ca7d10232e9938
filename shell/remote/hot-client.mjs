/* global SOUFFLEUR_BUNDLE, __webpack_hash__, __webpack_public_path__ */

// The bundle's own origin, since the page may have another one.
const address = new URL("/@dev/builds", new URL(__webpack_public_path__, location.href)).href;

// One stream for all bundles of an origin; each listens for its own builds (the query gives each bundle its own module).
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
    // No update: the build of this page no longer exists, because the watcher was restarted.
    if (updated === null) location.reload();
  } catch {
    // The edit cannot be applied, because modules outside of components have changed.
    location.reload();
  }
});
