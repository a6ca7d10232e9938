import { type ChildProcess, spawn } from "node:child_process";

/** A program for `node -e` that loads our sources as jest does. */
export function programFor(file: string, call = ""): string {
  return `
    const { readFileSync } = require("node:fs");
    const { transformSync } = require(${JSON.stringify(require.resolve("@swc/core"))});
    require.extensions[".ts"] = require.extensions[".mjs"] = (module, filename) => {
      const { code } = transformSync(readFileSync(filename, "utf8"), {
        filename,
        jsc: { target: "es2022", parser: { syntax: "typescript", importAttributes: true } },
        module: { type: "commonjs" },
      });
      module._compile(code, filename);
    };
    require(${JSON.stringify(file)})${call};`;
}

/** Runs one of our source files in a process of its own. */
export function spawnSource(
  file: string,
  { call, env = {} }: { call?: string; env?: Record<string, string> } = {},
): ChildProcess {
  return spawn(process.execPath, ["--conditions=source", "-e", programFor(file, call)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}
