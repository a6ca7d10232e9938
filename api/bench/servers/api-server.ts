import { once } from "node:events";
import type { SignedIn } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/http/logger.ts";
import { createPages } from "../../src/releases/pages.ts";
import type { ServedShell } from "../../src/releases/serve-shell.ts";
import { warmPlaybook } from "../../src/suggestions/rank-replies.ts";
import { freePort } from "../../tools/network.ts";
import { password, startDatabase } from "./database.ts";

export const json = { "content-type": "application/json" };

export type ApiServer = Awaited<ReturnType<typeof startServer>>;

export const builtPages = (connection: Connection) =>
  createPages({ connection, log: createLogger("silent") });

/**
 * The whole API with its demonstration accounts in this process, on a database engine and a folder of its own.
 * @param makePages the pages that it serves
 */
export async function startServer(makePages?: (connection: Connection) => Promise<ServedShell | undefined>) {
  const database = await startDatabase();
  const { connection } = database;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({
    DATA_DIR: database.dataDir,
    TRUST_PROXY: "1",
    SEED_DEMO: "true",
    LOG_LEVEL: "silent",
    PUBLIC_URL: url,
  });
  const pages = await makePages?.(connection);
  const secrets = ["a-secret-for-benchmarks-alone-0123456789"];
  const log = createLogger("silent");
  const app = createApp({ config, log, connection, secrets, ...(pages && { pages }) });
  await app.start();
  app.server.listen(port, "localhost");
  await once(app.server, "listening");
  await warmPlaybook();
  let signIns = 0;
  return {
    url,
    connection,
    realtime: app.realtime,
    /** Stores and emits calls and their lines, as those of telephones. */
    live: app.calls.forTelephony.live,
    /** Signs in a member of the demonstration organization, by the name in front of the @ sign. */
    async signIn(name: string): Promise<SignedIn & { cookie: string }> {
      const email = `${name}@lumiere.example`;
      signIns += 1;
      const headers = { ...json, "x-forwarded-for": `10.200.0.${signIns % 250}` };
      const body = JSON.stringify({ email, password });
      const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body });
      const { data } = (await answer.json()) as { data: SignedIn };
      return { ...data, cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
    },
    async stop() {
      await app.stop();
      await database.stop();
    },
  };
}
