import { once } from "node:events";
import { limits } from "@souffleur/contracts";
import { io } from "socket.io-client";
import { travel, until } from "../../testing/app.ts";
import { next } from "../../testing/calls/call-events.ts";
import {
  api,
  ask,
  auditEntries,
  database,
  daysAgo,
  erase,
  hourMs,
  keys,
  line,
  models,
  newEntries,
  people,
  personal,
  preparePersonalCalls,
  queries,
  quiet,
  remains,
  remove,
  retention,
  secret,
  stored,
  suggestion,
} from "../../testing/calls/personal-calls.ts";
import { removalOf } from "../../testing/calls/removal.ts";
import { testJobs } from "../../testing/database/test-jobs.ts";
import type { SignedInUser } from "../../testing/people/people.ts";
import type { CallDoc } from "../calls/records/call-model.ts";
import { createErasureRecords } from "../calls/records/erasure-records.ts";
import { clock } from "../clock.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { customerModel } from "../customers/customer-model.ts";
import { createCustomerErasure } from "../customers/erase-customers.ts";
import { createLogger } from "../http/logger.ts";
import { serverLimits } from "../limits.ts";
import { isGenuine, parseCertificate } from "./certificate.ts";
import { isNamed } from "./customer.ts";
import { createErasures } from "./erasures.ts";
import { createRetention } from "./retention.ts";

preparePersonalCalls();

describe("the deletion of a call", () => {
  test.each([
    ["manager", 200],
    ["foreign", 404],
    ["platform", 404],
  ] as const)("by its %s is answered with %s", async (who, status) => {
    const call = await stored();
    expect((await remove(people[who], call)).status).toBe(status);
    expect(await models.lines.countDocuments({ callId: call._id })).toBe(status === 200 ? 0 : 1);
  });

  test("leaves nothing of it but an anonymous count in the figures", async () => {
    const { manager, agent } = people;
    const call = await stored();
    const audited = await newEntries("call.deleted");
    const figures = async () => (await ask(manager, "GET", "/api/figures?range=7d")).body.data;
    const before = await figures();
    expect((await remains()).length).toBe(3);
    expect((await remove(manager, call)).status).toBe(200);
    expect(await remains()).toEqual([]);
    const after = await figures();
    expect(after.dashboard).toEqual(before.dashboard);
    expect(after.activity).toEqual([]);
    expect(after.analytics.topPerformers ?? after.analytics.performers).toMatchObject([
      { name: "Unnamed agent" },
    ]);
    expect((await audited())[0]).toMatchObject({ subjectId: call._id, actorId: manager.id });
    for (const query of ["", "?q=Dupont", `?agentId=${agent.id}`, "?toWrapUp=true"]) {
      expect((await ask(manager, "GET", `/api/calls${query}`)).body.data.calls).toEqual([]);
    }
    const path = `/api/calls/${call._id}`;
    const gone = await Promise.all([
      ask(agent, "GET", path),
      ask(agent, "GET", `${path}/transcript`),
      ask(agent, "GET", `${path}/review`),
      ask(agent, "PUT", `${path}/notes`, { notes: "Quetzalcoatl" }),
      ask(agent, "PUT", `${path}/outcome`, { outcome: "other", nextStep: "Quetzalcoatl" }),
      ask(agent, "PUT", `${path}/suggestions/suggestion of ${call._id}`, { state: "used" }),
      ask(agent, "POST", `${path}/suggestions`),
      ask(agent, "POST", "/api/simulation/end", { callId: call._id }),
      remove(manager, call),
    ]);
    expect(gone.map(({ status }) => status)).toEqual(gone.map(() => 404));
    expect(await remains()).toEqual([]);
  });

  test("is refused while the call is running, and possible after its end", async () => {
    const { agent, manager } = people;
    const begun = await ask(agent, "POST", "/api/simulation/start", {});
    const { callId } = begun.body.data;
    const refused = await ask(manager, "DELETE", `/api/calls/${callId}`);
    expect([refused.status, refused.body.code]).toEqual([409, "INVALID_TRANSITION"]);
    expect((await ask(agent, "GET", `/api/calls/${callId}`)).status).toBe(200);
    await ask(agent, "POST", "/api/simulation/end", { callId });
    expect((await ask(manager, "DELETE", `/api/calls/${callId}`)).status).toBe(200);
  });

  test("is announced to the pages that show the call, and ends their access", async () => {
    const { supervisor, agent, foreign, manager } = people;
    const call = await stored();
    const connect = async ({ token }: SignedInUser) => {
      const socket = io(api.url, { transports: ["websocket"], forceNew: true, auth: { token } });
      await once(socket as never, "connect");
      return socket;
    };
    const [watcher, own, other] = await Promise.all([supervisor, agent, foreign].map(connect));
    if (!watcher || !own || !other) throw new Error("no sockets");
    const join = () =>
      watcher.timeout(60_000).emitWithAck("join_call_session", { sessionId: call.sessionId, after: 0 });
    expect(await join()).toMatchObject({ success: true });
    const received: string[] = [];
    other.onAny((event) => received.push(event));
    const reports = [
      next(watcher, "call_deleted"),
      next(own, "call_deleted"),
      next(watcher, "figures_changed"),
    ];
    await remove(manager, call);
    const ids = { callId: call._id, sessionId: call.sessionId };
    expect(await Promise.all(reports)).toEqual([ids, ids, { callId: call._id }]);
    expect(await join()).toMatchObject({ success: false, code: "NOT_FOUND" });
    for (const event of ["call_deleted", "figures_changed"]) expect(received).not.toContain(event);
    for (const socket of [watcher, own, other]) socket.disconnect();
  });

  test("succeeds for concurrent requests", async () => {
    const call = await stored();
    const audited = await newEntries("call.deleted");
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(people.admin, call)));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
    expect(await remains()).toEqual([]);
    await audited();
  });

  test("is refused while as many of the organization are under way as may be, which another organization is not", async () => {
    const { erasuresAtOnce } = serverLimits;
    const under = (organizationId: string | null) => ({
      callIds: [],
      lines: 0,
      by: "",
      organizationId,
      worker: "w",
    });
    const erasures = database.connection.collection<{ _id: string }>("erasures");
    const own = Array.from({ length: erasuresAtOnce }, (_, n) => ({
      _id: `under way ${n}`,
      ...under(people.admin.organizationId),
    }));
    await erasures.insertMany(own);
    const call = await stored();
    const refused = await remove(people.admin, call);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    await erasures.updateMany({}, { $set: { organizationId: "globex" } });
    expect((await remove(people.admin, call)).status).toBe(200);
  });

  test("is repeated after an hour for lines and suggestions that arrived late, which are never shown", async () => {
    const call = await stored({ phone: { key: "pbx 1", app: "app", client: "2" } });
    await remove(people.admin, call);
    await line(call, 2);
    await suggestion(call, "late");
    const { status } = await ask(people.agent, "GET", `/api/calls/${call._id}/transcript`);
    expect(status).toBe(404);
    // Its telephones may still be connected: without the key they would begin the call again.
    expect((await models.calls.findById(call._id))?.phone?.key).toBe("pbx 1");
    travel(2 * hourMs);
    await until(async () => (await remains()).length === 0);
    expect((await models.calls.findById(call._id))?.phone).toBeUndefined();
  });
});

