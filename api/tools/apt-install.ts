import { existsSync } from "node:fs";
import { run } from "./run-step.mjs";

/**
 * Installs packages with apt, if this is a Debian machine and the user is root.
 * @param why one line for the user
 * @returns whether they are installed
 */
export async function aptInstall(packages: readonly string[], why: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false;
  console.log(why);
  const env = { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
  await run("apt-get", ["-q", "update"], { env });
  const { ok, output } = await run("apt-get", ["-qy", "install", "--no-install-recommends", ...packages], {
    env,
  });
  if (!ok) {
    const reason = output.split("\n").find((line) => line.startsWith("E:")) ?? "no reason given";
    console.log(`apt could not: ${reason}`);
  }
  return ok;
}
