import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { endProcess } from "../child-process.ts";
import { root } from "../run-step.mjs";
import { makeScratchFolder } from "../scratch-folder.ts";
import { debianRelease, fetchDebianPackages } from "./debian-packages.ts";

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

const types = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  woff2: "font/woff2",
};

/**
 * Runs an nginx until `stop`.
 * @param port of the loopback, on which one of its servers listens
 * @param servers its `server` blocks; the folder is empty, for files of theirs
 */
export async function runNginx(
  nginx: string,
  port: number,
  servers: (folder: string) => string,
): Promise<{ stop(): Promise<void> }> {
  const folder = makeScratchFolder("nginx");
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, configuration(servers(folder), folder));
  const server = spawn(nginx, ["-p", folder, "-c", file, "-e", "stderr"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  await answering(server, port);
  return {
    async stop() {
      await endProcess(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(server: string, folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    daemon off;
    master_process off;
    pid ${folder}/nginx.pid;
    error_log stderr crit;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
      types { ${Object.entries(types)
        .map(([extension, type]) => `${type} ${extension};`)
        .join(" ")} }
      ${server}
    }`;
}

/** nginx does not report that it listens: polled until it answers or ends. */
async function answering(server: ChildProcess, port: number): Promise<void> {
  while (server.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const connected = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nginx ended with ${server.exitCode}; its output is above`);
}
