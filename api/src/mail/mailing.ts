import { Router } from "express";
import type { Connection } from "mongoose";
import type { Config } from "../config.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import { createDevMailbox } from "./dev-mailbox.ts";
import { smtpTransport } from "./transport.ts";
import { createMailWorker, type MailWorker } from "./worker.ts";

interface Mailing {
  worker: MailWorker;
  /** The development mailbox, where there is one. */
  pages: Router;
  createIndexes(): Promise<void>;
  sweep(): Promise<void>;
}

interface MailingDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  metrics: Metrics;
}

/** Outgoing mail: to the configured server, else to the development mailbox. */
export function createMailing({ config, log, connection, metrics }: MailingDeps): Mailing {
  if (config.SMTP_URL !== undefined) {
    const host = new URL(config.PUBLIC_URL).hostname;
    const transport = smtpTransport({ url: config.SMTP_URL, from: config.MAIL_FROM, host });
    const nothing = async () => {};
    return {
      worker: createMailWorker({ log, transport, metrics }),
      pages: Router(),
      createIndexes: nothing,
      sweep: nothing,
    };
  }
  if (config.production) throw new Error("production needs SMTP_URL");
  const { transport, pages, createIndexes, sweep } = createDevMailbox(connection);
  return { worker: createMailWorker({ log, transport, metrics }), pages, createIndexes, sweep };
}
