import type { Connection } from "mongoose";
import { startApp, type TestApp, until } from "../../testing/app.ts";
import { testDatabase } from "../../testing/database/database.ts";
import type { SignedInUser } from "../../testing/people/people.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createAuditChain } from "./chain.ts";
import { auditEvent } from "./event.ts";
import { sealEvent } from "./event-seal.ts";
import { inspectChain } from "./inspect.ts";
import { type AuditRow, rowHash } from "./row.ts";

const secret = "the-audit-test's-secret-0123456789-abcdef";
const other = "another-secret-of-the-audit-test-9876543210";

describe("the audit log of a running server", () => {
  let api: TestApp;
  let root: SignedInUser;
  beforeAll(async () => {
    api = await startApp({ secrets: [secret] });
    root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  });
  afterAll(() => api.close());

  const chain = () => createAuditChain(api.connection, createKeyring([secret]));
  const findings = async () => (await inspectChain(chain())).findings;
  const rowsOf = (subjectId: string) => chain().rows.find({ subjectId }).sort({ _id: 1 }).lean<AuditRow[]>();

  test("records actor, action, subject, old and new state, reason, time and source", async () => {
    const { id } = await api.createUser({ status: "pending_approval", organization: "Elsewhere" });
    await api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
      token: root.token,
      source: "198.51.100.9",
      body: { decision: "reject", reason: "unknown here" },
    });
    const [row] = await until(async () => ((await rowsOf(id)).length === 1 ? rowsOf(id) : undefined));
    expect(row).toMatchObject({
      action: "user.rejected",
      actorId: root.id,
      subjectId: id,
      from: "pending_approval",
      to: "rejected",
      reason: "unknown here",
      source: "198.51.100.9",
      at: expect.any(Date),
    });
    // The event is removed from the account after the log's head has moved.
    await until(async () => (await api.users.findById(id))?.audit.length === 0);
    expect(await findings()).toEqual([]);
  });

  test("relays waiting events at the next start", async () => {
    const user = await api.createUser();
    const event = sealEvent(createKeyring([secret]), auditEvent("user.deactivated", user.id, new Date()));
    await api.users.model.updateOne({ _id: user.id }, { $set: { audit: [event] } });
    const restarted = await startApp({ connection: api.connection, secrets: [secret] });
    expect((await rowsOf(user.id)).map(({ eventId }) => eventId)).toEqual([event.id]);
    await restarted.close();
  });
});

