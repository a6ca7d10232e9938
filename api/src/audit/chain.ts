import { type Connection, type Model, Schema } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import { isSealOf, sealOf } from "../crypto/seals.ts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";
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

/** The end of the log, sealed with a key that the database does not hold: it reveals a truncation. */
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

export interface AuditChain {
  readonly rows: Model<AuditRow>;
  /** Adds an event, unless it is there already. */
  append(event: AuditEvent): Promise<void>;
  /** Those of these events' ids that are there. */
  entered(ids: readonly string[]): Promise<Set<string>>;
  head(): Promise<AuditHead | null>;
  sealed(head: AuditHead): boolean;
  checkMac(row: AuditRow): ReturnType<typeof checkMac>;
  /**
   * At the start, before anything is appended: makes the head of an empty log, and takes in rows that a killed
   * process left after the head. After a rotation the seal's old key may be dropped one day, so the new one seals
   * the same end.
   */
  reseal(): Promise<void>;
  createIndexes(): Promise<void>;
}

type End = Pick<AuditHead, "seq" | "hash">;

/** @param onAppend called for each row that this process has added */
export function createAuditChain(
  connection: Connection,
  keys: Keyring,
  onAppend: (anchor: Anchor) => void = () => {},
): AuditChain {
  const rows = connection.model<AuditRow>("AuditRow", rowSchema, "audit_log");
  const heads = connection.model<AuditHead>("AuditHead", headSchema, "audit_head");
  const queue = createKeyedQueue();
  const sealEnd = (seq: number, hash: string) => sealOf(keys, "audit-head", `${seq}|${hash}`);
  const head = () => heads.findById("head").lean<AuditHead>();
  const sealed = ({ seq, hash, seal }: AuditHead) => isSealOf(keys, "audit-head", `${seq}|${hash}`, seal);

  /** Only ever forward: a slower node must not pull the head back. */
  const advance = async ({ seq, hash }: End): Promise<void> => {
    const current = await head();
    // A head that is gone or whose seal is not ours stays as it is: it is evidence.
    if (current === null || !sealed(current) || current.seq >= seq) return;
    const { modifiedCount } = await heads.updateOne(
      { _id: "head", seal: current.seal },
      { $set: { seq, hash, seal: sealEnd(seq, hash) } },
    );
    if (modifiedCount === 0) await advance({ seq, hash });
  };

  /** Where there is no head to go by: the last row that is ours. */
  const lastGenuine = async (): Promise<End> => {
    for await (const row of rows
      .find({ _id: { $gt: 0 } })
      .sort({ _id: -1 })
      .lean<AuditRow>()
      .cursor()) {
      if (Number.isSafeInteger(row._id) && isGenuine(keys, row)) return { seq: row._id, hash: row.hash };
    }
    return { seq: 0, hash: genesis };
  };

  /**
   * What the next row follows, and its number. It follows what the sealed head names, so that later rows do not
   * conceal a truncation or an edit. Beyond the head, genuine rows are what a killed
   * process left; a forged one holds its number, and nothing follows it.
   */
  const end = async (): Promise<{ next: number; previous: string }> => {
    const current = await head();
    const known: End = current !== null && sealed(current) ? current : await lastGenuine();
    let last = known;
    let next = known.seq + 1;
    for await (const row of rows
      .find({ _id: { $gt: known.seq } })
      .sort({ _id: 1 })
      .lean<AuditRow>()
      .cursor()) {
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
    try {
      await rows.create({ ...content, hash, mac });
    } catch (thrown) {
      if (!isDuplicateKey(thrown)) throw thrown;
      return (await rows.exists({ eventId: id })) !== null;
    }
    await advance({ seq: next, hash });
    onAppend({ seq: next, mac });
    return true;
  };

  const begin = async () => {
    if ((await rows.exists({})) !== null) return;
    const [seq, hash] = [0, genesis];
    try {
      await heads.create({ _id: "head", seq, hash, seal: sealEnd(seq, hash) });
    } catch (thrown) {
      if (!isDuplicateKey(thrown)) throw thrown;
    }
  };

  return {
    rows,
    // One after the other: of those that try at once all but one would try again.
    append: (event) =>
      queue.run("log", async () => {
        while (!(await tryAppend(event)));
      }),
    async entered(ids) {
      const found = await rows
        .find({ eventId: { $in: ids } }, { eventId: 1 })
        .lean<Pick<AuditRow, "eventId">[]>();
      return new Set(found.map(({ eventId }) => eventId));
    },
    head,
    sealed,
    checkMac: (row) => checkMac(keys, row),
    async reseal() {
      const current = await head();
      // The head is there before the first row, so that none is ever missing by accident.
      if (current === null) return begin();
      if (!sealed(current)) return;
      await end();
      const { seq, hash, seal } = (await head()) ?? current;
      await heads.updateOne({ _id: "head", seq, seal }, { $set: { seal: sealEnd(seq, hash) } });
    },
    async createIndexes() {
      await rows.createIndexes();
    },
  };
}
