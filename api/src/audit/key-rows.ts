import type { Connection, mongo } from "mongoose";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { createAuditChain } from "./chain.ts";
import { auditEvent } from "./event.ts";
import { type AuditRow, isIntact, rowMac } from "./row.ts";

const namespaceExists = 48;
const commandNotFound = 59;
const settleLimitMs = 2000;
/** A fixed id, so that a repeated migration enters this event only once. */
const statementId = "audit log keyed";

/**
 * Adds MACs to the rows of a version without them: from the row that the sealed head names, back as long as each row is
 * the one that the next row follows. The other rows stay unchanged, and a verification reports them. A killed run is
 * repeated from the beginning.
 */
export async function keyRows(db: mongo.Db, connection: Connection, keys: Keyring): Promise<void> {
  await refuseRowsWithoutMac(db);
  const chain = createAuditChain(connection, keys);
  const numbered = chain.rows.findOne({ _id: { $gt: 0 } });
  const last = await numbered.sort({ _id: -1 }).lean<AuditRow>();
  if (last === null) return;
  // A process of the previous version may have added its last row without having moved the head.
  let head = await chain.head();
  for (const giveUpAt = clock.ms() + settleLimitMs; head && head.seq < last._id && clock.ms() < giveUpAt; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    head = await chain.head();
  }

  let first: number | undefined;
  if (head !== null && chain.sealed(head)) {
    let wanted = head.hash;
    const back = chain.rows.find({ _id: { $lte: head.seq, $gt: 0 } }).sort({ _id: -1 });
    for await (const row of back.lean<AuditRow>().cursor()) {
      if (row._id !== (first ?? head.seq + 1) - 1 || row.hash !== wanted || !isIntact(row)) break;
      await chain.rows.updateOne({ _id: row._id }, { $set: { mac: rowMac(keys, row.hash) } });
      wanted = row.previous;
      first = row._id;
    }
  }
  const whole = first === 1 && head?.seq === last._id;
  const keyed = first === undefined ? "none" : `${first} to ${head?.seq}`;
  const reason = `The version before wrote rows without a MAC. Checked against the sealed head and given one: ${keyed}${whole ? ", all that there were" : ` of 1 to ${last._id}`}.`;
  await chain.append({
    ...auditEvent("audit.keyed", "audit_log", clock.now(), { reason }),
    id: statementId,
  });
}

/**
 * Processes of the previous version may still run. Their rows would look forged, so the database refuses them; their
 * events stay in the documents until a process of this version relays them.
 */
async function refuseRowsWithoutMac(db: mongo.Db): Promise<void> {
  await db.createCollection("audit_log").catch(unless(namespaceExists));
  // The embedded engine does not have this command, nor several processes.
  await db
    .command({ collMod: "audit_log", validator: { mac: { $type: "string" } } })
    .catch(unless(commandNotFound));
}

function unless(code: number): (thrown: { code?: unknown }) => void {
  return (thrown) => {
    if (thrown.code !== code) throw thrown;
  };
}
