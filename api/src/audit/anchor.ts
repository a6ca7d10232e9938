import type { Logger } from "../http/logger.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import type { AuditChain } from "./chain.ts";
import type { Anchor, AuditRow } from "./row.ts";

const form = /^([1-9]\d{0,14}):([\w-]{8}\.[\w-]{43})$/;
const everyMs = 5 * 60_000;

export function printAnchor({ seq, mac }: Anchor): string {
  return `${seq}:${mac}`;
}

export function parseAnchor(text: string): Anchor | undefined {
  const [, seq, mac] = form.exec(text) ?? [];
  return seq === undefined || mac === undefined ? undefined : { seq: Number(seq), mac };
}

export async function holdsAnchor({ rows }: AuditChain, { seq, mac }: Anchor): Promise<boolean> {
  return (await rows.exists({ _id: seq, mac })) !== null;
}

/**
 * Writes anchors to the process log: for each row that this process adds, and every five minutes for the current head,
 * which another process may have moved. It also checks that the audit log still has the last anchor of this process.
 */
export function createAuditAnchors(log: Logger) {
  let lastReported: Anchor | undefined;
  let poller: ReturnType<Pollers["add"]> | undefined;

  const report = (anchor: Anchor) => {
    log.info({ auditAnchor: printAnchor(anchor) }, "audit log");
    if (lastReported === undefined || anchor.seq >= lastReported.seq) lastReported = anchor;
  };
  const reportHead = async (chain: AuditChain) => {
    if (lastReported !== undefined && !(await holdsAnchor(chain, lastReported))) {
      log.error(
        { auditAnchor: printAnchor(lastReported) },
        "the audit log was cut off, replaced or put back",
      );
    }
    const head = await chain.head();
    const row = head && (await chain.rows.findById(head.seq).lean<AuditRow>());
    if (row && typeof row.mac === "string") report({ seq: row._id, mac: row.mac });
  };

  return {
    report,
    reportHead,
    start(chain: AuditChain, pollers: Pick<Pollers, "add">) {
      poller = pollers.add({
        name: "audit anchors",
        everyMs,
        task: () => reportHead(chain),
        failed: (err) => log.debug({ err }, "audit anchor paused"),
      });
      poller.start();
    },
    stop: () => poller?.stop(),
  };
}
