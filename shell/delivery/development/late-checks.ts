import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";

/** Below the bundler's, whose result is waited for. */
const priority = 15;

/** The arguments for Node.js that check the types of a package, which include missing French texts. */
export type TypeCheck = (name: string) => readonly string[];

/** Checks types after builds, one package at a time, and prints what fails: late, and without holding up a build. */
export function createLateChecks(check: TypeCheck) {
  const waiting = new Set<string>();
  /** What was printed of each package. */
  const printed = new Map<string, string>();
  let running: ChildProcess | undefined;
  let stopped = false;

  function next(): void {
    const [name] = waiting;
    if (stopped || running !== undefined || name === undefined) return;
    waiting.delete(name);
    const child = spawn(process.execPath, check(name), {
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, which ends as a whole: the command runs a compiler.
      detached: true,
    });
    running = child;
    if (child.pid !== undefined) setPriority(child.pid, priority);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.once("close", (code) => {
      running = undefined;
      // An edit has begun the check anew.
      if (!stopped && !waiting.has(name)) print(name, code === 0 ? "" : output.trim());
      next();
    });
  }

  function print(name: string, problems: string): void {
    if (problems === (printed.get(name) ?? "")) return;
    printed.set(name, problems);
    if (problems === "") console.log(`${name}: the types are right again`);
    else console.error(`${name}: the types are wrong\n${problems}`);
  }

  return {
    begin(name: string): void {
      waiting.add(name);
      next();
    },
    async stop(): Promise<void> {
      stopped = true;
      if (running?.pid === undefined) return;
      const closed = once(running, "close");
      try {
        process.kill(-running.pid);
      } catch {
        // It has just ended.
      }
      await closed;
    },
  };
}
