import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runNginx } from "../../tools/programs/nginx.ts";
import { root } from "../../tools/run-step.mjs";

/**
 * The documented nginx before an API, in places of its own; it ends with `stop`.
 * @param port where it listens, on the loopback
 */
export function runDocumentedNginx(nginx: string, port: number, apiUrl: string) {
  const documented = readFileSync(join(root, "api/deploy/nginx.conf"), "utf8");
  return runNginx(nginx, port, (folder) =>
    documented
      .replace("listen 8080", `listen 127.0.0.1:${port}`)
      .replace("/tmp/souffleur-bundles", join(folder, "bundles"))
      .replace("http://api:3000", apiUrl.replace("localhost", "127.0.0.1")),
  );
}
