import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../run-step.mjs";
import { StepError } from "../step-error.mjs";
import { secondsSince } from "../step-progress.mjs";
import { fetchDebianPackages, reasonOf } from "./debian-packages.ts";

const run = promisify(execFile);

/** The version that the engine's binary is linked against. */
const neededGlibc = [2, 38] as const;
/** The first Debian release whose C library is new enough. */
const release = "trixie";
const packages = ["libc6", "libstdc++6", "libgcc-s1"];

const architectures: Record<string, { triplet: string; loader: string } | undefined> = {
  x64: { triplet: "x86_64-linux-gnu", loader: "ld-linux-x86-64.so.2" },
  arm64: { triplet: "aarch64-linux-gnu", loader: "ld-linux-aarch64.so.1" },
};

const cacheDir = join(root, ".cache/glibc");

/**
 * How to start Node.js so that it can load the embedded engine: the command, and the arguments before the script.
 * If the machine's C library is too old, a newer one is fetched once, for that process only.
 * @param log is called before and after a download
 * @throws Error one line for the user, if the library is too old and no newer one can be fetched
 */
export async function nodeForEngine(
  log: (line: string) => void = () => {},
): Promise<{ command: string; args: string[] }> {
  const plain = { command: process.execPath, args: [] };
  if (process.platform !== "linux") return plain;
  const present = glibcVersion();
  if (present !== undefined && isEnough(present)) return plain;
  const architecture = architectures[process.arch];
  if (present === undefined || architecture === undefined) {
    throw unsupported(present, "no other C library fits this machine");
  }
  const folder = join(cacheDir, `${release}-${process.arch}`);
  const libraries = join(folder, "usr/lib", architecture.triplet);
  const loader = join(libraries, architecture.loader);
  if (!existsSync(loader)) {
    log(`Fetching a newer C library for the embedded database (this machine has glibc ${present}) …`);
    const started = performance.now();
    try {
      await fetchLibrary(folder, join("usr/lib", architecture.triplet), architecture.loader);
    } catch (error) {
      throw unsupported(present, reasonOf(error));
    }
    log(`Fetched the C library in ${secondsSince(started)}.`);
  }
  return { command: loader, args: ["--library-path", libraries, process.execPath] };
}

/** Fetches the C library for the embedded database if it is needed and no MongoDB server is used instead. */
export async function prepareEngine(): Promise<void> {
  if (process.env.MONGODB_URI) return;
  await nodeForEngine(console.log).catch((error) => {
    throw new StepError(error.message);
  });
}

function glibcVersion(): string | undefined {
  // Missing in the typings; without it the report resolves the host name of every open socket.
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork?: boolean };
  report.excludeNetwork = true;
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
}

function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = neededGlibc;
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

function unsupported(present: string | undefined, reason: string): Error {
  const has = present === undefined ? "this machine has none" : `this machine has ${present}`;
  return new Error(
    `The embedded database needs glibc ${neededGlibc.join(".")} or newer, ${has} and a newer one could not be fetched (${reason}). Set MONGODB_URI to the address of a MongoDB server.`,
  );
}

async function fetchLibrary(folder: string, libraries: string, loader: string): Promise<void> {
  const isThere = () => existsSync(join(folder, libraries, loader));
  await fetchDebianPackages({
    folder,
    isThere,
    release,
    packages,
    async check(unpacked) {
      const found = join(unpacked, libraries);
      await run(join(found, loader), ["--library-path", found, process.execPath, "--version"]);
    },
  });
}
