import type { Logger } from "../http/logger.ts";
import { startTicker, type Ticker } from "../scheduling/ticker.ts";
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
 * Tells anchors to the process' log: at each decision, and every five minutes where the head is by then, which may
 * be another process' doing. What this process has told it looks for itself.
 */
export function createAuditAnchors(log: Logger) {
  let told: Anchor | undefined;
  let ticker: Ticker | undefined;

  const tell = (anchor: Anchor) => {
    log.info({ auditAnchor: printAnchor(anchor) }, "audit log");
    if (told === undefined || anchor.seq >= told.seq) told = anchor;
  };
  const tellHead = async (chain: AuditChain) => {
    if (told !== undefined && !(await holdsAnchor(chain, told))) {
      log.error({ auditAnchor: printAnchor(told) }, "the audit log was cut off, replaced or put back");
    }
    const head = await chain.head();
    const row = head && (await chain.rows.findById(head.seq).lean<AuditRow>());
    if (row && typeof row.mac === "string") tell({ seq: row._id, mac: row.mac });
  };

  return {
    tell,
    tellHead,
    start(chain: AuditChain) {
      const paused = (thrown: unknown) => log.debug({ err: thrown }, "audit anchor paused");
      ticker = startTicker(everyMs, () => tellHead(chain), paused);
    },
    stop: () => ticker?.stop(),
  };
}
