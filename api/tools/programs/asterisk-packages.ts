import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../run-step.mjs";
import { fetchDebianPackages } from "./debian-packages.ts";

/** Debian's stable releases no longer have Asterisk; the unstable one does. */
const release = "sid";
const packages = ["asterisk", "asterisk-modules", "sip-tester", "espeak-ng"];
const folder = path.join(root, ".cache/asterisk", `${release}-${process.arch}`);

const architectures: Record<string, { triplet: string; loader: string } | undefined> = {
  x64: { triplet: "x86_64-linux-gnu", loader: "usr/lib64/ld-linux-x86-64.so.2" },
  arm64: { triplet: "aarch64-linux-gnu", loader: "usr/lib/ld-linux-aarch64.so.1" },
};

/**
 * How to start a program of unpacked packages: through their own loader and libraries, which are newer than the
 * machine's. What an installation links into the folder of libraries stands in folders of its own there.
 * @throws Error on another platform than Debian's
 */
export function unpackedProgram(packages: string, program: string) {
  const architecture = process.platform === "linux" ? architectures[process.arch] : undefined;
  if (architecture === undefined) throw new Error("this works on Debian only");
  const libraries = path.join(packages, "usr/lib", architecture.triplet);
  return {
    libraries,
    loader: path.join(packages, architecture.loader),
    args: [
      "--library-path",
      [libraries, ...["pulseaudio", "blas", "lapack"].map((own) => path.join(libraries, own))].join(":"),
      path.join(packages, program),
    ],
  };
}

/**
 * Fetches Asterisk, sipp and espeak-ng into the ignored cache folder, once. They are unpacked, not installed.
 * @returns the folder with their files
 * @throws Error if they cannot be fetched
 */
export async function asteriskPackages(): Promise<string> {
  const isThere = () => existsSync(path.join(folder, "usr/sbin/asterisk"));
  if (isThere()) return folder;
  console.log("Fetching Asterisk, sipp and espeak-ng into .cache …");
  await fetchDebianPackages({
    folder,
    isThere,
    release,
    packages,
    withDependencies: true,
    async check(unpacked) {
      const { loader, args } = unpackedProgram(unpacked, "usr/sbin/asterisk");
      await promisify(execFile)(loader, [...args, "-V"]);
    },
  });
  return folder;
}
