import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { fetchDebianPackages } from "../src/database/debian-packages.mjs";
import { root } from "./run.mjs";

/** Fetched and unpacked, never installed: an installed one would begin to serve this machine. */
const folder = path.join(root, ".cache/nginx");
const program = "usr/sbin/nginx";
const works = (file) => promisify(execFile)(file, ["-v"]);

/**
 * The path of an nginx: the one that `NGINX` names, the machine's own, or Debian's, fetched once into the ignored
 * cache folder.
 * @returns {Promise<string>}
 * @throws {Error} where none can be had
 */
export async function findNginx() {
  const fetched = path.join(folder, program);
  const isThere = () => existsSync(fetched);
  const found = [process.env.NGINX, `/${program}`, fetched].find((file) => file && existsSync(file));
  if (found !== undefined) return found;
  const system = await readFile("/etc/os-release", "utf8").catch(() => "");
  const release = /^VERSION_CODENAME=(\w+)/m.exec(system)?.[1] ?? "stable";
  console.log("Fetching Debian's nginx into .cache …");
  await fetchDebianPackages({
    root: folder,
    isThere,
    release,
    packages: ["nginx"],
    check: (unpacked) => works(path.join(unpacked, program)),
  });
  return fetched;
}
