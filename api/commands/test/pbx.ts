import { asteriskPackages } from "../../tools/programs/asterisk-packages.ts";
import { ensureBrowser } from "../../tools/programs/browser.ts";
import { reasonOf } from "../../tools/programs/debian-packages.ts";
import { jest, nothingRun, type TestResult } from "./test-reports.ts";

/** Makes real calls through a real Asterisk, which is fetched from Debian. Needs the engine and the bundles. */
export async function testPbx(paths: readonly string[]): Promise<TestResult> {
  let packages: string;
  try {
    packages = await asteriskPackages();
  } catch (error) {
    const note = `Asterisk cannot be fetched on this machine (${reasonOf(error)}), so only a fake PBX was tested`;
    // A failure for a developer, but not in CI.
    return { ...nothingRun(), failed: process.env.CI === undefined ? 1 : 0, notes: [note] };
  }
  const env = { SOUFFLEUR_PBX: packages, CHROMIUM_PATH: await ensureBrowser() };
  return jest("pbx", paths, env);
}
