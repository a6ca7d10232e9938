import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { debianRelease, fetchDebianPackages } from "./debian-packages.ts";
import { root } from "./run-step.mjs";

/** Fetched and unpacked, not installed: an installed nginx would start as a service. */
const folder = path.join(root, ".cache/nginx");
const program = "usr/sbin/nginx";
const works = (file: string) => promisify(execFile)(file, ["-v"]);

/**
 * The path of an nginx: that of `NGINX`, the machine's own, or Debian's, which is fetched once into the ignored cache
 * folder.
 * @throws Error if none can be fetched
 */
export async function findNginx(): Promise<string> {
  const fetched = path.join(folder, program);
  const isThere = () => existsSync(fetched);
  const found = [process.env.NGINX, `/${program}`, fetched].find((file) => file && existsSync(file));
  if (found !== undefined) return found;
  console.log("Fetching Debian's nginx into .cache …");
  await fetchDebianPackages({
    folder,
    isThere,
    release: (await debianRelease()) ?? "stable",
    packages: ["nginx"],
    check: (unpacked) => works(path.join(unpacked, program)),
  });
  return fetched;
}
