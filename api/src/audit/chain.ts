import { createHash } from "node:crypto";
import { type Connection, type Model, Schema } from "mongoose";
import type { Keyring } from "../auth/keyring.ts";
import { isDuplicateKey } from "../duplicate-key.ts";
import { type AuditEvent, auditEventFields } from "./event.ts";

/** A row of the log. Its number is its id: two rows never claim the same place in the chain. */
export interface AuditRow extends Omit<AuditEvent, "id"> {
  _id: number;
  eventId: string;
  previous: string;
  hash: string;
}

/** How far the log has come, sealed with a key that the database does not know: a cut-off end shows by it. */
interface AuditHead {
  _id: "head";
  seq: number;
  hash: string;
  /** `<kid>.<HMAC(key, seq|hash)>` */
  seal: string;
}

const rowSchema = new Schema<AuditRow>(
  {
    _id: { type: Number, required: true },
    eventId: { type: String, required: true },
    ...auditEventFields,
    previous: { type: String, required: true },
    hash: { type: String, required: true },
  },
  { strict: "throw", strictQuery: "throw", versionKey: false, autoIndex: false, autoCreate: false },
);
rowSchema.index({ eventId: 1 }, { unique: true });

const headSchema = new Schema<AuditHead>(
  { _id: String, seq: Number, hash: String, seal: String },
  { strict: "throw", strictQuery: "throw", versionKey: false, autoIndex: false, autoCreate: false },
);

/** What the first row follows. */
export const genesis = "0".repeat(64);

/** Every field in a fixed order: whatever is edited, the hash is another one. */
export function rowHash(row: Omit<AuditRow, "hash">): string {
  const { _id, eventId, action, actorId, subjectId, from, to, reason, source, at, previous } = row;
  const fields = [
    _id,
    eventId,
    action,
    actorId,
    subjectId,
    from,
    to,
    reason,
    source,
    at.toISOString(),
    previous,
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

export interface AuditChain {
  readonly rows: Model<AuditRow>;
  /** Adds an event, unless it is there already. */
  append(event: AuditEvent): Promise<void>;
  head(): Promise<AuditHead | null>;
  sealed(head: AuditHead): boolean;
  /**
   * At the start, before anything is appended: makes the head of an empty log. After a rotation the seal's old
   * key may be dropped one day, so the new one seals the same end.
   */
  reseal(): Promise<void>;
  createIndexes(): Promise<void>;
}

export function createAuditChain(connection: Connection, keys: Keyring): AuditChain {
  const rows = connection.model<AuditRow>("AuditRow", rowSchema, "audit_log");
  const heads = connection.model<AuditHead>("AuditHead", headSchema, "audit_head");
  const sealOf = (seq: number, hash: string) =>
    `${keys.signing}.${keys.mac("audit-head", `${seq}|${hash}`).toString("base64url")}`;
  const head = () => heads.findById("head").lean<AuditHead>();
  const sealed = ({ seq, hash, seal }: AuditHead) => {
    const [kid = "", mac = ""] = seal.split(".");
    return keys.matches("audit-head", `${seq}|${hash}`, Buffer.from(mac, "base64url"), kid);
  };

  /** Only ever forward: a slower node must not pull the head back. */
  const advance = async (seq: number, hash: string): Promise<void> => {
    const current = await head();
    // A head that is gone or whose seal is not ours stays as it is: it is evidence.
    if (current === null || !sealed(current) || current.seq >= seq) return;
    const { modifiedCount } = await heads.updateOne(
      { _id: "head", seal: current.seal },
      { $set: { seq, hash, seal: sealOf(seq, hash) } },
    );
    if (modifiedCount === 0) await advance(seq, hash);
  };

  /**
   * What the next row follows: the last one, unless the sealed head knows better. Rows that were cut off or
   * edited must not be covered up by the ones that follow.
   */
  const end = async (): Promise<{ seq: number; hash: string }> => {
    const last = await rows.findOne().sort({ _id: -1 }).lean<AuditRow>();
    const current = await head();
    if (current !== null && sealed(current) && current.seq >= (last?._id ?? 0)) return current;
    return { seq: last?._id ?? 0, hash: last?.hash ?? genesis };
  };

  const tryAppend = async ({ id, ...event }: AuditEvent): Promise<boolean> => {
    const { seq, hash: previous } = await end();
    const row = { ...event, _id: seq + 1, eventId: id, previous };
    const hash = rowHash(row);
    try {
      await rows.create({ ...row, hash });
    } catch (thrown) {
      if (!isDuplicateKey(thrown)) throw thrown;
      return (await rows.exists({ eventId: id })) !== null;
    }
    await advance(row._id, hash);
    return true;
  };

  const begin = async () => {
    if ((await rows.exists({})) !== null) return;
    const [seq, hash] = [0, genesis];
    try {
      await heads.create({ _id: "head", seq, hash, seal: sealOf(seq, hash) });
    } catch (thrown) {
      if (!isDuplicateKey(thrown)) throw thrown;
    }
  };

  return {
    rows,
    async append(event) {
      while (!(await tryAppend(event)));
    },
    head,
    sealed,
    async reseal() {
      const current = await head();
      // The head is there before the first row, so that none is ever missing by accident.
      if (current === null) return begin();
      if (!sealed(current)) return;
      const { seq, hash, seal } = current;
      await heads.updateOne({ _id: "head", seq, seal }, { $set: { seal: sealOf(seq, hash) } });
    },
    async createIndexes() {
      await rows.createIndexes();
    },
  };
}
