import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "playwright";
import { run, tool } from "../run-step.mjs";
import { StepError } from "../step-error.mjs";
import { chromiumFlags } from "./chromium-flags.ts";
import { aptInstall } from "./debian-packages.ts";
import { findBrowser, headlessShell, onDebian } from "./find-browser.ts";

const debiansFirefox = "/usr/bin/firefox-esr";

/** @returns the path of the machine's Chromium or Playwright's own; if there is neither, one is installed */
export async function ensureBrowser(): Promise<string> {
  const present = findBrowser(onDebian, playwrightsChromium().executablePath());
  return present ?? (await installDebians()) ?? (await installPlaywrights());
}

/**
 * Chromium's headless shell draws the same pages without the windows around them, in four fifths of the processor time. The
 * started product, calls through Asterisk and benchmarks keep the whole browser.
 * @returns its path, which is installed on Debian; where there is none, or CHROMIUM_PATH is set, that of `ensureBrowser`
 */
export async function ensureHeadlessShell(): Promise<string> {
  if (process.env.CHROMIUM_PATH !== undefined) return ensureBrowser();
  const why = "Installing Debian's chromium-headless-shell with apt, which the browser tests run in …";
  if (!existsSync(headlessShell)) await aptInstall(["chromium-headless-shell"], why);
  return existsSync(headlessShell) ? headlessShell : ensureBrowser();
}

/** @returns the path of the machine's Firefox, which is installed on Debian; undefined if there is none */
export async function ensureFirefox(): Promise<string | undefined> {
  const find = () =>
    [process.env.FIREFOX_PATH, debiansFirefox, "/usr/bin/firefox"].find((file) => file && existsSync(file));
  const why = "There is no Firefox on this machine: installing Debian's firefox-esr with apt …";
  return find() ?? ((await aptInstall(["firefox-esr"], why)) ? find() : undefined);
}

/** Starts the browser of `ensureBrowser`. */
export async function openChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = await ensureBrowser();
  return playwrightsChromium().launch({ executablePath, args: [...chromiumFlags, ...flags] });
}

/** Playwright is required on demand, because most callers of this module do not need it. */
function playwrightsChromium() {
  const { chromium }: typeof import("playwright") = createRequire(import.meta.url)("playwright");
  return chromium;
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
  return playwrightsChromium().executablePath();
}
