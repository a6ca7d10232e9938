import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, type Model, Schema } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import { isSealOf, sealOf } from "../crypto/seals.ts";
import { isWritten } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { backoff, jittered } from "../scheduling/backoff.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { AuditEvent } from "./event.ts";
import {
  type Anchor,
  type AuditRow,
  checkMac,
  genesis,
  isGenuine,
  rowHash,
  rowMac,
  rowSchema,
} from "./row.ts";

/** The end of the log, sealed with a key that is not in the database: it reveals a truncation. */
export interface AuditHead {
  _id: "head";
  seq: number;
  hash: string;
  /** `<kid>.<HMAC(key, seq|hash)>` */
  seal: string;
}

const headSchema = new Schema<AuditHead>(
  { _id: String, seq: Number, hash: String, seal: String },
  schemaOptions,
);

export type AuditChain = ReturnType<typeof createAuditChain>;

type End = Pick<AuditHead, "seq" | "hash">;

const commandNotFound = 59;
const waits = { firstWait: 2, lastWait: 250 };

/** @param onAppend called for each row that this process has added */
export function createAuditChain(
  connection: Connection,
  keys: Keyring,
  onAppend: (anchor: Anchor) => void = () => {},
) {
  const rows: Model<AuditRow> = connection.model<AuditRow>("AuditRow", rowSchema, "audit_log");
  const heads = connection.model<AuditHead>("AuditHead", headSchema, "audit_head");
  const queue = createKeyedQueue();
  const rowsAfter = (seq: number, order: 1 | -1) =>
    rows
      .find({ _id: { $gt: seq } })
      .sort({ _id: order })
      .lean<AuditRow>()
      .cursor();
  const sealEnd = (seq: number, hash: string) => sealOf(keys, "audit-head", `${seq}|${hash}`);
  const head = (): Promise<AuditHead | null> => heads.findById("head").lean<AuditHead>();
  const sealed = ({ seq, hash, seal }: AuditHead): boolean =>
    isSealOf(keys, "audit-head", `${seq}|${hash}`, seal);

  /** Moves the head forward only: a slower process must not move it back. */
  const advance = async ({ seq, hash }: End): Promise<void> => {
    const current = await head();
    // A missing head, or one whose seal is not ours, is evidence and stays unchanged.
    if (current === null || !sealed(current) || current.seq >= seq) return;
    const { modifiedCount } = await heads.updateOne(
      { _id: "head", seal: current.seal },
      { $set: { seq, hash, seal: sealEnd(seq, hash) } },
    );
    if (modifiedCount === 0) await advance({ seq, hash });
  };

  /** The last genuine row, where there is no sealed head. */
  const lastGenuine = async (): Promise<End> => {
    for await (const row of rowsAfter(0, -1)) {
      if (Number.isSafeInteger(row._id) && isGenuine(keys, row)) return { seq: row._id, hash: row.hash };
    }
    return { seq: 0, hash: genesis };
  };

  /**
   * The next row's number, and the hash that it follows: that of the sealed head, so that later rows do not conceal a
   * truncation or an edit. Genuine rows after the head were added by a process that died before it moved the head. A
   * forged row occupies its number, but no row follows it.
   */
  const end = async (): Promise<{ next: number; previous: string }> => {
    const current = await head();
    const known: End = current !== null && sealed(current) ? current : await lastGenuine();
    let last = known;
    let next = known.seq + 1;
    for await (const row of rowsAfter(known.seq, 1)) {
      if (row._id > next) break;
      if (row._id < next) continue;
      if (row.previous === last.hash && isGenuine(keys, row)) last = { seq: row._id, hash: row.hash };
      next += 1;
    }
    if (last.seq > known.seq) await advance(last);
    return { next, previous: last.hash };
  };

  const tryAppend = async ({ id, ...event }: AuditEvent): Promise<boolean> => {
    const { next, previous } = await end();
    const content = { ...event, _id: next, eventId: id, previous };
    const hash = rowHash(content);
    const mac = rowMac(keys, hash);
    if (!(await isWritten(rows.create({ ...content, hash, mac }))))
      return (await rows.exists({ eventId: id })) !== null;
    await advance({ seq: next, hash });
    onAppend({ seq: next, mac });
    return true;
  };

  const begin = async () => {
    if ((await rows.exists({})) !== null) return;
    const seal = sealEnd(0, genesis);
    await isWritten(heads.create({ _id: "head", seq: 0, hash: genesis, seal }));
  };

  return {
    rows,
    /** Appends an event, unless the log already has it. In a queue, because only one attempt at a time can succeed. */
    append: (event: AuditEvent): Promise<void> =>
      queue.acquire("log", async () => {
        // Another process has taken the number. Without a pause, the processes would keep taking it from each other.
        for (let lost = 0; !(await tryAppend(event)); lost++) await sleep(jittered(backoff(lost, waits)));
      }),
    /** The ids of those events that the log already has. */
    async entered(ids: readonly string[]): Promise<Set<string>> {
      const found = await rows
        .find({ eventId: { $in: ids } }, { eventId: 1 })
        .lean<Pick<AuditRow, "eventId">[]>();
      return new Set(found.map(({ eventId }) => eventId));
    },
    head,
    sealed,
    checkMac: (row: AuditRow) => checkMac(keys, row),
    /**
     * At the start, before anything is appended: creates the head of an empty log, and moves the head to the last of
     * the rows that a killed process left after it. The head is sealed with the current key, because a rotation
     * may later drop the previous one.
     */
    async reseal(): Promise<void> {
      const current = await head();
      // The head is created before the first row, so a missing head is never an accident.
      if (current === null) return begin();
      if (!sealed(current)) return;
      await end();
      const { seq, hash, seal } = (await head()) ?? current;
      await heads.updateOne({ _id: "head", seq, seal }, { $set: { seal: sealEnd(seq, hash) } });
    },
    async createIndexes(): Promise<void> {
      await rows.createIndexes();
      // The embedded engine does not have this command.
      await connection.db
        ?.command({ collMod: rows.collection.name, validator: { mac: { $type: "string" } } })
        .catch((thrown: { code?: unknown }) => {
          if (thrown.code !== commandNotFound) throw thrown;
        });
    },
  };
}