describe("the erasure of a customer", () => {
  test("lists what it would erase in a dry run, and erases nothing", async () => {
    const calls = [await stored({ startedAt: daysAgo(2) }), await stored({ seq: 7 })];
    const { body } = await erase({ customer: "zephyrine  DUPONT", dryRun: true });
    expect(body.data).toEqual({
      calls: 2,
      lines: 8,
      customers: 0,
      newest: calls.toReversed().map(({ _id, startedAt, agentName, clientName, seq }) => ({
        callId: _id,
        startedAt: startedAt.toISOString(),
        agentName,
        customer: { name: clientName, number: "06 99 88 77 66" },
        lines: seq,
      })),
    });
    expect(await models.lines.countDocuments({})).toBe(2);
    expect(await models.calls.countDocuments({ erasedAt: { $exists: true } })).toBe(0);
  });

  test("needs a proof, as a new retention does, but for dry runs", async () => {
    const call = await stored({ startedAt: daysAgo(100) });
    const times = { conversationDays: 30, analysisDays: 365 };
    travel(limits.proofValidMs + 60_000);
    const answers = [];
    for (const dryRun of [true, false])
      answers.push(
        await erase({ customer: "zephyrine dupont", dryRun }),
        await retention({ ...times, dryRun }),
      );
    clock.reset();
    expect(answers.map(({ body }) => body.code)).toEqual([
      undefined,
      undefined,
      "PROOF_REQUIRED",
      "PROOF_REQUIRED",
    ]);
    expect((await retention()).body.data.revision).toBe(0);
    expect(await models.calls.findById(call._id, "erasedAt").lean()).toEqual({ _id: call._id });
  });

  test("finds a customer by the whole name or the number, in any spelling", async () => {
    const found = {
      named: await stored(),
      withheld: await stored({ clientNumber: undefined as never }),
      numbered: await stored({ clientName: "+33699887766", clientNumber: "+33699887766" }),
      other: await stored({ clientName: "Zéphyrine Dupond", clientNumber: "0699887767" }),
      foreign: await stored({ organizationId: people.foreign.organizationId }),
    };
    for (const [customer, expected] of [
      ["Zephyrine dupont", ["named", "withheld"]],
      ["ZÉPHYRINE DUPONT", ["named", "withheld"]],
      ["Zéphyrine", []],
      ["Dupont Zéphyrine", []],
      ["06 99 88 77 66", ["named", "numbered"]],
      ["+33 (0)6.99.88.77.66", ["named", "numbered"]],
      ["0033699887766", ["named", "numbered"]],
      ["33699887766", ["named", "numbered"]],
      ["06\u201199\u201188\u201177\u201166", ["named", "numbered"]],
      ["06/99/88/77/66", ["named", "numbered"]],
      ["tel:+33699887766", ["named", "numbered"]],
      // As exchanges and spreadsheets write it.
      ["699887766", ["named", "numbered"]],
      ["99887766", []],
      ["+49 699887766", []],
      [".*", []],
      ["$ne", []],
    ] as const) {
      const ids = (await erase({ customer, dryRun: true })).body.data.newest.map(
        ({ callId }: { callId: string }) => callId,
      );
      const names = Object.entries(found).flatMap(([name, { _id }]) => (ids.includes(_id) ? [name] : []));
      expect([customer, names]).toEqual([customer, expected]);
    }
  });

  test("finds stored customers in any spelling, and compares no others", async () => {
    const named = async (fields: object) => {
      const body = { numbers: [], emails: [], tags: [], ...fields };
      const { status } = await ask(people.admin, "POST", "/api/customers", body);
      expect(status).toBe(200);
    };
    await named({ name: "Élise Ôr", numbers: ["06 99 88 77 55"], emails: ["elise@example.com"] });
    for (const name of ["06.99.88.77.55", "(06) 99 88 77 55", "Tél. : 06 99 88 77 55", "·0699887755"])
      await named({ name });
    for (const name of ["Telma", "Élise", "06 99 88 77 54", "Zoé"]) await named({ name });
    await named({ name: "Reception", numbers: ["4711"] });
    const customers = createCustomerErasure(customerModel(database.connection));
    const found = async (customer: string) => {
      let compared = 0;
      const isWanted = isNamed(customer);
      const ids = await customers.matching(
        people.admin.organizationId ?? "",
        (text) => {
          compared += 1;
          return isWanted(text);
        },
        customer,
      );
      return [ids.length, compared];
    };
    // One text of the customer is enough; of a number, names are compared that could be one.
    expect(await found("elise or")).toEqual([1, 1]);
    expect(await found("Elise@Example.com")).toEqual([1, 3]);
    expect(await found("+33 6 99 88 77 55")).toEqual([5, 2 + 4 + 2]);
    expect(await found("47 11")).toEqual([1, 2 + 4 + 2]);
  });

  test("is certified without personal data, listed and audited, and finds nothing the second time", async () => {
    const audited = await newEntries("customer.erased");
    await stored();
    await stored();
    const { body, status } = await erase({ customer: "+33 6 99 88 77 66" });
    expect(status).toBe(200);
    expect(await remains()).toEqual([]);
    const { certificate, ...erasure } = body.data.erasure;
    expect(certificate).toMatchObject({ calls: 2, lines: 2, by: people.admin.id, id: erasure.id });
    expect(JSON.stringify(certificate)).not.toMatch(personal);
    expect(isGenuine(keys, certificate)).toBe(true);
    for (const [name, value] of Object.entries(certificate)) {
      const forged = { ...certificate, [name]: typeof value === "number" ? value + 1 : `${value}0` };
      expect([name, isGenuine(keys, forged)]).toEqual([name, false]);
    }
    expect(isGenuine(createKeyring(["another secret"]), certificate)).toBe(false);
    expect((await ask(people.admin, "GET", "/api/erasures")).body.data.erasures).toEqual([
      { ...erasure, certificate },
    ]);
    expect((await ask(people.foreign, "GET", "/api/erasures")).body.data.erasures).toEqual([]);
    expect(await audited()).toMatchObject([
      { actorId: people.admin.id, subjectId: erasure.id, to: "2 calls, 2 lines" },
    ]);
    expect((await erase({ customer: "+33 6 99 88 77 66" })).status).toBe(404);
  });

  test("has a certificate that stays genuine when the key that sealed it is dropped", async () => {
    await stored();
    const { certificate } = (await erase({ customer: "Zéphyrine Dupont" })).body.data.erasure;
    const later = (secrets: readonly string[]) =>
      createErasures({
        connection: database.connection,
        keys: createKeyring(secrets),
        log: createLogger("silent"),
        jobs: testJobs(),
        audit: { watch() {}, wake() {} },
        calls: { ...createErasureRecords(models), announce() {} },
        customers: createCustomerErasure(customerModel(database.connection)),
      });
    await later(["the next secret"]).sealAgain();
    expect(await later(["the next secret"]).isGenuine(certificate)).toBe(false);
    // The documented rotation: the new secret is prepended, the old one dropped later. Twice.
    await later(["the next secret", secret]).sealAgain();
    await later(["a third secret", "the next secret"]).sealAgain();
    const now = later(["a third secret"]);
    expect(await now.isGenuine(certificate)).toBe(true);
    expect(await now.isGenuine({ ...certificate, calls: 2 })).toBe(false);
    expect(await now.isGenuine({ ...certificate, id: "unknown" })).toBe(false);
    expect(await later(["the next secret"]).isGenuine(certificate)).toBe(false);
  });

  test("has a certificate that is refused with any other text", async () => {
    await stored();
    const { certificate } = (await erase({ customer: "Zéphyrine Dupont" })).body.data.erasure;
    const text = JSON.stringify(certificate);
    expect(parseCertificate(JSON.stringify(certificate, null, 2))).toEqual(certificate);
    const changes: [string, (text: string) => string][] = [
      ["an added field", (text) => text.replace(/\}$/, ',"note":"all of 2020"}')],
      ["an added field that JSON.parse hides", (text) => text.replace(/\}$/, ',"__proto__":{"calls":900}}')],
      ["a field that stands twice", (text) => text.replace(/^\{/, '{"calls":900,')],
      ["a field that stands twice, once escaped", (text) => text.replace(/^\{/, '{"\\u0063alls":900,')],
      ["a missing field", (text) => text.replace(/"by":"[^"]*",/, "")],
      ["a field of another type", (text) => text.replace(/"calls":1/, '"calls":"1"')],
      ["a list", (text) => `[${text}]`],
      ["text after it", (text) => `${text} and more`],
    ];
    for (const [what, change] of changes) {
      expect([what, change(text)]).not.toEqual([what, text]);
      expect([what, parseCertificate(change(text))]).toEqual([what, undefined]);
    }
  });

  test("is refused while a call with the customer is running", async () => {
    await stored();
    await stored({ status: "active", slot: 9 });
    const { status } = await erase({ customer: "Zéphyrine Dupont" });
    expect(status).toBe(409);
    expect(await models.lines.countDocuments({})).toBe(2);
  });
});

describe("the retention of calls", () => {
  test("is half a year for conversations and a year for analyses by default, and is set for each organization", async () => {
    const audited = await newEntries("retention.changed");
    const usual = {
      conversationDays: 180,
      analysisDays: 365,
      revision: 0,
      customerDays: null,
      due: { conversations: 0, analyses: 0, customers: 0 },
    };
    expect((await retention()).body.data).toEqual(usual);
    const { body } = await retention({ conversationDays: 30, analysisDays: null, revision: 0 });
    expect(body.data).toMatchObject({ conversationDays: 30, analysisDays: null, revision: 1 });
    expect((await retention()).body.data).toEqual(body.data);
    expect((await retention(undefined, people.foreign)).body.data).toEqual(usual);
    expect(await audited()).toMatchObject([
      {
        actorId: people.admin.id,
        from: "conversations 180 days, analyses 365 days, customers forever",
        to: "conversations 30 days, analyses forever, customers forever",
      },
    ]);
  });

  test("is refused where it is none, or the analyses would end first", async () => {
    for (const [body, field] of [
      [{ conversationDays: 31, analysisDays: 365 }, "conversationDays"],
      [{ conversationDays: "30", analysisDays: 365 }, "conversationDays"],
      [{ conversationDays: 30 }, "analysisDays"],
      [{ conversationDays: 180, analysisDays: 90 }, "analysisDays"],
      [{ conversationDays: null, analysisDays: 365 }, "analysisDays"],
    ] as const) {
      const answer = await retention(body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
  });

  test("that was changed elsewhere is answered with 409 and the stored one", async () => {
    const both = await Promise.all(
      [30, 90].map((conversationDays) => retention({ conversationDays, analysisDays: 365, revision: 0 })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = both.find(({ status }) => status === 200)?.body.data;
    expect(both.find(({ status }) => status === 409)?.body.current).toEqual(won);
    expect((await retention()).body.data).toEqual(won);
  });

  test("in a dry run counts the calls to delete, and deletes none", async () => {
    await stored({ startedAt: daysAgo(32) });
    await stored({ startedAt: daysAgo(100) });
    await stored({ startedAt: daysAgo(100), organizationId: people.foreign.organizationId });
    const tried = await retention({ conversationDays: 30, analysisDays: 90, dryRun: true });
    expect(tried.body.data.due).toEqual({ conversations: 2, analyses: 1, customers: 0 });
    await api.app.sweep(clock.now());
    expect(await models.lines.countDocuments({})).toBe(3);
  });

  test("removes conversations, later analyses, by whole days, and keeps running calls and other organizations", async () => {
    const audited = await newEntries("retention.applied");
    const calls = {
      today: await stored(),
      young: await stored({ startedAt: daysAgo(30) }),
      over: await stored({ startedAt: daysAgo(32) }),
      old: await stored({ startedAt: daysAgo(100) }),
      foreign: await stored({ startedAt: daysAgo(100), organizationId: people.foreign.organizationId }),
      running: await stored({ startedAt: daysAgo(31), status: "active", slot: 9 }),
    };
    await retention({ conversationDays: 30, analysisDays: 90 });
    await api.app.sweep(clock.now());
    const state = async ({ _id }: CallDoc) => {
      const call = await models.calls.findById(_id).lean<CallDoc>();
      const lines = await models.lines.countDocuments({ callId: _id });
      return call === null ? "gone" : `${call.clientName}, ${lines} lines`;
    };
    const states = Object.fromEntries(
      await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await state(call)])),
    );
    const whole = "Zéphyrine Dupont, 1 lines";
    expect(states).toEqual({
      today: whole,
      young: whole,
      over: ", 0 lines",
      old: "gone",
      foreign: whole,
      running: whole,
    });
    expect(await audited()).toMatchObject([
      {
        actorId: null,
        subjectId: people.admin.organizationId,
        to: "2 conversations, 1 analyses, 0 customers",
        reason: "conversations 30 days, analyses 90 days, customers forever",
      },
    ]);
    await api.app.sweep(clock.now());
    expect((await auditEntries("retention.applied")).at(-1)?.to).toBe(
      "2 conversations, 1 analyses, 0 customers",
    );
  });

  test("goes on with the next organization where a sweep had no time for all of them", async () => {
    const organizations = ["one", "two", "three", "four"];
    for (const organizationId of organizations) await stored({ startedAt: daysAgo(200), organizationId });
    const records = createErasureRecords(models);
    const swept: (string | null)[] = [];
    let unreadable: string | null | undefined;
    const deps = {
      connection: database.connection,
      keys,
      audit: quiet,
      ...removalOf(database.connection),
      calls: {
        ...records,
        organizations: async () => organizations,
        oldest: (organizationId: string | null, ...where: [Parameters<typeof records.oldest>[1], number]) => {
          swept.push(organizationId);
          if (organizationId === unreadable) throw new Error("unreadable");
          return records.oldest(organizationId, ...where);
        },
      },
    };
    const job = createRetention({ ...deps, turnMs: 0 });
    // The time of each sweep is over after its first step.
    for (let sweep = 0; sweep < 4; sweep++) await job.sweep(clock.now());
    expect(new Set(swept)).toEqual(new Set(organizations));

    // The calls of one can't be read: the others have their turn all the same.
    swept.length = 0;
    unreadable = organizations[0];
    await expect(createRetention({ ...deps, turnMs: 60_000 }).sweep(clock.now())).rejects.toThrow(
      "unreadable",
    );
    expect(new Set(swept)).toEqual(new Set(organizations));
    await models.calls.deleteMany({});
    await models.lines.deleteMany({});
  });
});

test("no query reads a whole collection", async () => {
  expect(await queries.scans()).toEqual([]);
});
