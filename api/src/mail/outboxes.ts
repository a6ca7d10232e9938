import type { Model } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { AuditEvent } from "../audit/event.ts";
import type { MailHolder } from "./outbox.ts";
import type { MailWorker } from "./worker.ts";

export type Outboxes = ReturnType<typeof createOutboxes>;

/** The mails and audit events that wait in the documents that they are about. */
export function createOutboxes(
  mail: Pick<MailWorker, "watch" | "wake">,
  audit: Pick<Audit, "watch" | "wake">,
) {
  return {
    /** Registers a collection whose documents hold both; to be called before `start`. */
    watch<Doc extends MailHolder & { audit: AuditEvent[] }>(model: Model<Doc>): void {
      audit.watch(model);
      mail.watch(model);
    },
    /** Looks for mails and audit events now instead of at the next interval. */
    wake(): void {
      mail.wake();
      audit.wake();
    },
  };
}
