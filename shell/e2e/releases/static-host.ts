import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { endProcess } from "../../../api/tools/end-process.ts";
import { findNginx } from "../../../api/tools/nginx.ts";

interface StaticHost {
  nginx: string;
  /** Where it listens, on the loopback. */
  port: number;
  /** Of the API that it passes calls on to. */
  apiPort: number;
  releasesDir: string;
  /** Another origin that its pages take remotes from. */
  remoteOrigin?: string;
}

const types = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  woff2: "font/woff2",
};

/** The deployment's example of a plain static host, in its own places. */
function staticHost({ port, apiPort, releasesDir, remoteOrigin = "" }: StaticHost): string {
  return readFileSync("api/deploy/static-host.conf", "utf8")
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replace("/srv/shell", path.resolve("shell/dist"))
    .replaceAll("/srv/remotes", releasesDir)
    .replace("127.0.0.1:3000", `127.0.0.1:${apiPort}`)
    .replace("script-src 'self'", `script-src 'self' ${remoteOrigin}`);
}

/** What the image before the API processes is configured with, on files that lie as the image has them. */
export function imageHost({ port, apiPort, releasesDir }: StaticHost, folder: string): string {
  const files = path.join(folder, "srv");
  mkdirSync(files);
  symlinkSync(path.resolve("shell/dist/assets"), path.join(files, "assets"));
  symlinkSync(releasesDir, path.join(files, "remotes"));
  return readFileSync("api/deploy/nginx.conf", "utf8")
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replaceAll("root /srv", `root ${files}`)
    .replace("http://api:3000", `http://127.0.0.1:${apiPort}`);
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

/** nginx as a plain static host, or as the image before the API processes; ends with `stop`. */
export async function serveStatically(
  host: StaticHost,
  as: (host: StaticHost, folder: string) => string = staticHost,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), "souffleur-nginx-"));
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, configuration(as(host, folder), folder));
  const server = spawn(host.nginx, ["-p", folder, "-c", file, "-e", "stderr"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  await answering(server, host.port);
  return {
    url: `http://localhost:${host.port}`,
    async stop() {
      await endProcess(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
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

/** The path of an nginx. CI without one gets a warning; a developer gets the error. */
export async function findNginxOrWarn(): Promise<string | undefined> {
  try {
    return await findNginx();
  } catch (error) {
    if (process.env.CI === undefined) throw error;
    console.warn(
      `nginx can't be had on this machine, so nothing was tested on a plain static host: ${error}`,
    );
    return undefined;
  }
}
