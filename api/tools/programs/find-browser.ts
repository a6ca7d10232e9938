import { existsSync } from "node:fs";

export const onDebian = "/usr/bin/chromium";
export const headlessShell = "/usr/bin/chromium-headless-shell";

/** @returns CHROMIUM_PATH or the first of these paths at which there is a file; undefined if there is none */
export function findBrowser(...paths: readonly string[]): string | undefined {
  return [process.env.CHROMIUM_PATH, ...paths].find((file) => file && existsSync(file));
}
