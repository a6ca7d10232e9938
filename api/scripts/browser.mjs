import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { installOnDebian } from "./debian.mjs";
import { run, StepError, tool } from "./run.mjs";

const onDebian = "/usr/bin/chromium";

/**
 * The browser for the tests: the machine's Chromium, or Playwright's own. Where there is neither, one is installed.
 * @returns {Promise<string>} its path
 */
export async function ensureBrowser() {
  return present() ?? (await installDebians()) ?? (await installPlaywrights());
}

function present() {
  return [process.env.CHROMIUM_PATH, onDebian, playwrightsOwn()].find((file) => file && existsSync(file));
}

/** Asked late: before the packages are installed there is no Playwright to ask. */
function playwrightsOwn() {
  return createRequire(import.meta.url)("playwright").chromium.executablePath();
}

async function installDebians() {
  const why = "There is no browser on this machine: installing Debian's chromium with apt …";
  return (await installOnDebian(["chromium"], why)) && existsSync(onDebian) ? onDebian : undefined;
}

async function installPlaywrights() {
  console.log("There is no browser on this machine: downloading Playwright's Chromium …");
  const { ok, output } = await run(tool("playwright"), ["install", "chromium"]);
  if (!ok)
    throw new StepError(
      `${output}\nNo browser could be installed. Set CHROMIUM_PATH to a Chromium on this machine.`,
    );
  return playwrightsOwn();
}
