import type { Connection } from "mongoose";
import { startApp } from "../../testing/app.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { createOrganizations, organizationKey } from "../auth/accounts/organizations.ts";
import type { UserDoc } from "../auth/accounts/user-model.ts";
import { createUsers } from "../auth/accounts/users.ts";
import { callModels } from "../calls/records/call-model.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { customerModel } from "../customers/customer-model.ts";
import { createLogger } from "../http/logger.ts";
import { collectActivity } from "./customer-activity.ts";
import { collectNamesakeKeys } from "./customer-namesakes.ts";
import { migrate } from "./migrate.ts";
import { type Migration, migrations } from "./migrations.ts";

const log = createLogger("silent");
const keys = createKeyring(["the-migration-test's-secret-0123456789-abcdef"]);

describe("migrations", () => {
  let connection: Connection;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ connection, close } = await testDatabase());
  });
  afterEach(() => close());

  const recorded = async () => {
    const done = { doneAt: { $exists: true } };
    return (await connection.collection("migrations").find(done).toArray()).map(({ _id }) => Number(_id));
  };

  function counting(numbers: readonly number[]) {
    const ran: number[] = [];
    const list: Migration[] = numbers.map((number) => ({
      number,
      name: `number ${number}`,
      async up(db) {
        ran.push(number);
        await db.collection("things").updateOne({ number }, { $inc: { times: 1 } }, { upsert: true });
      },
    }));
    return { ran, list };
  }

  /** What an earlier version has left, so that the database is not a new one. */
  const olderDatabase = () => connection.createCollection("things");

  test("run once, in the order of their numbers, when several processes start", async () => {
    await olderDatabase();
    const { ran, list } = counting([2, 1, 3]);
    await Promise.all(Array.from({ length: 5 }, () => migrate(connection, { log, keys, migrations: list })));
    expect(ran).toEqual([1, 2, 3]);
    expect((await recorded()).sort()).toEqual([1, 2, 3]);
    await migrate(connection, { log, keys, migrations: list });
    expect(ran).toEqual([1, 2, 3]);
  });

  test("of this version are numbered from 1, in their order", () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
  });

  test("run only once where a later version adds others", async () => {
    await olderDatabase();
    const { ran, list } = counting([1, 2]);
    await migrate(connection, { log, keys, migrations: list.slice(0, 1) });
    await migrate(connection, { log, keys, migrations: list });
    expect(ran).toEqual([1, 2]);
    await migrate(connection, { log, keys, migrations: list.slice(0, 1) });
    expect(ran).toEqual([1, 2]);
  });

  test("are repeated by another process where the first one was killed", async () => {
    await olderDatabase();
    let tries = 0;
    const list: Migration[] = [
      {
        number: 1,
        name: "stops in the middle the first time",
        async up(db) {
          tries += 1;
          await db
            .collection("things")
            .updateOne({ _id: "half" as never }, { $set: { done: false } }, { upsert: true });
          if (tries === 1) throw new Error("killed");
          await db.collection("things").updateOne({ _id: "half" as never }, { $set: { done: true } });
        },
      },
    ];
    await expect(migrate(connection, { log, keys, migrations: list })).rejects.toThrow("killed");
    // A killed process leaves its lock, which has not expired.
    await connection
      .collection("migrations")
      .updateOne({ _id: "lock" as never }, { $set: { owner: "killed", until: new Date(Date.now() + 500) } });
    expect(await recorded()).toEqual([]);
    await Promise.all([1, 2].map(() => migrate(connection, { log, keys, migrations: list })));
    expect(tries).toBe(2);
    expect(await connection.collection("things").findOne({ _id: "half" as never })).toMatchObject({
      done: true,
    });
  });

  test("keep their lock while one of them takes longer than the lease", async () => {
    await olderDatabase();
    let ran = 0;
    const list: Migration[] = [
      {
        number: 1,
        name: "slow",
        async up() {
          ran += 1;
          await new Promise((resolve) => setTimeout(resolve, 900));
        },
      },
    ];
    await Promise.all([1, 2].map(() => migrate(connection, { log, keys, migrations: list, leaseMs: 300 })));
    expect(ran).toBe(1);
  });

  test("of this version give an older database the indexes of a new one, and are repeatable", async () => {
    await connection.collection("calls").createIndex({ status: 1, leaseUntil: 1 });
    await callModels(connection).calls.createIndexes();
    await migrate(connection, { log, keys });
    for (const { up } of migrations) await up(connection.db as never, { connection, keys });
    const indexes = await connection.collection("calls").indexes();
    expect(indexes.filter(({ key }) => key.leaseUntil).map(({ name }) => name)).toEqual(["active_calls"]);
  });

  test("of this version drop the index of all waiting whispers", async () => {
    const { suggestions } = callModels(connection);
    await suggestions.collection.createIndex({ pending: 1 }, { name: "pending_whispers", sparse: true });
    await migrate(connection, { log, keys });
    const names = (await suggestions.collection.indexes()).map(({ name }) => name);
    expect(names).not.toContain("pending_whispers");
  });

  test("of this version name only collections that the product has", async () => {
    const app = await startApp();
    const existing = await app.connection.listCollections();
    const known = new Set(existing.map(({ name }) => name));
    const { db } = connection;
    if (db === undefined) throw new Error("no database");
    const named = new Set<string>();
    const recording = new Proxy(db, {
      get(target, property) {
        if (property !== "collection") return Reflect.get(target, property);
        return (name: string) => {
          named.add(name);
          return target.collection(name);
        };
      },
    });
    // Number 11, which is released, named one that does not exist.
    for (const { number, up } of migrations) if (number !== 11) await up(recording, { connection, keys });
    await app.close();
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
    expect(named.size).toBeGreaterThan(4);
  });

  test("of this version give ended calls their length, also after an interrupted run", async () => {
    const calls = callModels(connection).calls.collection;
    const startedAt = new Date("2026-03-28T23:30:00Z");
    const endedAt = new Date(startedAt.getTime() + 90_500);
    await calls.insertMany([
      ...Array.from({ length: 2100 }, (_, index) => ({ _id: `call-${index}`, startedAt, endedAt })),
      { _id: "done before", startedAt, endedAt, durationSeconds: 91 },
      { _id: "ended before it began", startedAt: endedAt, endedAt: startedAt },
      { _id: "under way", startedAt },
    ] as never[]);
    await migrate(connection, { log, keys });
    expect(await calls.countDocuments({ durationSeconds: 91 })).toBe(2101);
    expect(await calls.findOne({ _id: "ended before it began" as never })).toMatchObject({
      durationSeconds: 0,
    });
    expect(await calls.findOne({ _id: "under way" as never })).not.toHaveProperty("durationSeconds");
  });

  test("of this version schedule the collection of missing words and numbers of ended calls", async () => {
    const calls = callModels(connection).calls.collection;
    await calls.insertMany([
      ...Array.from({ length: 1100 }, (_, index) => ({ _id: `call-${index}`, status: "ended" })),
      { _id: "has no numbers", status: "ended", words: ["remis"] },
      { _id: "erased", status: "ended", words: [], erasedAt: new Date() },
      { _id: "is due", status: "ended", words: ["remis"], wordsDue: "changed" },
      { _id: "under way", status: "active" },
    ] as never[]);
    // One that ran before the words were folded as they are now.
    await migrate(connection, { log, keys, migrations: migrations.filter(({ number }) => number <= 14) });
    await calls.updateOne({ _id: "has no numbers" as never }, { $unset: { wordsDue: "" } });
    await migrate(connection, { log, keys });
    const due = await calls.find({ wordsDue: { $exists: true } }).toArray();
    expect(due).toHaveLength(1102);
    expect(due).toContainEqual(expect.objectContaining({ _id: "is due", wordsDue: "changed" }));
    const ids = due.map(({ _id }) => String(_id));
    expect(ids).toContain("has no numbers");
    expect(ids).not.toContain("erased");
    expect(ids).not.toContain("under way");
  });

  test("of this version give accounts what they are found by, also after a killed run and beside an earlier version", async () => {
    const users = createUsers(connection, keys);
    const stored = connection.collection<UserDoc>("users");
    await stored.createIndex({ lastName: 1, organizationId: 1 });
    const account = (_id: string, firstName: string, lastName: string, more: object = {}) =>
      ({
        _id,
        firstName,
        lastName,
        email: `${_id}@acme.example`,
        organizationId: "acme",
        ...more,
      }) as UserDoc;
    await stored.insertMany([
      account("brien", "Máire", "O’Brien"),
      account("walesa", "Lech", "Wałęsa"),
      account("done", "Done", "Before", { foundBy: ["donebefore"] }),
    ]);
    await migrate(connection, { log, keys });
    await users.model.createIndexes();
    const found = async (text: string) => (await users.search("acme", text, 5)).map(({ _id }) => _id);
    expect(await Promise.all(["obrien", "walesa", "maire o'b", "done"].map(found))).toEqual([
      ["brien"],
      ["walesa"],
      ["brien"],
      ["done"],
    ]);
    expect((await stored.indexes()).map(({ name }) => name)).not.toContain("lastName_1_organizationId_1");
    // A process of an earlier version stores one afterwards.
    await stored.insertOne(account("later", "Søren", "Ångström"));
    await users.collectFoundBy();
    expect(await found("soren angs")).toEqual(["later"]);
    expect(await users.search("globex", "soren", 5)).toEqual([]);
  });

  test("of this version give customers what last happened with them: a change, a call or the day of an open step", async () => {
    const customers = customerModel(connection);
    const { calls } = callModels(connection);
    const at = (day: string) => new Date(`${day}T00:00:00Z`);
    const updatedAt = at("2026-01-01");
    await customers.collection.insertMany([
      { _id: "changed", organizationId: "acme", updatedAt },
      { _id: "called", organizationId: "acme", updatedAt },
      { _id: "planned", organizationId: "acme", updatedAt },
      { _id: "active", organizationId: "acme", updatedAt, activeAt: at("2026-09-01") },
      { _id: "deleted", updatedAt, deletedAt: updatedAt },
    ] as never[]);
    const call = (clientId: string, startedAt: string, more: object = {}) =>
      ({
        ...{ _id: `${clientId} ${startedAt}`, sessionId: `${clientId} ${startedAt}` },
        ...{ clientId, startedAt: at(startedAt), ...more },
      }) as never;
    await calls.createIndexes();
    await calls.collection.insertMany([
      call("changed", "2025-06-01"),
      call("called", "2026-03-01", { openStep: "9999-12-31" }),
      call("called", "2026-02-01", { openStep: "2026-02-10" }),
      call("planned", "2026-03-01", { openStep: "2027-05-01" }),
      call("active", "2026-03-01"),
    ]);
    const known = async () =>
      Object.fromEntries((await customers.find().lean()).map(({ _id, activeAt }) => [_id, activeAt]));
    const expected = {
      changed: updatedAt,
      called: at("2026-03-01"),
      planned: at("2027-05-01"),
      active: at("2026-09-01"),
      deleted: undefined,
    };
    await migrate(connection, { log, keys });
    expect(await known()).toEqual(expected);
    await collectActivity(connection.db as never);
    expect(await known()).toEqual(expected);
  });

  test("of this version give customers the key of their name and company", async () => {
    const customers = customerModel(connection);
    const updatedAt = new Date();
    await customers.collection.insertMany([
      { _id: "both", organizationId: "acme", updatedAt, name: "Zoé  PETIT", company: "Zénith" },
      { _id: "alone", organizationId: "acme", updatedAt, name: "Zoé" },
      { _id: "deleted", updatedAt, deletedAt: updatedAt },
    ] as never[]);
    for (const run of [migrate, () => collectNamesakeKeys(connection.db as never)]) {
      await run(connection, { log, keys });
      const known = await customers.find().sort({ _id: 1 }).lean();
      expect(known.map(({ _id, namesakeKey }) => [_id, namesakeKey])).toEqual([
        ["alone", "zoe\n"],
        ["both", "zoe petit\nzenith"],
        ["deleted", undefined],
      ]);
    }
  });

  test("of this version schedule the measurement of replies in recent calls, and give built-in replies their ids", async () => {
    const { calls, suggestions } = callModels(connection);
    const old = new Date(Date.now() - 91 * 24 * 60 * 60_000);
    const call = { status: "ended", startedAt: new Date(), words: ["remis"] };
    await calls.collection.insertMany([
      { ...call, _id: "recent" },
      { ...call, _id: "old", startedAt: old },
      { ...call, _id: "erased", erasedAt: new Date() },
      { _id: "under way", status: "active", startedAt: new Date() },
    ] as never[]);
    const given = { callId: "recent", provider: "playbook" };
    await suggestions.collection.insertMany([
      { ...given, _id: "recent:call-back-12" },
      { ...given, _id: "of a script" },
      { ...given, _id: "recent:other-1", replyId: "own", entryId: "own" },
    ] as never[]);
    // A later one has the words of all ended calls collected again.
    await migrate(connection, { log, keys, migrations: migrations.filter(({ number }) => number <= 10) });
    expect(await calls.distinct("_id", { wordsDue: { $exists: true } })).toEqual(["recent"]);
    const found = await suggestions.find().sort({ _id: 1 }).lean();
    expect(found.map(({ replyId, entryId }) => [replyId, entryId])).toEqual([
      [undefined, undefined],
      ["call-back-12", "call-back"],
      ["own", "own"],
    ]);
  });

  test("of this version give organizations with calls two weeks before calls are deleted by age", async () => {
    await callModels(connection).calls.collection.insertMany(
      ["one", "one", "two"].map((organizationId, at) => ({ _id: `call-${at}`, organizationId })) as never[],
    );
    const retentions = connection.collection<{ _id: string; startsAt?: Date }>("retentions");
    await retentions.insertOne({ _id: "two" });
    await migrate(connection, { log, keys });
    const found = await retentions.find().sort({ _id: 1 }).toArray();
    const days = (date: Date) => Math.round((date.getTime() - Date.now()) / (24 * 60 * 60_000));
    expect(found.map(({ _id, startsAt }) => [_id, startsAt && days(startsAt)])).toEqual([
      ["one", 14],
      ["two", undefined],
    ]);
  });

  test("of this version take what stands for a hidden number from calls and customers, in any number of runs", async () => {
    const { calls } = callModels(connection);
    const customers = customerModel(connection);
    const call = (_id: string, clientName: string, more: object = {}) => ({
      ...{ _id, sessionId: _id, organizationId: "acme", status: "ended", clientName, ...more },
    });
    await calls.collection.insertMany([
      call("words", "anonymous", { clientNumber: "anonymous" }),
      call("zeros", "Standard", { clientNumber: "0000000000" }),
      call("keys", "Jeanne", { clientNumber: "+266696687", clientId: "saved" }),
      call("named", "Paul (PBX)", { clientNumber: "266696687", clientId: "saved" }),
      call("name alone", "Restricted"),
      call("known", "Ana", { clientNumber: "0612345678", clientId: "ana" }),
      call("erased", "", { erasedAt: new Date() }),
    ] as never[]);
    const customer = (_id: string, name: string, numbers: string[], keys: string[], more: object = {}) => ({
      ...{ _id, organizationId: "acme", name, numbers, keys, emails: [], tags: [], notes: "", revision: 3 },
      ...more,
    });
    await customers.collection.insertMany([
      customer("saved", "Jeanne", ["+266696687"], ["266696687"]),
      customer("both", "Léo", ["+33612345678", "0000000000"], ["33612345678\nleo", "0000000000\nleo"]),
      customer("ana", "Ana", ["+33612345679"], ["33612345679"]),
      customer("lou", "Lou", [], ["private@xn--socit-esab.fr"], { emails: ["private@xn--socit-esab.fr"] }),
      { _id: "deleted", revision: 2, deletedAt: new Date() },
    ] as never[]);
    await connection.collection<UserDoc>("users").insertOne({
      ...{ _id: "zoe", firstName: "Zoé", lastName: "Petit", organizationId: "acme" },
      ...{ email: "zoe@xn--socit-esab.fr", foundBy: ["zoe@xn--socit-esab.fr"] },
    } as UserDoc);
    const only = migrations.filter(({ number }) => number === 22);
    await migrate(connection, { log, keys, migrations: only });
    await createUsers(connection, keys).model.createIndexes();
    const shown = async () => ({
      calls: (await calls.find().sort({ _id: 1 }).lean()).map(
        ({ _id, clientName, clientNumber = "", clientId = "", wordsDue = "" }) =>
          [_id, clientName, clientNumber, clientId, wordsDue].join("|"),
      ),
      customers: (await customers.find().sort({ _id: 1 }).lean()).map(
        ({ _id, numbers, keys: ofCustomer, wordsDue, revision }) => [
          ...[_id, revision, numbers, ofCustomer, wordsDue],
        ],
      ),
    });
    const expected = {
      calls: [
        "erased||||",
        "keys|Client|||stored",
        "known|Ana|0612345678|ana|",
        "name alone|Client|||stored",
        "named|Paul (PBX)|||stored",
        "words|Client|||stored",
        "zeros|Standard|||stored",
      ],
      customers: [
        ["ana", 3, ["+33612345679"], ["33612345679"], undefined],
        ["both", 3, ["+33612345678"], ["33612345678\nleo"], "stored"],
        ["deleted", 2, undefined, undefined, undefined],
        ["lou", 3, [], ["private@xn--socit-esab.fr"], "stored"],
        ["saved", 3, [], undefined, "stored"],
      ],
    };
    expect(await shown()).toEqual(expected);
    for (const { up } of only) await up(connection.db as never, { connection, keys });
    expect(await shown()).toEqual(expected);
    const found = await createUsers(connection, keys).search("acme", "zoe@société", 5);
    expect(found.map(({ _id }) => _id)).toEqual(["zoe"]);
  });

  test("of this version have organizations known by one spelling, under the ids that they have", async () => {
    const organizations = createOrganizations(connection, keys);
    await organizations.createIndexes();
    const stored = connection.collection<{ _id: string; name: string; key: string }>("organizations");
    await stored.insertMany([
      { _id: "coast", name: "Côte‑d’Or", key: "côte‑d’or" },
      { _id: "plain", name: "Plain", key: organizationKey("Plain") },
      { _id: "one", name: "L'Ami", key: "l'ami" },
      { _id: "other", name: "L’Ami", key: "l’ami" },
    ]);
    await migrate(connection, { log, keys });
    expect(
      await Promise.all(["Côte-d'Or", "plain", "L’Ami"].map((name) => organizations.idFor(name))),
    ).toEqual(["coast", "plain", "one"]);
    expect(await stored.findOne({ _id: "other" })).toMatchObject({ key: "l’ami" });
    // Somebody who registered before, under the id that the name had then, joins the known organization.
    const wanted = { id: "waiting", name: "Côte–d'or", founderId: "user", domain: "or.example" };
    expect(await organizations.found(wanted, new Date())).toMatchObject({ id: "coast", name: "Côte‑d’Or" });
  });
});
