import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { outputOf } from "./child-process.ts";
import { root as project, run } from "./run-step.mjs";

/** What is made from the sources, or is not part of them. */
const left = new Set(["node_modules", ".git", ".cache", ".data", ".screens", "test-results", "e2e", "docs"]);

export type ProjectCopy = ReturnType<typeof copyProject>;

/**
 * A copy of the project whose sources a test or a benchmark may edit: one that is killed leaves the real ones alone. The
 * packages and what is fetched for the database are the project's own.
 */
export function copyProject() {
  // The copy's commands run as they are compiled here: the copy would install into the packages that it shares.
  execFileSync(process.execPath, ["api/tools/command.mjs", "api/commands/set-up"], { cwd: project });
  const root = mkdtempSync(path.join(tmpdir(), "souffleur-copy-"));
  cpSync(project, root, { recursive: true, filter: (from) => !left.has(path.basename(from)) });
  for (const name of [".", "shell/remote", ...readdirSync(root)]) linkPackages(name, root);
  mkdirSync(path.join(root, ".cache"));
  if (readdirIf(path.join(project, ".cache/glibc"))) {
    symlinkSync(path.join(project, ".cache/glibc"), path.join(root, ".cache/glibc"));
  }
  return {
    root,
    read: (file: string) => readFileSync(path.join(root, file), "utf8"),
    edit(file: string, change: (source: string) => string) {
      const at = path.join(root, file);
      const before = readFileSync(at, "utf8");
      const after = change(before);
      if (after === before) throw new Error(`${file} has nothing to edit`);
      writeFileSync(at, after);
    },
    /** Runs a command of the project there, named by its source. */
    run: (command: string, args: readonly string[], env: Record<string, string> = {}) =>
      runThere(root, [command, ...args], env),
    /** Runs the development command there. */
    develop: (args: readonly string[], env: Record<string, string> = {}) =>
      runThere(root, ["shell/delivery/dev", ...args], env),
    /** Gives a package that was made there what its package.json names, as an installation does. */
    install(name: string) {
      const { dependencies, devDependencies } = JSON.parse(
        readFileSync(path.join(root, name, "package.json"), "utf8"),
      ) as Record<string, object>;
      for (const one of Object.keys({ ...dependencies, ...devDependencies })) {
        const at = path.join(root, name, "node_modules", one);
        mkdirSync(path.dirname(at), { recursive: true });
        symlinkSync(realpathSync(path.join(root, "mfe-dashboard/node_modules", one)), at);
      }
    },
    /** Runs a tool that the project's packages bring there; its output where it fails. */
    async runTool(name: string, args: readonly string[]): Promise<string | undefined> {
      const { ok, output } = await run(path.join(root, "node_modules/.bin", name), args, {
        cwd: root,
        // Of this run, and not of what it starts.
        env: { SOUFFLEUR_TIER: "" },
      });
      return ok ? undefined : output;
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The packages that one of the workspace's has: from elsewhere the project's own, of the workspace the copy's. */
function linkPackages(name: string, root: string): void {
  const [from, to] = [path.join(project, name, "node_modules"), path.join(root, name, "node_modules")];
  if (!readdirIf(from)) return;
  mkdirSync(to);
  for (const entry of readdirSync(from)) {
    if (entry !== "@souffleur") symlinkSync(path.join(from, entry), path.join(to, entry));
  }
  const own = path.join(from, "@souffleur");
  if (!readdirIf(own)) return;
  mkdirSync(path.join(to, "@souffleur"));
  for (const entry of readdirSync(own)) {
    const place = path.relative(project, realpathSync(path.join(own, entry)));
    symlinkSync(path.join(root, place), path.join(to, "@souffleur", entry));
  }
}

function readdirIf(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}

function runThere(root: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["api/tools/command.mjs", "--as-built", ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const output = outputOf(child);
  return {
    exit,
    ...output,
    async stop() {
      child.kill();
      await exit;
    },
  };
}
