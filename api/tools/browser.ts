import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { aptInstall } from "./apt-install.ts";
import { run, tool } from "./run-step.mjs";
import { StepError } from "./step-error.mjs";

const onDebian = "/usr/bin/chromium";
const debiansFirefox = "/usr/bin/firefox-esr";

/**
 * The browser for the tests: the machine's Chromium, or Playwright's own. Where there is neither, one is installed.
 * @returns its path
 */
export async function ensureBrowser(): Promise<string> {
  return present() ?? (await installDebians()) ?? (await installPlaywrights());
}

/**
 * The second engine for the tests: the machine's Firefox; where there is none, Debian's is installed.
 * @returns its path; undefined where it can't be had
 */
export async function ensureFirefox(): Promise<string | undefined> {
  const there = () =>
    [process.env.FIREFOX_PATH, debiansFirefox, "/usr/bin/firefox"].find((file) => file && existsSync(file));
  const why = "There is no Firefox on this machine: installing Debian's firefox-esr with apt …";
  return there() ?? ((await aptInstall(["firefox-esr"], why)) ? there() : undefined);
}

function present(): string | undefined {
  return [process.env.CHROMIUM_PATH, onDebian, playwrightsOwn()].find((file) => file && existsSync(file));
}

/** Asked late: before the packages are installed there is no Playwright to ask. */
function playwrightsOwn(): string {
  const { chromium }: typeof import("playwright") = createRequire(import.meta.url)("playwright");
  return chromium.executablePath();
}

async function installDebians(): Promise<string | undefined> {
  const why = "There is no browser on this machine: installing Debian's chromium with apt …";
  return (await aptInstall(["chromium"], why)) && existsSync(onDebian) ? onDebian : undefined;
}

async function installPlaywrights(): Promise<string> {
  console.log("There is no browser on this machine: downloading Playwright's Chromium …");
  const { ok, output } = await run(tool("playwright"), ["install", "chromium"]);
  if (!ok)
    throw new StepError(
      `${output}\nNo browser could be installed. Set CHROMIUM_PATH to a Chromium on this machine.`,
    );
  return playwrightsOwn();
}
