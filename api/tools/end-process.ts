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
