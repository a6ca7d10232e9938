import type { Connection } from "mongoose";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { connectDatabase } from "../src/database/connect.ts";
import { createLogger, type Logger } from "../src/http/logger.ts";
import type { Pages } from "../src/releases/pages.ts";
import type { Tuning } from "../src/tuning.ts";
import { listen } from "../tools/network.ts";
import { createPeople, testCost, testSecret } from "./people/people.ts";
import { createRequest } from "./request.ts";

export interface ServeOptions {
  connection: Connection;
  /** Overrides the tests' environment variables. */
  env?: Record<string, string>;
  secrets?: readonly string[];
  log?: Logger;
  /** Makes the shell and the registry of its remotes, for tests of them. */
  pages?: ((connection: Connection) => Promise<Pages>) | undefined;
  tuning?: Tuning;
  /** By default a free one. */
  port?: number;
}

/** Serves the whole API from a database; it needs no jest, so that it can run in a process of its own too. */
export async function serve({
  connection,
  env = {},
  secrets = [testSecret],
  log = createLogger("silent"),
  pages: makePages,
  tuning,
  port,
}: ServeOptions) {
  const config = readConfig({ NODE_ENV: "test", TRUST_PROXY: "1", SEED_DEMO: "false", ...env });
  const pages = await makePages?.(connection);
  // Long enough for fifty sign-ins at once on a busy machine.
  const app = createApp({
    config,
    log,
    connection,
    secrets,
    tuning: { hashWaitMs: 60_000, hashCost: testCost, busyMs: Number.POSITIVE_INFINITY, ...tuning },
    ...(pages && { pages }),
  });
  await app.start();
  const url = `http://127.0.0.1:${await listen(app.server, "127.0.0.1", port)}`;
  return {
    url,
    app,
    config,
    connection,
    /** @throws where the test has none */
    pages(): Pages {
      if (pages === undefined) throw new Error("no pages");
      return pages;
    },
    request: createRequest(url, config.allowedOrigins[0]),
    /** The value of one series in `/metrics`, named as there; 0 if nothing was counted. */
    async metric(series: string): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text();
      const line = text.split("\n").find((each) => each.startsWith(`${series} `));
      return Number(line?.slice(series.length) ?? 0);
    },
    ...createPeople(connection, config, secrets),
    close: () => app.stop(),
  };
}

/** Serves the API in a process of its own, which a test may kill. */
export async function serveAlone({ uri, ...options }: Omit<ServeOptions, "connection"> & { uri: string }) {
  const connection = await connectDatabase(uri, createLogger("silent"));
  const { url } = await serve({ ...options, connection });
  process.send?.(url);
}
