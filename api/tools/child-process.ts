import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * Ends a process: with `SIGTERM` as its supervisor does, with `SIGKILL` as a crash does.
 * @param limitMs after this time it is killed
 * @returns its exit code, or the signal that ended it
 */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = "SIGTERM",
  limitMs?: number,
): Promise<number | string> {
  const over = child.exitCode ?? child.signalCode;
  if (over !== null) return over;
  const exit = once(child, "exit");
  child.kill(signal);
  const limit = limitMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), limitMs);
  const [code, by] = await exit;
  clearTimeout(limit);
  return code ?? by;
}

/** A command's output, and a way to wait for a pattern in it. */
export function outputOf(child: ChildProcess) {
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  return {
    output: () => output,
    /** The match, as soon as it is there, from a place in the output on; rejects if the command ends without one. */
    printed(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output.slice(from));
          if (found === null) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        child.once("close", (code) =>
          reject(new Error(`The command ended with ${code} without printing ${pattern}:\n${output}`)),
        );
        look();
      });
    },
  };
}
