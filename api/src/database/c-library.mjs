// Plain JavaScript because the set-up runs it before anything is built.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fetchDebianPackages, reasonOf } from "./debian-packages.mjs";

const run = promisify(execFile);

/** The engine's binary is linked against this version; an older one cannot load it. */
const neededGlibc = [2, 38];
/** The first Debian release whose C library is new enough. */
const release = "trixie";
const packages = ["libc6", "libstdc++6", "libgcc-s1"];

/** @type {Record<string, { triplet: string, loader: string } | undefined>} */
const architectures = {
  x64: { triplet: "x86_64-linux-gnu", loader: "ld-linux-x86-64.so.2" },
  arm64: { triplet: "aarch64-linux-gnu", loader: "ld-linux-aarch64.so.1" },
};

/** This file stands three folders below the root, built or not. */
const cacheDir = fileURLToPath(new URL("../../../.cache/glibc/", import.meta.url));

/**
 * How to start Node.js so that the embedded engine loads: the command, and the arguments before the script.
 * Where the C library is too old, a newer one is fetched once and only that process runs on it.
 * @param {(line: string) => void} [say] told when something is about to be downloaded
 * @returns {Promise<{ command: string, args: string[] }>}
 * @throws {Error} one line for the user, where the machine's library is too old and no newer one can be had
 */
export async function nodeForEngine(say = () => {}) {
  const plain = { command: process.execPath, args: [] };
  if (process.platform !== "linux") return plain;
  const present = glibcVersion();
  if (present !== undefined && isEnough(present)) return plain;
  const architecture = architectures[process.arch];
  if (present === undefined || architecture === undefined) {
    throw unsupported(present, "no other C library fits this machine");
  }
  const root = join(cacheDir, `${release}-${process.arch}`);
  const libraries = join(root, "usr/lib", architecture.triplet);
  const loader = join(libraries, architecture.loader);
  if (!existsSync(loader)) {
    say(`Fetching a newer C library for the embedded database (this machine has glibc ${present}) …`);
    try {
      await fetchLibrary(root, join("usr/lib", architecture.triplet), architecture.loader);
    } catch (error) {
      throw unsupported(present, reasonOf(error));
    }
  }
  return { command: loader, args: ["--library-path", libraries, process.execPath] };
}

function glibcVersion() {
  // The typings lag behind; without this the report resolves every open socket's host name.
  const report = /** @type {NodeJS.ProcessReport & { excludeNetwork?: boolean }} */ (process.report);
  report.excludeNetwork = true;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (report.getReport());
  return header.glibcVersionRuntime;
}

/** @param {string} version */
function isEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = neededGlibc;
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

/** @param {string | undefined} present @param {string} reason */
function unsupported(present, reason) {
  const has = present === undefined ? "this machine has none" : `this machine has ${present}`;
  return new Error(
    `The embedded database needs glibc ${neededGlibc.join(".")} or newer, ${has} and a newer one could not be fetched (${reason}). Set MONGODB_URI to the address of a MongoDB server.`,
  );
}

/** @param {string} root @param {string} libraries @param {string} loader */
async function fetchLibrary(root, libraries, loader) {
  const isThere = () => existsSync(join(root, libraries, loader));
  await fetchDebianPackages({
    root,
    isThere,
    release,
    packages,
    async check(unpacked) {
      const found = join(unpacked, libraries);
      await run(join(found, loader), ["--library-path", found, process.execPath, "--version"]);
    },
  });
}
