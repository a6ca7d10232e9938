import { randomUUID } from "node:crypto";
import type { Connection, mongo } from "mongoose";
import { startApp } from "../../testing/app.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { testJobs } from "../../testing/database/test-jobs.ts";
import { userModel } from "../auth/accounts/user-model.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createLogger } from "../http/logger.ts";
import { createAuditAnchors, parseAnchor, printAnchor } from "./anchor.ts";
import { createAuditChain } from "./chain.ts";
import { auditEvent } from "./event.ts";
import { sealEvent } from "./event-seal.ts";
import { inspectChain } from "./inspect.ts";
import { createAuditRelay } from "./relay.ts";
import { type Anchor, type AuditRow, rowHash } from "./row.ts";

const secret = "the-forgery-test's-secret-0123456789-abcdef";
const other = "another-secret-of-the-forgery-test-9876543210";
const keys = createKeyring([secret]);
type Row = AuditRow & mongo.Document;

describe("a forger with write access to the database and without a key", () => {
  let connection: Connection;
  let close: () => Promise<void>;
  let anchors: Anchor[];
  beforeEach(async () => {
    ({ connection, close } = await testDatabase());
    anchors = [];
    await chain().createIndexes();
    await chain().reseal();
  });
  afterEach(() => close());

  const chain = (secrets = [secret]) =>
    createAuditChain(connection, createKeyring(secrets), (anchor) => anchors.push(anchor));
  const findings = async (named: Anchor[] = [], secrets = [secret]) =>
    (await inspectChain(chain(secrets), named)).findings;
  const raw = () => connection.collection<Row>("audit_log");
  const heads = () => connection.collection<{ _id: string }>("audit_head");
  const filled = async (count: number) => {
    const log = chain();
    for (let n = 0; n < count; n++) await log.append(auditEvent("user.approved", `person ${n}`, new Date()));
  };
  const rowAt = async (seq: number) => (await raw().findOne({ _id: seq })) as Row;
  const past = (rows: string, head: number) =>
    `${rows} past the head, which names row ${head}: a process died there, which the next start repairs, or an older head was put back`;

  /** A changed row with all that can be computed without a key. */
  const forged = (row: Row, over: Partial<Row>): Row => {
    const { hash: _, ...content } = { ...row, eventId: randomUUID(), ...over };
    return { ...content, hash: rowHash(content) } as Row;
  };

  test("cannot edit a row, even with new hashes for it and all that follow", async () => {
    await filled(5);
    let { hash: previous } = await rowAt(1);
    for (let seq = 2; seq <= 5; seq++) {
      const row = forged(await rowAt(seq), { reason: "bribed", previous });
      await raw().replaceOne({ _id: seq }, row);
      previous = row.hash;
    }
    expect(await findings()).toEqual([
      ...[2, 3, 4, 5].map((seq) => `row ${seq} was edited or put in`),
      "row 5 is not the one that the head names",
    ]);
  });

  test("cannot edit the last row, even with a new hash, before the log continues", async () => {
    await filled(3);
    await raw().replaceOne({ _id: 3 }, forged(await rowAt(3), { reason: "another" }));
    await filled(2);
    expect(await findings()).toEqual([
      "row 3 was edited or put in",
      "row 4 does not follow row 3: one of them was replaced",
    ]);
  });

  test("cannot add a field to a row, or change a field's value or type", async () => {
    await filled(2);
    const row = await rowAt(2);
    for (const change of [
      { note: "added" },
      ...["action", "actorId", "subjectId", "from", "to", "reason", "source"].map((name) => ({
        [name]: "x",
      })),
      { at: new Date(0) },
      { at: row.at.toISOString() },
      { at: new Date(Number.NaN) },
      { subjectId: { $ne: 1 } },
      { mac: 7 },
      { mac: "" },
      { mac: `${row.mac}.x`.replace(".", ".A") },
      { hash: null },
    ]) {
      await raw().updateOne({ _id: 2 }, { $set: change as mongo.Document });
      expect([change, await findings()]).toEqual([change, expect.arrayContaining([expect.any(String)])]);
      await raw().replaceOne({ _id: 2 }, row);
    }
    expect(await findings()).toEqual([]);
  });

  test("cannot delete a row at the beginning, in the middle or at the end", async () => {
    await filled(6);
    for (const [seq, finding] of [
      [1, "row 1 is missing"],
      [3, "row 3 is missing"],
      [6, expect.stringContaining("the log is cut off")],
    ] as const) {
      const row = await rowAt(seq);
      await raw().deleteOne({ _id: seq });
      expect(await findings()).toEqual([finding]);
      await raw().insertOne(row);
    }
    expect(await findings()).toEqual([]);
    await raw().deleteMany({});
    expect(await findings()).toEqual([expect.stringContaining("the log is cut off: it ends with row 0")]);
  });

  test("cannot hide cut off rows by letting the log continue", async () => {
    await filled(4);
    await raw().deleteMany({ _id: { $gt: 2 } });
    await filled(4);
    expect(await findings()).toEqual(["rows 3 to 4 are missing"]);
  });

  test("cannot delete a row in the middle and close the gap", async () => {
    await filled(5);
    for (let seq = 3; seq < 5; seq++) {
      const { _id: _, ...moved } = await rowAt(seq + 1);
      await raw().deleteOne({ _id: seq });
      await raw().deleteOne({ _id: seq + 1 });
      await raw().insertOne({ ...moved, _id: seq } as Row);
    }
    expect(await findings()).toEqual([
      "row 3 does not follow row 2: one of them was replaced",
      "row 3 was edited or put in",
      "row 4 was edited or put in",
      "the log is cut off: it ends with row 4, the head names row 5",
    ]);
  });

  test("cannot reorder rows", async () => {
    await filled(4);
    const [second, third] = [await rowAt(2), await rowAt(3)];
    await raw().deleteMany({ _id: { $in: [2, 3] } });
    await raw().insertMany([
      { ...second, _id: 3 },
      { ...third, _id: 2 },
    ]);
    expect(await findings()).toEqual(
      expect.arrayContaining(["row 2 was edited or put in", "row 3 was edited or put in"]),
    );
  });

  test("cannot insert a row: after the end, under a number of another type, or without a MAC", async () => {
    await filled(3);
    const row = await rowAt(3);
    const unlisted = `${"k".repeat(8)}.${"m".repeat(43)}`;
    const tries: [Row, string][] = [
      [forged(row, { _id: 4, previous: row.hash }), "row 4 was edited or put in"],
      [
        forged(row, { _id: 4, previous: row.hash, mac: unlisted }),
        "row 4 is under a key that JWT_SECRET does",
      ],
      [forged(row, { _id: 4, previous: row.hash, mac: undefined as never }), "row 4 is without a MAC"],
      [forged(row, { _id: 2.5 as never }), "row 2.5 is no row of this log"],
      [forged(row, { _id: "3" as never }), 'row "3" is no row of this log'],
      [forged(row, { _id: 0 as never }), "row 0 is no row of this log"],
      [forged(row, { _id: 2 ** 53 }), "is no row of this log"],
    ];
    for (const [put, finding] of tries) {
      await raw().insertOne(put, { ignoreUndefined: true });
      expect(await findings()).toContainEqual(expect.stringContaining(finding));
      await raw().deleteOne({ _id: put._id });
    }
    expect(await findings()).toEqual([]);
    // Each number is used once.
    await expect(raw().insertOne({ ...row, eventId: "another" })).rejects.toThrow("E11000");
  }, 60_000);

  test("cannot block new rows by occupying the next numbers", async () => {
    await filled(2);
    const row = await rowAt(2);
    await raw().insertMany([
      forged(row, { _id: 3, previous: row.hash }),
      forged(row, { _id: 2.5 as never }),
      forged(row, { _id: 2 ** 53 }),
      forged(row, { _id: "4" as never }),
    ]);
    await filled(2);
    expect(await findings()).toEqual([
      "row 2.5 is no row of this log",
      "row 3 was edited or put in",
      "row 9007199254740992 is no row of this log",
      'row "4" is no row of this log',
    ]);
    expect((await rowAt(4)).previous).toBe(row.hash);
  });

  test("cannot replace the log and its head by ones under another key", async () => {
    await filled(4);
    const head = await heads().findOne({ _id: "head" });
    const forger = chain([other]);
    await raw().deleteMany({});
    await heads().deleteMany({});
    await forger.reseal();
    for (let n = 0; n < 10; n++) await forger.append(auditEvent("user.rejected", "someone else", new Date()));
    const unlisted = "rows 1 to 10 are under a key that JWT_SECRET does not list: put in, or its key is gone";
    expect(await findings()).toEqual([unlisted, "the head's seal is not genuine"]);
    await heads().replaceOne({ _id: "head" }, head ?? {});
    expect((await findings()).length).toBeGreaterThan(0);
    await heads().deleteMany({});
    expect(await findings()).toEqual([unlisted, "the sealed head is missing"]);
  });

  test("cannot edit a row whose key was dropped when the secret was rotated", async () => {
    await filled(2);
    const after = () => findings([], [other]);
    expect(await after()).toEqual([
      "rows 1 to 2 are under a key that JWT_SECRET does not list: put in, or its key is gone",
      "the head's seal is not genuine",
    ]);
    await chain([other, secret]).reseal();
    expect(await after()).toEqual([]);
    await chain([other, secret]).append(auditEvent("user.approved", "someone", new Date()));
    expect(await after()).toEqual([]);
    // Rows under the old key are still checked: the head and later rows prove them.
    await raw().updateOne({ _id: 1 }, { $set: { reason: "another" } });
    expect(await after()).toEqual(["row 1 was edited or put in"]);
    const { hash: _, mac, ...row } = (await chain().rows.findById(1).lean()) as AuditRow;
    await raw().updateOne({ _id: 1 }, { $set: { hash: rowHash(row) } });
    expect(await after()).toEqual([
      "row 2 does not follow row 1: one of them was replaced",
      "row 1 is under a key that JWT_SECRET does not list: put in, or its key is gone",
    ]);
    expect(mac).toBeDefined();
  });

  test("cannot remove the head: neither a start nor a new row replaces it", async () => {
    await filled(3);
    await heads().deleteMany({});
    await chain().reseal();
    await filled(2);
    expect(await findings()).toEqual(["the sealed head is missing"]);
  });

  test("cannot restore an older head: it is reported, or moved by the next row", async () => {
    await filled(2);
    const older = await heads().findOne({ _id: "head" });
    await filled(3);
    await heads().replaceOne({ _id: "head" }, older ?? {});
    expect(await findings()).toEqual([past("rows 3 to 5 are", 2)]);
    await filled(1);
    expect(await findings()).toEqual([]);
  }, 60_000);

  test("cannot truncate the log together with its head: an anchor reveals it", async () => {
    await filled(2);
    const older = await heads().findOne({ _id: "head" });
    await filled(3);
    const reported = [...anchors];
    expect(reported.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(await findings(reported)).toEqual([]);
    await raw().deleteMany({ _id: { $gt: 2 } });
    await heads().replaceOne({ _id: "head" }, older ?? {});
    const lost = (anchor: Anchor | undefined) =>
      `the anchor ${anchor && printAnchor(anchor)} is not in the log: it was cut off, replaced or put back to an older state`;
    expect(await findings(reported.slice(0, 2))).toEqual([]);
    expect(await findings(reported)).toEqual(reported.slice(2).map(lost));
    // Other rows with their numbers do not replace them.
    await filled(3);
    expect(await findings(reported)).toEqual(reported.slice(2).map(lost));
  });

  test("is reported by the process when a row that it anchored is missing", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { report, reportHead } = createAuditAnchors(log);
    const anchored = createAuditChain(connection, createKeyring([secret]), report);
    for (const name of ["one", "two"]) await anchored.append(auditEvent("user.approved", name, new Date()));
    await reportHead(anchored);
    expect(lines.map(({ level }) => level)).toEqual([30, 30, 30]);
    expect(lines.map(({ auditAnchor }) => parseAnchor(String(auditAnchor))?.seq)).toEqual([1, 2, 2]);
    expect(await findings([parseAnchor(String(lines[2]?.auditAnchor)) as Anchor])).toEqual([]);
    await raw().deleteOne({ _id: 2 });
    await reportHead(anchored);
    expect(lines[3]).toMatchObject({ level: 50, auditAnchor: lines[1]?.auditAnchor });
  });

  test("cannot write an anchor in another form", () => {
    const mac = `${"a".repeat(8)}.${"b".repeat(43)}`;
    expect(parseAnchor(`12:${mac}`)).toEqual({ seq: 12, mac });
    const others = ["", "12", `0:${mac}`, `-1:${mac}`, `1.5:${mac}`, `12:${mac} `, `12:${mac}x`, "12:abc"];
    for (const text of others) expect([text, parseAnchor(text)]).toEqual([text, undefined]);
  });

  describe("relaying", () => {
    const waiting = async (count: number) => {
      const api = await startApp({ connection, secrets: [secret] });
      const people = await Promise.all(Array.from({ length: count }, () => api.createUser()));
      await api.close();
      for (const { id } of people) {
        const event = sealEvent(keys, auditEvent("user.deactivated", id, new Date()));
        await userModel(connection).updateOne({ _id: id }, { $set: { audit: [event] } });
      }
      return people.map(({ id }) => id);
    };
    const relay = () => {
      const relaying = createAuditRelay(chain(), keys, {
        log: createLogger("silent"),
        jobs: testJobs(),
      });
      relaying.watch(userModel(connection));
      return relaying;
    };
    const rowsOf = (ids: string[]) =>
      chain().rows.countDocuments({ subjectId: { $in: ids }, action: "user.deactivated" });

    test("enters each event once when several processes relay at once", async () => {
      const ids = await waiting(20);
      await Promise.all([relay().drain(), relay().drain(), relay().drain()]);
      expect(await rowsOf(ids)).toBe(20);
      expect(await userModel(connection).countDocuments({ "audit.0": { $exists: true } })).toBe(0);
      expect(await findings()).toEqual([]);
    });

    test("reports an event that a forger put into a document, instead of entering it", async () => {
      const [id = "", other = ""] = await waiting(2);
      const { audit: genuine = [] } = (await userModel(connection).findById(other).lean()) ?? {};
      const [event] = genuine;
      const forgeries = [
        { ...auditEvent("user.deactivated", "a rival", new Date()), actorId: "an administrator" },
        { ...event, id: "edited", reason: "never given" },
        sealEvent(
          createKeyring(["0123456789abcdef-another-secret"]),
          auditEvent("user.rejected", id, new Date()),
        ),
      ];
      const users = connection.collection<{ _id: string }>("users");
      await users.updateOne({ _id: id }, { $push: { audit: { $each: forgeries } } } as object);
      await relay().drain();
      expect(await rowsOf([id, other, "a rival"])).toBe(2);
      const entered = await chain().rows.find({ action: "audit.unsealed" }).sort({ _id: 1 }).lean();
      expect(entered).toHaveLength(forgeries.length);
      expect(entered.map(({ reason }) => reason)).toContain(
        "An event that the product did not write: user.deactivated by an administrator",
      );
      expect(await findings()).toEqual(
        entered.map(
          ({ _id }) => `row ${_id} reports an event in the documents that the product did not write`,
        ),
      );
      expect(await users.countDocuments({ "audit.0": { $exists: true } })).toBe(0);
    });

    test("continues where a process died between the row and the head, which is reported until then", async () => {
      const [id = ""] = await waiting(1);
      const before = await heads().findOne({ _id: "head" });
      const user = await userModel(connection).findById(id).lean();
      await relay().drain();
      // The state when the process died: the row is there, the head is not moved, the event still waits.
      await heads().replaceOne({ _id: "head" }, before ?? {});
      await userModel(connection).updateOne({ _id: id }, { $set: { audit: user?.audit } });
      const { _id: seq } = (await chain().rows.findOne({ subjectId: id }).lean()) as AuditRow;
      expect(await findings()).toEqual([past(`row ${seq} is`, seq - 1)]);
      await relay().drain();
      expect(await rowsOf([id])).toBe(1);
      expect(await findings()).toEqual([]);
    }, 60_000);
  });
});
