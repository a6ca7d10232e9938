import { existsSync } from "node:fs";
import { defineConfig } from "playwright/test";
import { chromiumFlags } from "./api/tools/programs/chromium-flags.ts";

const debianChromium = "/usr/bin/chromium";
const executablePath = process.env.CHROMIUM_PATH ?? (existsSync(debianChromium) ? debianChromium : undefined);
/** A product that is running already; without it the built one is started for the tests. */
const running = process.env.SOUFFLEUR_URL;

export default defineConfig({
  testDir: "shell/e2e",
  outputDir: "test-results",
  ...(running === undefined && { globalSetup: "./shell/e2e/start-product.ts" }),
  // Many tests wait for builds, calls and splash screens: two browsers left two cores idle for a third of their time.
  workers: 3,
  // A second try in CI alone, which names the test as flaky: a busy machine must not refuse a change.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: true,
  // Limits that only a failed test reaches: on a busy machine five tabs took more than twenty seconds to open.
  timeout: 240_000,
  expect: {
    timeout: 60_000,
    // A font's hinting differs between machines; what moved or changed its colour differs by more.
    toHaveScreenshot: { threshold: 0.25, maxDiffPixelRatio: 0.004, animations: "disabled", caret: "hide" },
  },
  snapshotPathTemplate: "shell/e2e/pictures/{arg}{ext}",
  reporter: [["list"], ["json", { outputFile: "test-results/report.json" }]],
  use: {
    // The set-up passes its address in this variable: it is known only then.
    baseURL: running ?? process.env.SOUFFLEUR_STARTED_URL ?? "",
    permissions: ["microphone"],
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...chromiumFlags,
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--font-render-hinting=none",
        "--force-color-profile=srgb",
      ],
    },
    // Recording takes a fifth of a test's processor time, and more where it loads many pages; `--trace on` does it.
    trace: "on-first-retry",
  },
  projects: projects(),
});

/**
 * What is run: photographs to look at, the documents' pictures, the journeys through a product that runs
 * already, or one tier of tests.
 */
function projects() {
  if (process.env.SOUFFLEUR_SCREENS) return [{ name: "screens", testMatch: "screens.shots.ts" }];
  if (process.env.SOUFFLEUR_PICTURES) return [{ name: "pictures", testMatch: "visual.hard.spec.ts" }];
  const firefox = "firefox.hard.spec.ts";
  if (running !== undefined) {
    // Where there is no Firefox, nothing counts as tested in it.
    const walks = ["journey.spec.ts", ...(process.env.FIREFOX_PATH === undefined ? [] : [firefox])];
    return [{ name: "started", testMatch: walks }];
  }
  const hard = "*.hard.spec.ts";
  if (process.env.SOUFFLEUR_TIER !== "hard") return [{ name: "browser", testIgnore: hard }];
  // First, because one of them installs packages for longer than any other test lasts.
  const deployments = /(nginx|own-repository|release[-\w]*|remote-\w+)\.hard\.spec\.ts$/;
  return [
    { name: "deployments", testMatch: deployments },
    { name: "browser", testMatch: hard, testIgnore: [firefox, deployments] },
  ];
}
