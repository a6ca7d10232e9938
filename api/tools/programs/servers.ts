import { existsSync } from "node:fs";
import { aptInstall } from "./debian-packages.ts";

interface Server {
  variable: string;
  paths: readonly string[];
  package: string;
}

const servers: readonly Server[] = [
  // Debian's redis-tools has the same binary under another name, and starts no service when it is installed.
  {
    variable: "REDIS_SERVER",
    paths: ["/usr/bin/redis-server", "/usr/bin/redis-check-rdb"],
    package: "redis-tools",
  },
  { variable: "HAPROXY", paths: ["/usr/sbin/haproxy"], package: "haproxy" },
];

/**
 * Sets the environment variables with the paths of a Redis server and of HAProxy, and installs them where possible.
 * Tests that need them report what is missing.
 */
export async function ensureServers(): Promise<void> {
  const missing = servers.filter((server) => find(server) === undefined).map((server) => server.package);
  const why = `Installing Debian's ${missing.join(" and ")} for the tests of several nodes …`;
  if (missing.length > 0) await aptInstall(missing, why);
  for (const server of servers) {
    const path = find(server);
    if (path !== undefined) process.env[server.variable] = path;
  }
}

function find({ variable, paths }: Server): string | undefined {
  return [process.env[variable], ...paths].find((path) => path && existsSync(path));
}
