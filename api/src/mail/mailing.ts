import type { Connection } from "mongoose";
import type { Config } from "../config.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import type { NoticeQuota } from "./deliveries.ts";
import { createDevMailbox } from "./dev-mailbox.ts";
import { smtpTransport } from "./transport.ts";
import { connectionsMax, createMailWorker, type MailWorker } from "./worker.ts";

interface MailingDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  metrics: Metrics;
  quota: NoticeQuota;
  jobs: Pick<Jobs, "leased">;
}

/** Sends mail to the configured server, else to the development mailbox. */
export function createMailing(deps: MailingDeps): MailWorker {
  const { config, connection } = deps;
  if (config.SMTP_URL !== undefined) {
    const host = new URL(config.PUBLIC_URL).hostname;
    const transport = smtpTransport({
      url: config.SMTP_URL,
      from: config.MAIL_FROM,
      host,
      connections: connectionsMax,
    });
    return createMailWorker({ ...deps, transport });
  }
  if (config.production) throw new Error("production needs SMTP_URL");
  const { transport, ...mailbox } = createDevMailbox(connection);
  return { ...mailbox, ...createMailWorker({ ...deps, transport }) };
}
