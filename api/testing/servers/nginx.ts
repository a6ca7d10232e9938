import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runNginx } from "../../tools/programs/nginx.ts";
import { root } from "../../tools/run-step.mjs";

/**
 * The documented nginx before an API, in places of its own; it ends with `stop`.
 * @param port where it listens, on the loopback
 */
export async function runDocumentedNginx(nginx: string, port: number, apiUrl: string) {
  const documented = readFileSync(join(root, "api/deploy/nginx.conf"), "utf8");
  let logs = "";
  const { stop } = await runNginx(nginx, port, (folder) => {
    logs = folder;
    return documented
      .replace("listen 8080", `listen 127.0.0.1:${port}`)
      .replace("/tmp/souffleur-bundles", join(folder, "bundles"))
      .replaceAll("/var/log/nginx", folder)
      .replace("http://api:3000", apiUrl.replace("localhost", "127.0.0.1"));
  });
  return {
    stop,
    /** All that it has logged. */
    logged: () => ["access.log", "error.log"].map((name) => readFileSync(join(logs, name), "utf8")).join(""),
  };
}
