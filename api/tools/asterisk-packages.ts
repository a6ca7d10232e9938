import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { fetchDebianPackages } from "./debian-packages.ts";
import { root } from "./run-step.mjs";

/** Debian's stable releases have no Asterisk any more; its unstable one has a current one. */
const release = "sid";
const packages = ["asterisk", "asterisk-modules", "sip-tester", "espeak-ng"];
const folder = path.join(root, ".cache/asterisk", `${release}-${process.arch}`);

const architectures: Record<string, { triplet: string; loader: string } | undefined> = {
  x64: { triplet: "x86_64-linux-gnu", loader: "usr/lib64/ld-linux-x86-64.so.2" },
  arm64: { triplet: "aarch64-linux-gnu", loader: "usr/lib/ld-linux-aarch64.so.1" },
};

/**
 * Asterisk, sipp and espeak-ng in the ignored cache folder, fetched once. Nothing of them is installed: they run
 * through the unpacked loader, on the unpacked libraries.
 * @returns the folder with their files
 * @throws Error where they can't be had
 */
export async function asteriskPackages(): Promise<string> {
  const architecture = architectures[process.arch];
  const isThere = () => existsSync(path.join(folder, "usr/sbin/asterisk"));
  if (isThere()) return folder;
  if (process.platform !== "linux" || architecture === undefined) {
    throw new Error("that is done on Debian alone");
  }
  console.log("Fetching Asterisk, sipp and espeak-ng into .cache …");
  await fetchDebianPackages({
    folder,
    isThere,
    release,
    packages,
    withDependencies: true,
    async check(unpacked) {
      const libraries = path.join(unpacked, "usr/lib", architecture.triplet);
      // Through the unpacked loader; espeak-ng's sound library keeps a part of itself in a folder of its own.
      const folders = [libraries, path.join(libraries, "pulseaudio")].join(":");
      const program = path.join(unpacked, "usr/sbin/asterisk");
      const args = ["--library-path", folders, program, "-V"];
      await promisify(execFile)(path.join(unpacked, architecture.loader), args);
    },
  });
  return folder;
}
