import { readFileSync } from "node:fs";
import path from "node:path";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { Manifest } from "@souffleur/contracts";
import { manifestProblems } from "@souffleur/contracts/remote-manifest";

/**
 * The port of a remote's development server, which is fixed because browsers keep the address.
 * @throws StepError if the folder's package.json has none
 */
export function portOf(folder: string): number {
  const { config } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  if (!Number.isInteger(config?.port))
    throw new StepError(
      `${path.basename(folder)}/package.json must name the port of its development server in config.port, such as 4100.`,
    );
  return config.port;
}

/** The last content of each remote's file, so that its problems are printed once. */
const lastRead = new Map<string, string>();

/** Reads the manifest of a remote under development, and prints its problems. */
export function readManifest(folder: string): Manifest | undefined {
  const text = readFileSync(path.join(folder, "remote.json"), "utf8");
  const isNew = lastRead.get(folder) !== text;
  lastRead.set(folder, text);
  try {
    const given: unknown = JSON.parse(text);
    const problems = isNew ? manifestProblems(given) : [];
    for (const problem of problems) console.error(`${path.basename(folder)}/remote.json: ${problem}`);
    return Manifest.parse(given);
  } catch (error) {
    if (isNew) console.error(`${path.basename(folder)}/remote.json can't be read:`, error);
    return undefined;
  }
}
