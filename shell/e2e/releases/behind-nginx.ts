import { readFileSync } from "node:fs";
import path from "node:path";
import { findNginx, runNginx } from "../../../api/tools/programs/nginx.ts";

interface Host {
  nginx: string;
  /** Where it listens, on the loopback. */
  port: number;
  /** Of the API that it passes calls on to. */
  apiPort: number;
}

/** The configuration for a deployment, in places of its own. */
function configured({ port, apiPort }: Host, folder: string): string {
  return readFileSync("api/deploy/nginx.conf", "utf8")
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replace("/tmp/souffleur-bundles", path.join(folder, "bundles"))
    .replace("http://api:3000", `http://127.0.0.1:${apiPort}`);
}

/** nginx before the API processes, as deployed; ends with `stop`. */
export async function serveBehindNginx(host: Host): Promise<{ url: string; stop(): Promise<void> }> {
  const { stop } = await runNginx(host.nginx, host.port, (folder) => configured(host, folder));
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
