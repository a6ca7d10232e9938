import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./run-step.mjs";

/** The packages that are built for browsers: the shell and the remotes. */
export function allBundles(): string[] {
  return readdirSync(root).filter((name) => existsSync(path.join(root, name, "webpack.config.cjs")));
}

export const allRemotes = () => allBundles().filter((name) => name !== "shell");

/** Whether a build of this package exists, up to date or not. */
export function isBuilt(name: string): boolean {
  return existsSync(path.join(root, name, "dist", name === "shell" ? "index.html" : "release.json"));
}
