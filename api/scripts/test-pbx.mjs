import "./node-version.mjs";

const { asteriskPackages } = await import("./asterisk-packages.mjs");
const { ensureBrowser } = await import("./browser.mjs");
const { build } = await import("./build.mjs");
const { explain } = await import("./run.mjs");
const { install, prepareDatabase } = await import("./setup.mjs");
const { jest, tell } = await import("./test-reports.mjs");
const { reasonOf } = await import("../src/database/debian-packages.mjs");

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
  const verdict = await jest("pbx", ["--runInBand"], {
    SOUFFLEUR_PBX: packages,
    CHROMIUM_PATH: await ensureBrowser(),
  });
  tell(verdict);
  return { ...verdict, ok: verdict.failed === 0 };
}

const { passed, failed, ok } = await test().catch((error) => {
  explain(error);
  return { passed: 0, failed: 1, ok: false };
});
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = ok ? 0 : 1;
