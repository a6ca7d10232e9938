import { type AuditChain, type AuditRow, genesis, rowHash } from "./chain.ts";

/** What is wrong with the log, in the order of its rows; nothing where it is whole. */
export async function inspectChain(chain: AuditChain): Promise<{ rows: number; findings: string[] }> {
  const findings: string[] = [];
  let previous = genesis;
  let seq = 0;
  const hashes = new Map<number, string>();
  const head = await chain.head();
  for await (const row of chain.rows.find().sort({ _id: 1 }).lean<AuditRow>().cursor()) {
    if (row._id !== seq + 1) {
      findings.push(
        seq + 1 === row._id - 1
          ? `row ${seq + 1} is missing`
          : `rows ${seq + 1} to ${row._id - 1} are missing`,
      );
    } else if (row.previous !== previous) {
      findings.push(`row ${row._id} does not follow row ${seq}: one of them was replaced`);
    }
    if (rowHash(row) !== row.hash) findings.push(`row ${row._id} was edited`);
    seq = row._id;
    previous = row.hash;
    if (seq === head?.seq) hashes.set(seq, row.hash);
  }
  findings.push(...headFindings(chain, head, seq, head === null ? undefined : hashes.get(head.seq)));
  return { rows: seq, findings };
}

function headFindings(
  chain: AuditChain,
  head: Awaited<ReturnType<AuditChain["head"]>>,
  lastRow: number,
  hashAtHead: string | undefined,
): string[] {
  if (head === null) return lastRow === 0 ? [] : ["the sealed head is missing"];
  const found: string[] = [];
  if (!chain.sealed(head)) found.push("the head's seal is not genuine");
  if (head.seq > lastRow)
    found.push(`the log is cut off: it ends with row ${lastRow}, the head names row ${head.seq}`);
  else if (hashAtHead !== undefined && hashAtHead !== head.hash)
    found.push(`row ${head.seq} is not the one that the head names`);
  return found;
}