describe("the chain of the audit log", () => {
  let connection: Connection;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ connection, close } = await testDatabase());
    await chain().createIndexes();
    await chain().reseal();
  });
  afterEach(() => close());

  const chain = (secrets = [secret]) => createAuditChain(connection, createKeyring(secrets));
  const findings = async (secrets?: string[]) => (await inspectChain(chain(secrets))).findings;
  const filled = async (count: number) => {
    const log = chain();
    for (let n = 0; n < count; n++) await log.append(auditEvent("user.approved", `person ${n}`, new Date()));
  };
  const raw = () => connection.collection<{ _id: number }>("audit_log");

  test("stays one chain when several processes append the same events at once, and has each event once", async () => {
    const events = Array.from({ length: 25 }, (_, n) =>
      auditEvent("user.approved", `person ${n}`, new Date()),
    );
    await Promise.all(
      [chain(), chain(), chain()].map(async (log) => {
        for (const event of events) await log.append(event);
      }),
    );
    expect(await chain().rows.countDocuments({ subjectId: /^person/ })).toBe(25);
    expect(await findings()).toEqual([]);
  });

  test("reveals an edited row, in every field", async () => {
    await filled(3);
    const row = await raw().findOne({ _id: 2 });
    for (const [field, value] of Object.entries({
      action: "user.rejected",
      actorId: "x",
      subjectId: "x",
      from: "x",
      to: "x",
      reason: "x",
      source: "x",
      at: new Date(0),
    })) {
      await raw().updateOne({ _id: 2 }, { $set: { [field]: value } });
      expect(await findings()).toContain("row 2 was edited or put in");
      await raw().replaceOne({ _id: 2 }, row ?? {});
    }
    expect(await findings()).toEqual([]);
  });

  test("reveals a deleted row at the beginning, in the middle and at the end", async () => {
    await filled(6);
    const restore = async (seq: number, check: () => Promise<void>) => {
      const row = await raw().findOne({ _id: seq });
      await raw().deleteOne({ _id: seq });
      await check();
      if (row !== null) await raw().insertOne(row);
    };
    await restore(1, async () => expect(await findings()).toEqual(["row 1 is missing"]));
    await restore(3, async () => expect(await findings()).toEqual(["row 3 is missing"]));
    await restore(6, async () =>
      expect(await findings()).toEqual([expect.stringContaining("the log is cut off")]),
    );
    expect(await findings()).toEqual([]);
    await raw().deleteMany({});
    expect(await findings()).toEqual([expect.stringContaining("the log is cut off: it ends with row 0")]);
  });

  test("reveals a chain and a head that were made with another key", async () => {
    await filled(4);
    const heads = connection.collection<{ _id: string }>("audit_head");
    const head = await heads.findOne({ _id: "head" });
    const forger = chain([other]);
    await raw().deleteMany({});
    await heads.deleteMany({});
    await forger.reseal();
    for (let n = 0; n < 10; n++) await forger.append(auditEvent("user.rejected", "someone else", new Date()));
    expect(await findings()).toEqual([
      "rows 1 to 10 are under a key that JWT_SECRET does not list: put in, or its key is gone",
      "the head's seal is not genuine",
    ]);
    await heads.replaceOne({ _id: "head" }, head ?? {});
    expect((await findings()).length).toBeGreaterThan(0);
    await heads.deleteMany({});
    expect(await findings()).toEqual([
      "rows 1 to 10 are under a key that JWT_SECRET does not list: put in, or its key is gone",
      "the sealed head is missing",
    ]);
  });

  test("does not conceal a truncation when it continues", async () => {
    await filled(4);
    await raw().deleteMany({ _id: { $gt: 2 } });
    await filled(4);
    expect(await findings()).toEqual(["rows 3 to 4 are missing"]);
  });

  test("does not continue from a last row that was edited and rehashed", async () => {
    await filled(3);
    const row = await chain().rows.findById(3).lean();
    if (row === null) throw new Error("no row");
    const { hash: _, ...edited } = { ...row, reason: "another" };
    await raw().replaceOne({ _id: 3 }, { ...edited, hash: rowHash(edited) });
    await filled(2);
    expect(await findings()).toEqual([
      "row 3 was edited or put in",
      "row 4 does not follow row 3: one of them was replaced",
    ]);
  });

  test("does not replace a missing head when it starts or when rows are appended", async () => {
    await filled(3);
    await connection.collection("audit_head").deleteMany({});
    await chain().reseal();
    await filled(2);
    expect(await findings()).toEqual(["the sealed head is missing"]);
  });

  test("stays intact when the secret is rotated and the old one is dropped", async () => {
    await filled(2);
    expect(await findings([other])).toEqual([
      "rows 1 to 2 are under a key that JWT_SECRET does not list: put in, or its key is gone",
      "the head's seal is not genuine",
    ]);
    await chain([other, secret]).reseal();
    expect(await findings([other])).toEqual([]);
    await chain([other, secret]).append(auditEvent("user.approved", "someone", new Date()));
    expect(await findings([other])).toEqual([]);
    // Rows under the old key are still checked: the head and later rows prove them.
    await raw().updateOne({ _id: 1 }, { $set: { reason: "another" } });
    expect(await findings([other])).toEqual(["row 1 was edited or put in"]);
    const { hash: _, mac, ...row } = (await chain().rows.findById(1).lean()) as AuditRow;
    await raw().updateOne({ _id: 1 }, { $set: { hash: rowHash(row) } });
    expect(await findings([other])).toEqual([
      "row 2 does not follow row 1: one of them was replaced",
      "row 1 is under a key that JWT_SECRET does not list: put in, or its key is gone",
    ]);
    expect(mac).toBeDefined();
  });
});
