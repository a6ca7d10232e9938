import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./run-step.mjs";

/** The packages that browsers get: the shell and the remotes. */
export function allBundles(): string[] {
  return readdirSync(root).filter((name) => existsSync(path.join(root, name, "webpack.config.cjs")));
}

/** The packages that bring screens. */
export const allRemotes = () => allBundles().filter((name) => name !== "shell");
