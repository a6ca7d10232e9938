import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { outputOf } from "../../tools/child-process.ts";
import { root, run } from "../../tools/run-step.mjs";
import { StepError } from "../../tools/step-error.mjs";

export type FreshClone = Awaited<ReturnType<typeof freshClone>>;
export type Running = ReturnType<typeof runCommand>;

/**
 * A clone of this repository as a newcomer has it: nothing is installed, compiled or built. What is not committed here is
 * committed there.
 * @throws StepError outside a repository
 */
export async function freshClone() {
  const folder = mkdtempSync(path.join(tmpdir(), "souffleur-clone-"));
  const at = (file: string) => path.join(folder, file);
  const git = async (cwd: string, ...args: string[]) => {
    const { ok, output } = await run("git", args, { cwd });
    if (!ok) throw new StepError(`${output}\ngit ${args[0]} failed in ${cwd}.`);
    return output;
  };
  await git(root, "clone", "--quiet", root, folder);
  const listed = await git(root, "ls-files", "-z", "--modified", "--others", "--exclude-standard");
  const changed = listed.split("\0").filter(Boolean);
  for (const file of changed) {
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), at(file));
    else rmSync(at(file));
  }
  if (changed.length > 0) {
    await git(folder, "add", "--all");
    const author = ["-c", "user.name=Souffleur", "-c", "user.email=tests@souffleur.example"];
    await git(folder, ...author, "commit", "--quiet", "--no-verify", "--message=What is not committed yet");
  }
  return {
    folder,
    at,
    /** Starts a command there, typed as in the documents: `npm run dev -- mfe-admin`. */
    start: (typed: string, env: Record<string, string> = {}) => runCommand(typed, folder, env),
    /**
     * Changes a source file.
     * @returns a function that restores it
     */
    edit(file: string, change: (source: string) => string): () => void {
      const before = readFileSync(at(file), "utf8");
      const after = change(before);
      if (after === before) throw new Error(`${file} has nothing to edit`);
      writeFileSync(at(file), after);
      return () => writeFileSync(at(file), before);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** Starts a command, typed as in the documents: `npm start`. */
export function runCommand(typed: string, cwd: string, env: Record<string, string>) {
  const [program = "", ...args] = typed.split(" ");
  // What npm passes to its children would make the clone's npm work here.
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  // A process group of its own, so that it can be killed with all its children.
  const child = spawn(program, args, {
    cwd,
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  return { typed, ...outputOf(child), ...endOf(child) };
}

function endOf(child: ChildProcess) {
  const ended = new Promise<number | string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal ?? "no end"));
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    /** The exit code, or the signal that ended it. */
    ended,
    /** Ends it as its supervisor does. */
    stop(): Promise<number | string> {
      if (isRunning()) child.kill("SIGTERM");
      return ended;
    },
    kill(): void {
      if (isRunning() && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    },
  };
}
