import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../run-step.mjs";
import { unpackedProgram } from "./asterisk-packages.ts";
import { fetchDebianPackages } from "./debian-packages.ts";

const release = "trixie";
const folder = path.join(root, ".cache/speech", `${release}-${process.arch}`);
const packages = ["espeak-ng", "sox", "pocketsphinx", "pocketsphinx-en-us"];
type SpeechProgram = "espeak-ng" | "sox" | "pocketsphinx_continuous";

/**
 * Fetches espeak-ng, sox and the recognizer PocketSphinx with its English model from Debian into the ignored cache folder, once.
 * They are unpacked, not installed.
 * @throws Error if they cannot be fetched
 */
export async function speechPackages() {
  const isThere = () => existsSync(path.join(folder, "usr/bin/sox"));
  if (!isThere()) {
    console.log("Fetching espeak-ng, sox and PocketSphinx into .cache …");
    await fetchDebianPackages({
      ...{ folder, isThere, release, packages },
      withDependencies: true,
      check: (unpacked) => promisify(execFile)(...command(unpacked, "sox", ["--version"])),
    });
  }
  return {
    /** The command and the arguments that run one of the programs. */
    command: (program: SpeechProgram, args: readonly string[]) => command(folder, program, args),
    /** Where espeak-ng's data is. */
    voices: unpackedProgram(folder, "").libraries,
    models: path.join(folder, "usr/share/pocketsphinx/model"),
  };
}

function command(unpacked: string, program: SpeechProgram, given: readonly string[]): [string, string[]] {
  const { loader, args } = unpackedProgram(unpacked, path.join("usr/bin", program));
  return [loader, [...args, ...given]];
}
