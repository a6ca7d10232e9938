import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { fetchDebianPackages } from "../src/database/debian-packages.mjs";
import { root } from "./run.mjs";

/** Debian's stable releases have no Asterisk any more; its unstable one has a current one. */
const release = "sid";
const packages = ["asterisk", "asterisk-modules", "sip-tester", "espeak-ng"];
const folder = path.join(root, ".cache/asterisk", `${release}-${process.arch}`);

const triplets = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };
const loaders = { x64: "usr/lib64/ld-linux-x86-64.so.2", arm64: "usr/lib/ld-linux-aarch64.so.1" };

/**
 * Asterisk, sipp and espeak-ng in the ignored cache folder, fetched once. Nothing of them is installed: they run
 * through the unpacked loader, on the unpacked libraries.
 * @returns {Promise<string>} the folder with their files
 * @throws {Error} where they can't be had
 */
export async function asteriskPackages() {
  const isThere = () => existsSync(path.join(folder, "usr/sbin/asterisk"));
  if (isThere()) return folder;
  if (process.platform !== "linux" || !Object.hasOwn(triplets, process.arch)) {
    throw new Error("that is done on Debian alone");
  }
  console.log("Fetching Asterisk, sipp and espeak-ng into .cache …");
  await fetchDebianPackages({
    root: folder,
    isThere,
    release,
    packages,
    withDependencies: true,
    async check(unpacked) {
      const [command, ...args] = through(unpacked, "usr/sbin/asterisk");
      await promisify(execFile)(command, [...args, "-V"]);
    },
  });
  return folder;
}

/**
 * How a program of the unpacked packages is started: the loader, where its libraries are, the program.
 * @param {string} unpacked @param {string} program
 * @returns {string[]}
 */
function through(unpacked, program) {
  const libraries = path.join(unpacked, "usr/lib", triplets[process.arch]);
  // espeak-ng's sound library keeps a part of itself in a folder of its own.
  const folders = [libraries, path.join(libraries, "pulseaudio")].join(":");
  return [
    path.join(unpacked, loaders[process.arch]),
    "--library-path",
    folders,
    path.join(unpacked, program),
  ];
}
