import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { endProcess } from "../../tools/end-process.ts";

/** The folder of the unpacked packages, which `npm run test:pbx` names. */
export const packages = process.env.SOUFFLEUR_PBX ?? "";

export const libraries = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  .map((triplet) => join(packages, "usr/lib", triplet))
  .find((folder) => existsSync(folder));

/** A program of the packages through their own loader and libraries, which are newer than the machine's. */
function command(program: string): [string, string[]] {
  if (libraries === undefined) throw new Error("SOUFFLEUR_PBX names no folder with Debian packages");
  const loader = ["usr/lib64/ld-linux-x86-64.so.2", "usr/lib/ld-linux-aarch64.so.1"]
    .map((file) => join(packages, file))
    .find((file) => existsSync(file));
  const folders = `${libraries}:${join(libraries, "pulseaudio")}`;
  return [loader ?? "", ["--library-path", folders, join(packages, program)]];
}

export async function runProgram(program: string, args: readonly string[]): Promise<void> {
  const [loader, first] = command(program);
  await promisify(execFile)(loader, [...first, ...args]);
}

export interface Program {
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export function startProgram(program: string, args: readonly string[], cwd: string): Program {
  const [loader, first] = command(program);
  return watch(spawn(loader, [...first, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] }));
}

/** Keeps a process's output, and how it ends. */
export function watch(child: ChildProcess): Program {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  return {
    ended,
    output: () => printed,
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
