/* global SOUFFLEUR_BUNDLE, __webpack_hash__, __webpack_public_path__ */
import { followBuilds } from "./follow-builds.mjs";

// The bundle's own origin, since the page may have another one.
const address = new URL("/@dev/builds", new URL(__webpack_public_path__, location.href)).href;
const reconnectMs = 1000;

// One stream for all bundles of an origin (the query gives each bundle its own module).
globalThis.souffleurBuilds ??= new Map();
const streams = globalThis.souffleurBuilds;
const builds = streams.get(address) ?? new EventTarget();
if (!streams.has(address)) connect();
streams.set(address, builds);

function connect() {
  const stream = new EventSource(address);
  stream.onmessage = ({ data }) => builds.dispatchEvent(new MessageEvent("build", { data }));
  // The browser itself reconnects unless it got an answer of another kind, such as a proxy's.
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(connect, reconnectMs);
  };
}

let hasFailed = false;
addEventListener("souffleur-failure", (event) => {
  if (event.detail.bundle === SOUFFLEUR_BUNDLE) hasFailed = true;
});

const follow = followBuilds({
  hash: () => __webpack_hash__,
  update: () => import.meta.webpackHot.check(true),
  hasFailed: () => hasFailed,
  reload: () => location.reload(),
});
builds.addEventListener("build", (event) => {
  const build = JSON.parse(/** @type {MessageEvent} */ (event).data);
  if (build.name !== SOUFFLEUR_BUNDLE) return;
  if (build.errors.length > 0)
    console.error(`${SOUFFLEUR_BUNDLE} does not compile:\n${build.errors.join("\n")}`);
  void follow(build);
});
