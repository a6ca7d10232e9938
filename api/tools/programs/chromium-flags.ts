/** Replaces Playwright's own list, so it repeats the entries that matter here. */
const disabledFeatures = [
  // Suggestions of the address bar: half of the processor time of an empty page.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // Requests to the outside.
  "AimEnabled",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PreconnectToSearch",
  // Changes in how pages are opened, painted and left.
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];

/** Flags of every Chromium: it runs as root and without a graphics card, and sends no requests of its own. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The headless shell has the interface and nothing behind it: a page that asks for it crashes.
  "--disable-blink-features=OnDeviceWebSpeechAvailable",
  `--disable-features=${disabledFeatures.join(",")}`,
];
