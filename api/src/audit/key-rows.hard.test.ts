import { createHash } from "node:crypto";
import type { Connection, mongo } from "mongoose";
import { testDatabase } from "../../testing/database/database.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createLogger } from "../http/logger.ts";
import { migrate } from "../migrations/migrate.ts";
import { type AuditHead, createAuditChain } from "./chain.ts";
import { auditEvent } from "./event.ts";
import { inspectChain } from "./inspect.ts";
import { keyRows } from "./key-rows.ts";
import { type AuditRow, genesis } from "./row.ts";

const secret = "the-test-of-keyed-rows'-secret-0123456789-abcdef";
const keys = createKeyring([secret]);
const log = createLogger("silent");

describe("an audit log of the previous version, whose rows have no MAC", () => {
  let connection: Connection;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ connection, close } = await testDatabase());
  });
  afterEach(() => close());

  const raw = () => connection.collection<AuditRow & mongo.Document>("audit_log");
  const heads = () => connection.collection<AuditHead>("audit_head");
  const chain = (secrets = [secret]) => createAuditChain(connection, createKeyring(secrets));
  const findings = async () => (await inspectChain(chain())).findings;
  const statement = async () => (await chain().rows.findOne({ action: "audit.keyed" }).lean())?.reason;

  /** A row exactly as that version wrote it. */
  const oldRow = (seq: number, previous: string, subjectId = `person ${seq}`) => {
    const { id: eventId, ...event } = auditEvent("user.approved", subjectId, new Date(1e12 + seq));
    const { action, actorId, from, to, reason, source } = event;
    const at = event.at.toISOString();
    const fields = [seq, eventId, action, actorId, subjectId, from, to, reason, source, at, previous];
    const hash = createHash("sha256").update(JSON.stringify(fields)).digest("hex");
    return { ...event, _id: seq, eventId, previous, hash };
  };
  const oldHead = (seq: number, hash: string, ring = keys): AuditHead => ({
    _id: "head",
    seq,
    hash,
    seal: `${ring.signing}.${ring.mac("audit-head", `${seq}|${hash}`).toString("base64url")}`,
  });
  const oldLog = async (count: number) => {
    const rows: ReturnType<typeof oldRow>[] = [];
    for (let seq = 1; seq <= count; seq++) rows.push(oldRow(seq, rows.at(-1)?.hash ?? genesis));
    await raw().insertMany(rows as never);
    await raw().createIndex({ eventId: 1 }, { unique: true });
    await heads().insertOne(oldHead(count, rows.at(-1)?.hash ?? genesis));
  };

  test("is intact after the migration, which adds one row about itself", async () => {
    await oldLog(5);
    expect(await findings()).toEqual([expect.stringContaining("rows 1 to 5 are without a MAC")]);
    await migrate(connection, { log, keys });
    await keyRows(connection.db as never, connection, keys);
    expect(await findings()).toEqual([]);
    expect(await chain().rows.countDocuments({})).toBe(6);
    expect(await statement()).toContain("given one: 1 to 5, all that there were.");
    await raw().updateOne({ _id: 3 }, { $set: { reason: "another" } });
    expect(await findings()).toEqual(["row 3 was edited or put in"]);
  });

  test("is migrated completely after a migration was killed", async () => {
    await oldLog(5);
    let writes = 0;
    const dying = new Proxy(connection, {
      get: (target, name) =>
        name === "model"
          ? (...args: Parameters<Connection["model"]>) => {
              const model = target.model(...args);
              return new Proxy(model, {
                get: (of, field) => {
                  if (field === "updateOne" && ++writes > 2) throw new Error("killed");
                  return Reflect.get(of, field);
                },
              });
            }
          : Reflect.get(target, name),
    });
    await expect(keyRows(connection.db as never, dying, keys)).rejects.toThrow("killed");
    expect(await raw().countDocuments({ mac: { $exists: true } })).toBe(2);
    await migrate(connection, { log, keys });
    expect(await findings()).toEqual([]);
    expect(await statement()).toContain("given one: 1 to 5, all that there were.");
  });

  test("keeps forged rows without a MAC: edited ones, those before them and those after the head", async () => {
    await oldLog(6);
    await raw().updateOne({ _id: 2 }, { $set: { reason: "another" } });
    await raw().insertOne(oldRow(7, (await raw().findOne({ _id: 6 }))?.hash ?? "") as never);
    await migrate(connection, { log, keys });
    expect(await statement()).toContain("given one: 3 to 6 of 1 to 7.");
    expect(await findings()).toEqual([
      "row 2 was edited or put in",
      expect.stringMatching(/^row 1 is, row 7 is without a MAC/),
    ]);
    await chain().append(auditEvent("user.approved", "someone", new Date()));
    expect((await findings()).length).toBe(2);
  }, 60_000);

  test("gets no MACs where its head is not sealed with a listed key", async () => {
    await oldLog(3);
    const head = await heads().findOne({ _id: "head" });
    const other = createKeyring(["another-secret-of-the-test-of-keyed-rows-0123456789"]);
    await heads().replaceOne({ _id: "head" }, oldHead(3, head?.hash ?? "", other));
    await migrate(connection, { log, keys });
    expect(await statement()).toContain("given one: none of 1 to 3.");
    expect(await findings()).toEqual([
      expect.stringContaining("rows 1 to 3 are without a MAC"),
      "the head's seal is not genuine",
    ]);
  });

  test("continues after a row that a process of that version still writes, which is reported", async () => {
    await oldLog(2);
    await migrate(connection, { log, keys });
    const last = await chain().rows.findOne().sort({ _id: -1 }).lean<AuditRow>();
    await raw().insertOne(oldRow(4, last?.hash ?? "") as never);
    await chain().append(auditEvent("user.approved", "someone", new Date()));
    expect(await findings()).toEqual([expect.stringMatching(/^row 4 is without a MAC/)]);
    expect((await chain().rows.findById(5).lean())?.subjectId).toBe("someone");
  });

  test("gets no row in a new database", async () => {
    await migrate(connection, { log, keys });
    await chain().reseal();
    expect(await chain().rows.countDocuments({})).toBe(0);
    expect(await findings()).toEqual([]);
  });
});
