import { spawn } from "node:child_process";
import { once } from "node:events";
import { speechPackages } from "../../tools/programs/speech-packages.ts";

/** Debian's espeak-ng, sox and PocketSphinx. */
export async function openSpeechPrograms() {
  const { command, voices, models } = await speechPackages();

  /** Runs a program with this input. @returns its output @throws Error with its messages where it fails */
  async function run(program: Parameters<typeof command>[0], args: readonly string[], input?: Buffer) {
    const [file, all] = command(program, args);
    const child = spawn(file, all, { stdio: "pipe" });
    const output: Buffer[] = [];
    const messages: Buffer[] = [];
    child.stdout.on("data", (part) => output.push(part));
    child.stderr.on("data", (part) => messages.push(part));
    // A program that fails may read no input.
    child.stdin.on("error", () => {}).end(input);
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${Buffer.concat(messages)}`);
    return Buffer.concat(output);
  }

  return {
    run,
    models,
    /**
     * Text spoken by espeak-ng.
     * @param voice its name, and optionally its words a minute
     * @param format sox's options of the result, after which come those of the effects
     */
    async say(
      text: string,
      [voice, speed = 175]: readonly [string, number?],
      format: readonly string[],
      effects: readonly string[] = [],
    ) {
      const spoken = await run("espeak-ng", [
        `--path=${voices}`,
        "-v",
        voice,
        "-s",
        String(speed),
        "--stdout",
        text,
      ]);
      return run("sox", ["-D", "-t", "wav", "-", ...format, "-", ...effects], spoken);
    },
  };
}
export type SpeechPrograms = Awaited<ReturnType<typeof openSpeechPrograms>>;

/** Options of sox for samples without a header. */
export const telephone = ["-t", "raw", "-e", "mu-law", "-r", "8000", "-c", "1"];
export const pcmAt = (rate: number) => [
  "-t",
  "raw",
  "-e",
  "signed",
  "-b",
  "16",
  "-r",
  String(rate),
  "-c",
  "1",
];

/** A copy, because a buffer may begin at an odd address. */
export const samplesOf = (pcm: Buffer) => new Int16Array(new Uint8Array(pcm).buffer);
