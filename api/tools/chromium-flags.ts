/** Playwright has a list of its own, which is not in force beside this one: what matters here is in both. */
const disabledFeatures = [
  // The suggestions of the browser's address bar: a hundred scripts in a process of their own for each new page,
  // half of the processor time that an empty one takes.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // What asks the outside.
  "AimEnabled",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PreconnectToSearch",
  // What changes how pages are opened, painted and left.
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];

/**
 * How every Chromium is started here: also as root and without a graphics card, and without services that look
 * for the outside.
 */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${disabledFeatures.join(",")}`,
];
