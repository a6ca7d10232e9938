import "./node-version.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

const { asteriskPackages } = await import("./asterisk-packages.mjs");
const { ensureBrowser } = await import("./browser.mjs");
const { build } = await import("./build.mjs");
const { explain, root, run, tool } = await import("./run.mjs");
const { install, prepareDatabase } = await import("./setup.mjs");
const { reasonOf } = await import("../src/database/debian-packages.mjs");

const report = path.join(root, ".cache/reports/pbx.json");

/** Real calls through a real Asterisk: `npm run test:pbx`. */
async function test() {
  await install();
  let packages;
  try {
    packages = await asteriskPackages();
  } catch (error) {
    console.log(`Asterisk can't be had on this machine: ${reasonOf(error)}`);
    console.log("So nothing was tested against a real PBX; its stand-in is part of npm test.");
    // A machine of the CI cannot help it; somebody who asked for these tests is to notice.
    return { passed: 0, failed: 0, ok: process.env.CI !== undefined };
  }
  await prepareDatabase();
  await build();
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const { ok } = await run(tool("jest"), ["--json", `--outputFile=${report}`, "--runInBand"], {
    show: true,
    env: { SOUFFLEUR_PBX: packages, CHROMIUM_PATH: await ensureBrowser() },
  });
  const told = JSON.parse(readFileSync(report, "utf8"));
  const failed = told.numFailedTests + told.numRuntimeErrorTestSuites;
  return { passed: told.numPassedTests, failed: ok ? failed : Math.max(1, failed), ok };
}

const { passed, failed, ok } = await test().catch((error) => {
  explain(error);
  return { passed: 0, failed: 1, ok: false };
});
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = ok && failed === 0 ? 0 : 1;
