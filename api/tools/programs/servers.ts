import { existsSync } from "node:fs";
import { oneAtATime } from "../one-at-a-time.mjs";
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
  if (missing().length > 0) await oneAtATime("servers", install);
  for (const server of servers) {
    const path = find(server);
    if (path !== undefined) process.env[server.variable] = path;
  }
}

async function install(): Promise<void> {
  const packages = missing().map((server) => server.package);
  if (packages.length === 0) return;
  await aptInstall(
    packages,
    `Installing Debian's ${packages.join(" and ")} for the tests of several nodes …`,
  );
}

function missing(): Server[] {
  return servers.filter((server) => find(server) === undefined);
}

function find({ variable, paths }: Server): string | undefined {
  return [process.env[variable], ...paths].find((path) => path && existsSync(path));
}
