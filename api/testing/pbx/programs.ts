import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { promisify } from "node:util";
import { endProcess, outputOf } from "../../tools/child-process.ts";
import { unpackedProgram } from "../../tools/programs/asterisk-packages.ts";

/** The folder of the unpacked packages, set by `npm run test:pbx`. */
export const packages = process.env.SOUFFLEUR_PBX ?? "";
if (packages === "") throw new Error("SOUFFLEUR_PBX names no folder with Debian packages");

/** The ports of media between Asterisk and the telephones: 2,000 of Asterisk, then the telephones', for each process of jest. */
export const firstRtpPort = 20_000 + 2500 * Number(process.env.JEST_WORKER_ID ?? 1);

export const { libraries } = unpackedProgram(packages, "");

export async function runProgram(program: string, args: readonly string[]): Promise<void> {
  const { loader, args: first } = unpackedProgram(packages, program);
  await promisify(execFile)(loader, [...first, ...args]);
}

export interface Program {
  /** Resolves with the exit code, or the signal that ended the program. */
  ended: Promise<number | string>;
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export function startProgram(program: string, args: readonly string[], cwd: string): Program {
  const { loader, args: first } = unpackedProgram(packages, program);
  return watch(spawn(loader, [...first, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] }));
}

/** Collects a process's output and its end. */
export function watch(child: ChildProcess): Program {
  const { output } = outputOf(child);
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  return {
    ended,
    output,
    async stop(signal = "SIGTERM") {
      await endProcess(child, signal);
    },
  };
}

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  socket.close();
  await once(socket, "close");
  return port;
}
