import { inspect } from "node:util";
import { clock } from "./clock.ts";
import { banner } from "./config/banner.ts";
import { createCensor } from "./config/censor.ts";
import { misspelt } from "./config/misspelt.ts";
import { terminalLines } from "./config/terminal-lines.ts";
import { ConfigError, readConfig } from "./config.ts";
import { resolveSecrets } from "./crypto/signing-keys.ts";
import { type EmbeddedEngine, startEmbeddedEngine } from "./database/embedded-engine.ts";
import { DatabaseStartError } from "./database/start-error.ts";
import { listen, requireFreePort } from "./http/connections/listen.ts";
import { createLogger } from "./http/logger.ts";
import { startTracing } from "./http/tracing.ts";
import { ReleaseError } from "./releases/store/release-error.ts";

const censor = createCensor(process.env);
/** Called in reverse order at a stop. */
const closers: (() => Promise<unknown>)[] = [];
/** When a stop was requested, in milliseconds since 1970. */
let stopRequestedAt: number | undefined;
let engine: EmbeddedEngine | undefined;
/** npm sends one Ctrl-C twice, a millisecond apart. */
const sameRequestMs = 1000;

/** A stop was requested during the start. */
class Interrupted extends Error {}

function throwIfStopped(): void {
  if (stopRequestedAt !== undefined) throw new Interrupted();
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL, await terminalLines(config), censor);
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "unexpected error; the process ends");
    process.exit(1);
  });

  for (const { name, meant } of misspelt(process.env))
    log.warn(`${name} is no setting, and has no effect; ${meant} was probably meant`);

  await requireFreePort(config);
  // Most of a start's time, in which the engine's process starts, too.
  const modules = Promise.all([
    import("./app.ts"),
    import("./database/connect.ts"),
    import("./migrations/migrate.ts"),
    import("./releases/pages.ts"),
    import("./administration/seed.ts"),
    import("./suggestions/rank-replies.ts"),
  ]);
  // The engine first: a second start must fail at its lock on the folder.
  let uri = config.MONGODB_URI;
  if (uri === undefined) {
    engine = await startEmbeddedEngine({ dataDir: config.DATA_DIR, log, onNotice: console.log });
    closers.push(engine.close);
    uri = engine.uri;
    throwIfStopped();
  }
  const secrets = await resolveSecrets(config);
  const [
    { createApp },
    { connectDatabase, explainStart },
    { migrate },
    { createPages },
    { demoAccounts },
    { warmPlaybook },
  ] = await modules;
  const connection = await connectDatabase(uri, log);
  closers.push(() => connection.close());
  throwIfStopped();

  const explained = (error: unknown): never => {
    log.debug({ err: error }, "the start failed");
    throw explainStart(error);
  };
  await migrate(connection, { log }).catch(explained);
  const pages = await createPages({
    connection,
    log,
    loading: { timeoutMs: config.REMOTE_TIMEOUT_MS, fallback: config.REMOTE_FALLBACK },
  }).catch(explained);
  const tracing = await startTracing(process.env);
  if (tracing) closers.push(() => tracing.stop());
  const app = createApp({ config, log, connection, secrets, pages, tracing });
  closers.push(() => app.stop());
  await app.start().catch(explained);
  throwIfStopped();

  const port = await listen(app.server, config);
  log.info({ port }, "serving");
  if (!config.production) console.log(banner(config, port, config.SEED_DEMO ? demoAccounts() : []));
  // Served already: the first suggestion is as fast as those after it.
  await warmPlaybook();
}

async function closeAll(): Promise<boolean> {
  let clean = true;
  for (const close of closers.splice(0).reverse()) {
    await close().catch((error: unknown) => {
      console.error(printed(error));
      clean = false;
    });
  }
  return clean;
}

function printed(error: unknown): string {
  return censor(inspect(error));
}

const starting = start();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, async () => {
    if (stopRequestedAt !== undefined) {
      // A second signal ends the process at once. The engine ends with it, and its journal is complete.
      if (clock.ms() - stopRequestedAt > sameRequestMs) process.exit(1);
      return;
    }
    stopRequestedAt = clock.ms();
    await starting.catch(() => {});
    process.exit((await closeAll()) ? 0 : 1);
  });
}

starting.catch(async (thrown: unknown) => {
  if (thrown instanceof Interrupted) return;
  // What fails on a full disk, fails in many ways.
  const error = (await engine?.fullDisk()) ?? thrown;
  const isExpected =
    error instanceof ConfigError || error instanceof DatabaseStartError || error instanceof ReleaseError;
  console.error(isExpected ? censor(error.message) : printed(error));
  await closeAll();
  process.exit(1);
});
