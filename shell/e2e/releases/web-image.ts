import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { findNginx, runNginx } from "../../../api/tools/nginx.ts";

interface Host {
  nginx: string;
  /** Where it listens, on the loopback. */
  port: number;
  /** Of the API that it passes calls on to. */
  apiPort: number;
  releasesDir: string;
}

/** What the image before the API processes is configured with, on files that lie as the image has them. */
function imageHost({ port, apiPort, releasesDir }: Host, folder: string): string {
  const files = path.join(folder, "srv");
  mkdirSync(files);
  symlinkSync(path.resolve("shell/dist/assets"), path.join(files, "assets"));
  symlinkSync(releasesDir, path.join(files, "remotes"));
  return readFileSync("api/deploy/nginx.conf", "utf8")
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replaceAll("root /srv", `root ${files}`)
    .replace("http://api:3000", `http://127.0.0.1:${apiPort}`);
}

/** nginx as the image before the API processes; ends with `stop`. */
export async function serveAsImage(host: Host): Promise<{ url: string; stop(): Promise<void> }> {
  const { stop } = await runNginx(host.nginx, host.port, (folder) => imageHost(host, folder));
  return { url: `http://localhost:${host.port}`, stop };
}

/** The path of an nginx. CI without one gets a warning; a developer gets the error. */
export async function findNginxOrWarn(): Promise<string | undefined> {
  try {
    return await findNginx();
  } catch (error) {
    if (process.env.CI === undefined) throw error;
    console.warn(`nginx can't be had on this machine, so nothing was tested behind it: ${error}`);
    return undefined;
  }
}
