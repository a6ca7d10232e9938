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

interface ReadManifest {
  /** The content of `remote.json`; undefined if there is none. */
  text?: string;
  /** Undefined if it can't be read. */
  manifest?: Manifest | undefined;
  /** In sentences that name the file. */
  problems: string[];
}

/** The manifest of a remote under development, and what is wrong with it. */
export function readManifest(folder: string): ReadManifest {
  const file = `${path.basename(folder)}/remote.json`;
  let text: string | undefined;
  try {
    text = readFileSync(path.join(folder, "remote.json"), "utf8");
    const given: unknown = JSON.parse(text);
    const problems = manifestProblems(given).map((problem) => `${file}: ${problem}`);
    return { text, manifest: Manifest.safeParse(given).data, problems };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...(text !== undefined && { text }), problems: [`${file} can't be read: ${reason}`] };
  }
}
