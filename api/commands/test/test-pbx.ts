import { defineCommand, prepareBundles } from "../../tools/define-command.ts";
import { asteriskPackages } from "../../tools/programs/asterisk-packages.ts";
import { ensureBrowser } from "../../tools/programs/browser.ts";
import { prepareEngine } from "../../tools/programs/c-library.ts";
import { reasonOf } from "../../tools/programs/debian-packages.ts";
import { explain } from "../../tools/run-step.mjs";
import { jest, nothingRun, reportTests } from "./test-reports.ts";

export const command = defineCommand({
  name: "npm run test:pbx",
  summary: "Makes real calls through a real Asterisk, which is fetched from Debian.",
  async run() {
    const { ok, ...verdict } = await test().catch((error: unknown) => {
      explain(error);
      return { ...nothingRun(), failed: 1, ok: false };
    });
    reportTests(verdict);
    return ok ? 0 : 1;
  },
});

async function test() {
  let packages: string;
  try {
    packages = await asteriskPackages();
  } catch (error) {
    console.log(`Asterisk cannot be fetched on this machine: ${reasonOf(error)}`);
    console.log("Nothing was tested against a real PBX; npm test uses a fake.");
    // A failure for a developer, but not in CI.
    return { ...nothingRun(), ok: process.env.CI !== undefined };
  }
  await prepareEngine();
  await prepareBundles();
  const env = { SOUFFLEUR_PBX: packages, CHROMIUM_PATH: await ensureBrowser() };
  const verdict = await jest("pbx", [], env);
  return { ...verdict, ok: verdict.failed === 0 };
}
