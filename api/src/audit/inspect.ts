import { clock } from "../clock.ts";
import { holdsAnchor, printAnchor } from "./anchor.ts";
import type { AuditChain, AuditHead } from "./chain.ts";
import { type Anchor, type AuditRow, genesis, isIntact } from "./row.ts";

const settleLimitMs = 3000;

/**
 * The findings about the log, in the order of its rows; none where it is intact.
 * @param anchors from the logs of the processes
 */
export async function inspectChain(
  chain: AuditChain,
  anchors: readonly Anchor[] = [],
): Promise<{ rows: number; findings: string[] }> {
  // Read before the rows, so that its row must be among them although other processes append meanwhile.
  const head = await chain.head();
  const found = await readRows(chain, head);
  const findings = [...found.findings, ...headFindings(chain, head, found)];
  const sealedBefore = head !== null && chain.sealed(head) && found.last > head.seq;
  if (sealedBefore && !(await reaches(chain, found.last))) {
    findings.push(
      `${rowsText(head.seq + 1, found.last)} past the head, which names row ${head.seq}: a process died there, which the next start repairs, or an older head was put back`,
    );
  }
  for (const anchor of anchors) {
    if (!(await holdsAnchor(chain, anchor)))
      findings.push(
        `the anchor ${printAnchor(anchor)} is not in the log: it was cut off, replaced or put back to an older state`,
      );
  }
  return { rows: found.count, findings };
}

interface Found {
  count: number;
  /** The number of the last row. */
  last: number;
  hashAtHead: string | undefined;
  findings: string[];
}

async function readRows(chain: AuditChain, head: AuditHead | null): Promise<Found> {
  const findings: string[] = [];
  const found: Found = { count: 0, last: 0, hashAtHead: undefined, findings };
  /** The hashes that a row may follow: of the row before it, or of the last genuine row where that one is forged. */
  let followed = [genesis, genesis];
  /** Rows under unlisted keys. A later genuine row, or the head, proves them. */
  let unproven: number[] = [];
  const unkeyed: number[] = [];
  for await (const row of chain.rows.find().sort({ _id: 1 }).lean<AuditRow>().cursor()) {
    found.count += 1;
    if (!Number.isSafeInteger(row._id) || row._id < 1) {
      findings.push(`row ${JSON.stringify(row._id)} is no row of this log`);
      continue;
    }
    if (row._id > found.last + 1) {
      findings.push(`${rowsText(found.last + 1, row._id - 1)} missing`);
      unproven = reportUnproven(findings, unproven);
    } else if (!followed.includes(row.previous)) {
      findings.push(`row ${row._id} does not follow row ${found.last}: one of them was replaced`);
      unproven = reportUnproven(findings, unproven);
    }
    found.last = row._id;
    if (row.action === "audit.unsealed")
      findings.push(`row ${row._id} reports an event in the documents that the product did not write`);
    const mac = row.mac === undefined ? undefined : chain.checkMac(row);
    if (!isIntact(row) || mac === "false") findings.push(`row ${row._id} was edited or put in`);
    else if (mac === undefined) unkeyed.push(row._id);
    else if (mac === "unknown") unproven.push(row._id);
    else unproven = [];
    followed = mac === "genuine" || mac === "unknown" ? [row.hash, row.hash] : [row.hash, followed[1] ?? ""];
    if (row._id === head?.seq) {
      found.hashAtHead = row.hash;
      if (head.hash === row.hash && chain.sealed(head)) unproven = [];
    }
  }
  reportUnproven(findings, unproven);
  if (unkeyed.length > 0) findings.push(`${runs(unkeyed)} without a MAC: put in`);
  return found;
}

/** Adds a finding for rows that nothing proves. */
function reportUnproven(findings: string[], unproven: readonly number[]): number[] {
  if (unproven.length > 0)
    findings.push(`${runs(unproven)} under a key that JWT_SECRET does not list: put in, or its key is gone`);
  return [];
}

function headFindings(chain: AuditChain, head: AuditHead | null, { last, hashAtHead }: Found): string[] {
  if (head === null) return last === 0 ? [] : ["the sealed head is missing"];
  const found: string[] = [];
  if (!chain.sealed(head)) found.push("the head's seal is not genuine");
  if (head.seq > last)
    found.push(`the log is cut off: it ends with row ${last}, the head names row ${head.seq}`);
  else if (hashAtHead !== undefined && hashAtHead !== head.hash)
    found.push(`row ${head.seq} is not the one that the head names`);
  return found;
}

/** Waits for the head: a process that appends at the moment has added a row and moves the head next. */
async function reaches(chain: AuditChain, seq: number): Promise<boolean> {
  for (const giveUpAt = clock.ms() + settleLimitMs; clock.ms() < giveUpAt; ) {
    const head = await chain.head();
    if (head !== null && head.seq >= seq) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

function rowsText(from: number, to: number): string {
  return from === to ? `row ${from} is` : `rows ${from} to ${to} are`;
}

/** `rows 1 to 3 are, row 7 is` */
function runs(numbers: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const number of numbers) {
    const current = spans.at(-1);
    if (current !== undefined && current[1] === number - 1) current[1] = number;
    else spans.push([number, number]);
  }
  return spans.map(([from, to]) => rowsText(from, to)).join(", ");
}
