import { type CustomerField, customerFieldNames, customerFields } from "@souffleur/contracts/customer-fields";
import type { ImportResult, StoredCustomer } from "@souffleur/contracts/customers";
import { travel, until } from "../../testing/app.ts";
import {
  collectWords,
  endedCall,
  readPages,
  runningCall,
  startWatchedCalls,
  type WatchedCalls,
} from "../../testing/calls/stored-calls.ts";
import {
  acme,
  admin,
  agent,
  colleague,
  manager,
  outsider,
  type Person,
  somebody,
  supervisor,
} from "../../testing/people/call-people.ts";
import { clock } from "../clock.ts";

const path = "/api/customers";
const claire = {
  name: "Claire Moreau",
  company: "Ateliers Brunel",
  numbers: ["06 12 34 56 78"],
  emails: ["Claire.Moreau@Example.com"],
  tags: ["Renouvellement"],
  notes: "Préfère le matin.",
};

describe("customers", () => {
  let server: WatchedCalls;
  beforeAll(async () => {
    server = await startWatchedCalls({ tuning: { speed: 1 } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.connection.collection("customers").deleteMany({});
    await server.models.calls.deleteMany({});
  });

  const create = (person: Person, body: object = claire) => server.api(person, "POST", path, body);
  const stored = async (person: Person, body: object = claire) =>
    (await create(person, body)).body.data as StoredCustomer;
  const read = (person: Person, id: string) => server.api(person, "GET", `${path}/${id}`);
  const save = (person: Person, id: string, body: object) => server.api(person, "PUT", `${path}/${id}`, body);
  const remove = (person: Person, id: string) => server.api(person, "DELETE", `${path}/${id}`);
  const find = async (person: Person, query: Record<string, string> = {}) => {
    const { body, status } = await server.api(person, "GET", `${path}?${new URLSearchParams(query)}`);
    const customers = (body.success ? body.data.customers : []) as StoredCustomer[];
    return {
      status,
      body,
      names: customers.map(({ name }) => name),
      nextCursor: (body.success ? body.data.nextCursor : undefined) as string,
    };
  };
  const bring = async (person: Person, rows: unknown[], duplicates = "merge") => {
    const body = { duplicates, rows: rows.map((customer, at) => ({ line: at + 2, customer })) };
    const { body: answer } = await server.api(person, "POST", `${path}/import`, body);
    return answer.data.results as ImportResult[];
  };
  const audited = (action: string, subjectId: string) =>
    until(async () => server.connection.collection("audit_log").findOne({ action, subjectId }));

  test("a customer is stored in one form, and read, changed and deleted", async () => {
    const created = await stored(agent);
    expect(created).toMatchObject({
      ...claire,
      numbers: ["+33 6 12 34 56 78"],
      emails: ["claire.moreau@example.com"],
      owner: { userId: agent.id },
      revision: 1,
    });
    expect((await read(agent, created.id)).body.data).toEqual(created);
    const { body } = await save(agent, created.id, {
      ...claire,
      company: undefined,
      tags: ["A", "a"],
      revision: 1,
    });
    expect(body.data).toMatchObject({ revision: 2, tags: ["A"], numbers: ["+33 6 12 34 56 78"] });
    expect(body.data).not.toHaveProperty("company");
    expect(await audited("customer.created", created.id)).toMatchObject({ actorId: agent.id });
    expect(await audited("customer.changed", created.id)).toMatchObject({ to: "company, tags" });
    expect((await remove(agent, created.id)).body.message).toBe("Customer deleted");
    expect((await remove(agent, created.id)).status).toBe(404);
    expect((await read(agent, created.id)).status).toBe(404);
    expect((await find(agent)).names).toEqual([]);
    await audited("customer.deleted", created.id);
    const left = await server.connection.collection("customers").findOne({ _id: created.id as never });
    expect(JSON.stringify(left)).not.toMatch(/Claire|Brunel|0639|3363|example/i);
    // Its number is free again.
    expect((await create(colleague)).status).toBe(200);
    travel(2 * 60 * 60_000);
    // It stays until webhooks are told.
    await until(async () => {
      await server.app.sweep(clock.now());
      return (await server.connection.collection("customers").countDocuments({})) === 1;
    });
  });

  test("a request that is sent again after a lost answer stores one customer, as it was entered last", async () => {
    const body = { name: "Sans numéro", requestId: "9b1c" };
    const twice = await Promise.all([stored(agent, body), stored(agent, body)]);
    const [{ id }] = twice;
    expect(twice.map((one) => one.id)).toEqual([id, id]);
    expect(await stored(agent, { ...body, notes: "Rappeler." })).toMatchObject({ id, notes: "Rappeler." });
    const { body: overtaken } = await create(agent, { ...body, notes: "Autre." });
    expect(overtaken).toMatchObject({ code: "INVALID_TRANSITION", current: { notes: "Rappeler." } });
    // Another account's request of the same name is its own, and so is one with another name.
    expect((await stored(colleague, body)).id).not.toBe(id);
    expect((await stored(agent, { ...body, requestId: "9b1d" })).id).not.toBe(id);
  });

  test("agents see their own and those without an owner, others all of the organization", async () => {
    const own = await stored(agent, { name: "Own" });
    const unowned = await stored(manager, { name: "Unowned" });
    const foreign = await stored(colleague, { name: "Foreign" });
    for (const [person, names] of [
      [agent, ["Own", "Unowned"]],
      [colleague, ["Foreign", "Unowned"]],
      [supervisor, ["Foreign", "Own", "Unowned"]],
      [somebody("analyst"), ["Foreign", "Own", "Unowned"]],
      [manager, ["Foreign", "Own", "Unowned"]],
      [admin, ["Foreign", "Own", "Unowned"]],
      [outsider, []],
    ] as const) {
      expect([person.id, (await find(person)).names]).toEqual([person.id, names]);
      const body = { name: "Changed", notes: person.id };
      const may = (status: boolean) =>
        status ? 200 : person === outsider || person.role === "agent" ? 404 : 403;
      const manages = ["manager", "admin"].includes(person.role) && person !== outsider;
      expect([person.id, (await read(person, own.id)).status]).toEqual([
        person.id,
        names.includes("Own" as never) ? 200 : 404,
      ]);
      expect((await save(person, foreign.id, { ...body, name: "Foreign" })).status).toBe(
        may(manages || person === colleague),
      );
      expect((await save(person, unowned.id, { ...body, name: "Unowned" })).status).toBe(
        person === outsider ? 404 : 200,
      );
    }
    // What has no owner is everybody's, and is deleted by those who manage users.
    expect((await remove(agent, unowned.id)).status).toBe(403);
    expect((await remove(supervisor, own.id)).status).toBe(403);
    expect((await remove(outsider, own.id)).status).toBe(404);
    expect((await remove(manager, unowned.id)).status).toBe(200);
    expect((await remove(agent, own.id)).status).toBe(200);
  });

  test("an owner is given by those who manage users, and taken by agents where there is none", async () => {
    const { id } = await stored(manager, { name: "Nobody's" });
    const ownedBy = async (person: Person, ownerId: string | null) =>
      (await save(person, id, { name: "Nobody's", ownerId })).status;
    expect(await ownedBy(agent, colleague.id)).toBe(403);
    expect(await ownedBy(agent, agent.id)).toBe(200);
    expect(await ownedBy(colleague, null)).toBe(404);
    expect(await ownedBy(manager, outsider.id)).toBe(400);
    // More members than any list has, all before the colleague.
    const members = Array.from({ length: 500 }, (_, at) => `${at}@acme.example`);
    const users = server.connection.collection<{ _id: string; [field: string]: unknown }>("users");
    await users.insertMany(
      members.map((email) => ({
        ...{ _id: email, email, organizationId: acme, status: "active", firstName: "Ana", lastName: email },
      })),
    );
    expect(await ownedBy(manager, colleague.id)).toBe(200);
    await users.deleteMany({ _id: { $in: members } });
    expect((await read(agent, id)).status).toBe(404);
    expect((await read(colleague, id)).body.data.owner).toEqual({ userId: colleague.id, name: "hugo Test" });
    expect(await ownedBy(colleague, null)).toBe(200);
    expect((await read(agent, id)).body.data).not.toHaveProperty("owner");
  });

  test("a customer of the same name and number or address is refused with the stored one, if the caller may see it", async () => {
    const first = await stored(agent);
    for (const [name, numbers] of [
      ["CLAIRE MOREAU", ["+33612345678"]],
      ["Moreau, Claire", ["0033 6.12.34.56.78"]],
      ["06 12 34 56 78", ["01 99 00 00 01", "06-12-34-56-78"]],
    ] as const) {
      const { status, body } = await create(agent, { name, numbers });
      expect([name, status]).toEqual([name, 409]);
      expect(body).toMatchObject({
        code: "CUSTOMER_EXISTS",
        field: "numbers",
        error: "Claire Moreau has +33612345678 already.",
        current: { id: first.id, name: "Claire Moreau" },
      });
    }
    const { body } = await create(colleague, { name: claire.name, emails: ["CLAIRE.MOREAU@example.com"] });
    expect(body).toMatchObject({ code: "CUSTOMER_EXISTS", field: "emails" });
    expect(JSON.stringify(body)).not.toMatch(/Claire Moreau|current/);
    const other = await stored(agent, { name: "Other", numbers: claire.numbers });
    const changed = await save(agent, other.id, { name: "Claire moreau", numbers: claire.numbers });
    expect(changed.body).toMatchObject({ code: "CUSTOMER_EXISTS", current: { id: first.id } });
    expect((await create(agent, { ...claire, name: "Third" })).status).toBe(200);
    // Another organization has its own customers.
    expect((await create(outsider)).status).toBe(200);
  });

  test("of two that store the same person at once one is refused", async () => {
    const answers = await Promise.all([agent, colleague, manager, admin].map((person) => create(person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await find(admin)).names).toHaveLength(1);
  });

  describe("who share a number and an address", () => {
    const shared = { numbers: ["01 42 34 56 78"], emails: ["contact@brunel.example"] };
    const names = ["Ana", "Bruno", "Chloé"];
    const rows = names.map((name) => ({ name, company: "Brunel", ...shared }));
    const callsOf = async (id: string) =>
      (await server.api(admin, "GET", `/api/calls?${new URLSearchParams({ customerId: id })}`)).body.data
        .calls as { callId: string; customer: object }[];
    const phoned = (changes = {}) =>
      endedCall({
        source: "telephony",
        clientName: "+33142345678",
        clientNumber: "+33142345678",
        ...changes,
      });
    const customers = () => server.connection.collection("customers");
    const linked = () =>
      until(async () => (await customers().countDocuments({ linkDue: { $exists: true } })) === 0);

    test.each([
      ["rows of one import", (person: Person) => bring(person, rows)],
      ["three forms", (person: Person) => Promise.all(rows.map((row) => create(person, row)))],
      ["imports at once", (person: Person) => Promise.all([bring(person, rows), bring(manager, rows)])],
      [
        "one after the other of different people",
        async (person: Person) => {
          for (const row of rows) await create(person, row);
          await bring(manager, rows);
        },
      ],
    ])("are as many customers, however often they come: %s", async (_how, run) => {
      await run(agent);
      expect((await find(admin)).names).toEqual(names);
      await run(agent);
      expect((await find(admin)).names).toEqual(names);
      for (const q of ["01 42 34 56 78", "contact@brunel.example"])
        expect([q, (await find(admin, { q })).names]).toEqual([q, names]);
    });

    test.each([
      ["the same name in another order and case", { name: "BRUNO" }, ["unchanged", 3]],
      ["an addition", { name: "bruno", tags: ["VIP"] }, ["merged", 3]],
      ["another name", { name: "Dora" }, ["created", 4]],
      ["no name but the number", { name: "01 42 34 56 78" }, ["refused", 3]],
    ])("a row with %s", async (_what, row, expected) => {
      await bring(agent, rows);
      const [one] = await bring(agent, [{ ...shared, ...row }]);
      expect([one?.result, (await find(admin)).names.length]).toEqual(expected);
    });

    test("one of whom only the number is known is none of them", async () => {
      await bring(agent, rows);
      const { body } = await create(agent, { name: "01 42 34 56 78", numbers: shared.numbers });
      expect(body).toMatchObject({
        code: "CUSTOMER_EXISTS",
        error: "Several customers have +33142345678 already. Enter a name.",
      });
      expect(body).not.toHaveProperty("current");
    });

    test("one without a name is completed by the first that has one, who keeps the name", async () => {
      const [nameless] = await bring(agent, [{ ...shared, name: "+33 1 42 34 56 78" }]);
      expect(await bring(agent, rows)).toMatchObject([
        { result: "merged", customer: { id: nameless?.customer?.id } },
        { result: "created" },
        { result: "created" },
      ]);
      expect((await find(agent)).names).toEqual(names);
    });

    test("a call from the number is nobody's until its agent says whose", async () => {
      const found = await Promise.all(rows.map((row) => stored(agent, row)));
      const call = phoned();
      await server.models.calls.create([call, phoned({ clientName: "Standard Brunel" })]);
      await collectWords(server.models);
      await customers().updateMany({}, { $set: { linkDue: "again" } });
      await linked();
      for (const { id } of found) expect(await callsOf(id)).toEqual([]);
      const possible = (person: Person) => server.api(person, "GET", `/api/calls/${call._id}/callers`);
      const { body } = await possible(agent);
      expect(body.data.others).toBe(false);
      expect(
        (body.data.customers as StoredCustomer[]).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      ).toEqual(found.map(({ id, name, company }) => ({ id, name, company })));
      expect([(await possible(colleague)).status, (await possible(supervisor)).status]).toEqual([404, 403]);
      const choose = (person: Person, customerId?: string) =>
        server.api(person, "PUT", `/api/calls/${call._id}/customer`, { customerId });
      const [ana, bruno] = found;
      expect((await choose(colleague, bruno?.id)).status).toBe(404);
      expect((await choose(supervisor, bruno?.id)).status).toBe(403);
      expect((await choose(agent, "unknown")).status).toBe(404);
      expect((await choose(agent)).body.field).toBe("customerId");
      for (const chosen of [ana, bruno]) {
        const { id = "", name = "" } = chosen ?? {};
        const customer = { id, name, number: "+33 1 42 34 56 78" };
        expect((await choose(agent, id)).body.data.customer).toEqual(customer);
        expect(await callsOf(id)).toMatchObject([{ callId: call._id, customer }]);
      }
      expect(await callsOf(ana?.id ?? "")).toEqual([]);
    });

    test("a colleague's customer is not named to those who may not see it, but counts", async () => {
      await stored(colleague, { ...shared, name: "Bruno" });
      const call = phoned();
      await server.models.calls.create(call);
      const possible = async () =>
        (await server.api(agent, "GET", `/api/calls/${call._id}/callers`)).body.data;
      expect(await possible()).toEqual({ customers: [], others: true });
      const { id } = await stored(agent, { ...shared, name: "Ana" });
      expect(await possible()).toEqual({ customers: [{ id, name: "Ana" }], others: true });
      expect(await callsOf(id)).toEqual([]);
    });

    test("past calls that the number alone gave to the first of them are nobody's again, but not those of which somebody said so", async () => {
      const [past, said, named] = [phoned(), phoned(), phoned({ clientName: "A. Brunel" })];
      await server.models.calls.create([past, said, named]);
      await collectWords(server.models);
      const ana = await stored(agent, { ...shared, name: "Ana" });
      expect((await callsOf(ana.id)).length).toBe(3);
      await server.api(agent, "PUT", `/api/calls/${said._id}/customer`, { customerId: ana.id });
      await bring(agent, [{ ...shared, name: "Bruno" }]);
      await linked();
      expect((await callsOf(ana.id)).map(({ callId }) => callId)).toEqual([said._id]);
      const nameOf = async ({ _id }: { _id: string }) =>
        (await server.api(agent, "GET", `/api/calls/${_id}`)).body.data.call.customer;
      const number = "+33 1 42 34 56 78";
      expect(await nameOf(past)).toEqual({ name: "+33142345678", number });
      expect(await nameOf(named)).toEqual({ name: "A. Brunel", number });
    });

    test("an erasure finds each by name, and names the several where it is asked for what they share", async () => {
      const [, bruno] = await Promise.all(rows.map((row) => stored(agent, row)));
      const call = phoned();
      await server.models.calls.create([call, phoned()]);
      await collectWords(server.models);
      await server.api(agent, "PUT", `/api/calls/${call._id}/customer`, { customerId: bruno?.id });
      const erase = async (customer: string, dryRun = false) =>
        (await server.api({ ...admin, id: "sharers" }, "POST", "/api/erasures", { customer, dryRun })).body;
      for (const asked of ["0142345678", "Contact@Brunel.example"]) {
        const { data } = await erase(asked, true);
        expect([asked, data.calls, data.customers]).toEqual([asked, 0, 0]);
        expect((data.candidates as StoredCustomer[]).map(({ name }) => name).sort()).toEqual(names);
        const { code, current } = await erase(asked);
        expect([asked, code, current.candidates]).toEqual([asked, "CUSTOMER_AMBIGUOUS", data.candidates]);
      }
      expect((await erase("bruno")).data).toMatchObject({ calls: 1, customers: 1 });
      expect((await find(admin)).names).toEqual(["Ana", "Chloé"]);
      expect((await erase("ANA")).data).toMatchObject({ calls: 0, customers: 1 });
      // The number is one person's again, and so are the calls of which nobody has said whose they are.
      expect((await erase("0142345678")).data).toMatchObject({ calls: 1, customers: 1 });
      expect((await find(admin)).names).toEqual([]);
    });
  });

  test("of two changes at once one is told what stands, and repeating the other changes nothing", async () => {
    const { id } = await stored(manager);
    const change = (notes: string) => save(manager, id, { ...claire, notes, revision: 1 });
    const answers = await Promise.all([change("One"), change("Two")]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.body).toMatchObject({ code: "INVALID_TRANSITION", current: won?.body.data });
    expect((await change(won?.body.data.notes)).body.data).toEqual(won?.body.data);
    expect((await save(manager, id, { ...claire, notes: "Last" })).body.data.revision).toBe(3);
  });

  test.each([
    [{}, "name", "Name is required"],
    [{ name: "\u200b \u200d\t" }, "name", "Name is required"],
    [{ name: "x".repeat(90_000) }, "name", "Name is too long (max 100 characters)"],
    [{ name: { $gt: "" } }, "name", "Name must be text"],
    [{ name: "A", company: 7 }, "company", "Company must be text"],
    [{ name: "A", numbers: "0612" }, "numbers", "Telephone numbers must be a list"],
    [{ name: "A", numbers: ["call me"] }, "numbers", /^“call me” is no telephone number that can be read/],
    [{ name: "A", numbers: ["3,36E+10"] }, "numbers", /^“3,36E\+10” has lost digits in a spreadsheet/],
    [{ name: "A", numbers: Array(11).fill("0612345678") }, "numbers", /at most 10 telephone numbers/],
    [{ name: "A", emails: ["claire@"] }, "emails.0", "Please enter a valid email address"],
    [{ name: "A", tags: ["x".repeat(41)] }, "tags.0", "Tag is too long (max 40 characters)"],
    [{ name: "A", notes: "x".repeat(5001) }, "notes", "Notes are too long (max 5000 characters)"],
  ])("bad input %# is refused by its field", async (body, field, error) => {
    const { status, body: answer } = await create(agent, body);
    expect([status, answer.field]).toEqual([400, field]);
    expect(answer.error).toEqual(typeof error === "string" ? error : expect.stringMatching(error));
  });

  test("what people paste is stored as they mean it", async () => {
    const { name, company, numbers, emails, tags, notes } = await stored(agent, {
      name: "  Zoé\u00a0\t\u200bO’Brien-Lée 👩🏽‍💼\n",
      company: "\u202e=SUM(A1)",
      numbers: ["Tél. : (0)6\u00a012.34.56.78".replace("(0)6", "+33 (0)6"), "", "３４５６"],
      emails: [" <b>".slice(0, 1), "Zoé@exämple.com".replace("Zoé", "Zoe")],
      tags: [" Clé ", "clé"],
      notes: "Un\r\n\tdeux\u0007 ",
    });
    expect({ name, company, numbers, emails, tags, notes }).toEqual({
      name: "Zoé O’Brien-Lée 👩🏽‍💼",
      company: "=SUM(A1)",
      numbers: ["+33 6 12 34 56 78", "3456"],
      emails: ["zoe@xn--exmple-cua.com"],
      tags: ["Clé"],
      notes: "Un\n\tdeux",
    });
    expect((await find(agent, { q: "obrien" })).names).toEqual([name]);
  });

  test("several numbers and addresses in the place of one are several, and an uncertain one is refused", async () => {
    const { numbers, emails } = await stored(agent, {
      name: "Mia Colin",
      numbers: ["06 12 55 00 03 / 04", "01 42 33 44 55 poste 312 ou 612345678 (perso)"],
      emails: ["Mia Colin <mia@example.com> ::: leo@example.org"],
    });
    expect({ numbers, emails }).toEqual({
      numbers: ["+33 6 12 55 00 03", "+33 6 12 55 00 04", "+33 1 42 33 44 55 ext. 312", "+33 6 12 34 56 78"],
      emails: ["mia@example.com", "leo@example.org"],
    });
    for (const number of ["06 12 55 00 03 / 12", "anonymous", "+266696687", "0000000000"])
      expect((await create(agent, { name: "Léo", numbers: [number] })).body).toMatchObject({
        field: "numbers",
        error: expect.stringContaining(`“${number}” is no telephone number that can be read`),
      });
  });

  test("a search finds by any field, needs all words, and phrases in sequence", async () => {
    await stored(agent);
    await stored(agent, { name: "Zoé", company: "Brunel et ateliers", notes: "rien" });
    const words = [
      "moreau",
      "CLAIRE",
      "brunel ateliers",
      "renouvellement",
      "prefere matin",
      '"ateliers brunel"',
    ];
    const numbers = ["06 12 34 56 78", "+33612345678", "0033 6 12 34 56 78", "06 12 34"];
    for (const q of [...words, ...numbers, "claire.moreau@example.com"]) {
      expect([q, (await find(agent, { q })).names]).toEqual([q, expect.arrayContaining(["Claire Moreau"])]);
      for (const person of [colleague, outsider])
        expect([q, (await find(person, { q })).names]).toEqual([q, []]);
    }
    expect((await find(agent, { q: "moreau introuvable" })).names).toEqual([]);
    expect((await find(agent, { q: '"brunel ateliers"' })).names).not.toContain("Claire Moreau");
    expect((await find(agent, { q: "a" })).body).toMatchObject({ field: "q" });
    const { status, body } = await find(agent, { cursor: "abc" });
    expect([status, body.field]).toEqual([400, "cursor"]);
  });

  test("the beginning of a word of a name or a company finds, with and without what joins the word", async () => {
    await stored(agent, {
      name: "Hélène Vassiliki O’Hara-Lee",
      company: "Ateliers Brunel",
      notes: "renouveler",
    });
    for (const q of [
      "vass",
      "VASSILIKI",
      "hel vas",
      "o'hara",
      "O’Ha",
      "ohar",
      "oharalee",
      "brun",
      "vass renouv",
    ])
      expect([q, (await find(agent, { q })).names]).toEqual([
        q,
        q === "vass renouv" ? [] : ["Hélène Vassiliki O’Hara-Lee"],
      ]);
    for (const q of ["vasa", "assil", '"vass"'])
      expect([q, (await find(agent, { q })).names]).toEqual([q, []]);
  });

  test("the list has the last call and the first open next step, of the calls that the reader may see", async () => {
    const { id } = await stored(manager, { name: "Léo Contact" });
    const own = { clientId: id, source: "telephony" as const };
    await server.models.calls.create([
      endedCall({
        ...own,
        startedAt: new Date("2026-03-01T09:00:00Z"),
        nextStep: "Devis",
        openStep: "2026-04-02",
      }),
      endedCall({ ...own, startedAt: new Date("2026-03-05T09:00:00Z"), practice: true }),
      endedCall({
        ...own,
        agentId: colleague.id,
        startedAt: new Date("2026-03-04T09:00:00Z"),
        openStep: "9999-12-31",
      }),
    ]);
    const listed = async (person: Person) => {
      const { body } = await server.api(person, "GET", `${path}?q=contact`);
      const [{ lastCallAt, nextStep }] = body.data.customers;
      return { lastCallAt, nextStep };
    };
    const step = { text: "Devis", day: "2026-04-02" };
    expect(await listed(manager)).toEqual({ lastCallAt: "2026-03-04T09:00:00.000Z", nextStep: step });
    expect(await listed(agent)).toEqual({ lastCallAt: "2026-03-01T09:00:00.000Z", nextStep: step });
    expect(await listed(colleague)).toEqual({ lastCallAt: "2026-03-04T09:00:00.000Z", nextStep: {} });
    // A list that does not show them does not look them up.
    const { body } = await server.api(manager, "GET", `${path}?q=contact&contacts=false`);
    expect(body.data.customers).toHaveLength(1);
    expect(body.data.customers[0]).not.toHaveProperty("lastCallAt");
  });

  test("an address is found with its domain as it is stored and as it is written", async () => {
    await stored(agent, { name: "Lou Ménard", emails: ["lou@société-lumière.fr"] });
    for (const q of ["lou@société-lumière.fr", "societe lumiere", "lou@xn--socit-lumire-6dbhb.fr"])
      expect([q, (await find(agent, { q })).names]).toEqual([q, ["Lou Ménard"]]);
  });

  test("pages follow each other by name, with and without a search, for each reader", async () => {
    const names = ["Émile", "emile", "Zoé", "Adèle", "Bruno", "Élodie", "Ðavid"];
    for (const [at, name] of names.entries())
      await stored(at % 2 ? agent : manager, { name, company: "Sté" });
    for (const person of [agent, manager])
      for (const q of [undefined, "sté"]) {
        const query = q === undefined ? {} : { q };
        const pages = await readPages(async (cursor) => {
          const page = await find(person, { ...query, limit: "2", ...cursor });
          return { ids: page.names, nextCursor: page.nextCursor };
        });
        expect(pages.flat()).toEqual((await find(person, query)).names);
        expect(pages.flat()).toHaveLength(7);
      }
    expect((await find(manager)).names.slice(0, 2)).toEqual(["Adèle", "Bruno"]);
  });

  describe("and their calls", () => {
    const phoned = (number: string, changes = {}) =>
      endedCall({ source: "telephony", clientName: number, clientNumber: number, ...changes });
    const calls = async (person: Person, customerId: string) =>
      (await server.api(person, "GET", `/api/calls?${new URLSearchParams({ customerId })}`)).body.data
        .calls as {
        callId: string;
        customer: object;
        nextStep?: string;
      }[];

    test("a customer's calls have what they were about: the stored summary, else the notes", async () => {
      const { id } = await stored(agent);
      const sentence = { kind: "summary", text: "Le client attend le devis.", lines: [1] };
      const summary = { seq: 0, corrections: 0, summary: { provider: "model", points: [sentence] } };
      const at = (minutes: number) => new Date(clock.ms() - minutes * 60_000);
      await server.models.calls.create([
        phoned("0612345678", {
          clientId: id,
          startedAt: at(1),
          summary: JSON.stringify(summary),
          notes: "Rappeler",
        }),
        phoned("0612345678", {
          clientId: id,
          startedAt: at(2),
          notes: `Décide\n${"avec son associé ".repeat(40)}`,
        }),
        phoned("0612345678", { clientId: id, startedAt: at(3) }),
      ]);
      const found = (await calls(agent, id)) as { gist?: string }[];
      expect(found.map(({ gist }) => gist)).toEqual([
        "Le client attend le devis.",
        expect.stringMatching(/^Décide avec son associé .{200,}…$/u),
        undefined,
      ]);
    });

    test("past and running calls from a number get the customer, who keeps them", async () => {
      const past = phoned("0612345678", { nextStep: "Envoyer le devis" });
      const named = phoned("+33612345678", { clientName: "C. Moreau", agentId: colleague.id });
      const other = phoned("0639981299");
      const running = runningCall({
        source: "telephony",
        clientName: "0612345678",
        clientNumber: "0612345678",
      });
      await server.models.calls.create([past, named, other, running]);
      await collectWords(server.models);
      const { id } = await stored(agent);
      const found = await calls(supervisor, id);
      expect(found.map(({ callId }) => callId).sort()).toEqual([past._id, named._id, running._id].sort());
      expect(found.find(({ callId }) => callId === past._id)).toMatchObject({
        customer: { id, name: "Claire Moreau", number: "06 12 34 56 78" },
        nextStep: "Envoyer le devis",
      });
      expect(found.find(({ callId }) => callId === named._id)?.customer).toMatchObject({ name: "C. Moreau" });
      expect((await calls(agent, id)).map(({ callId }) => callId).sort()).toEqual(
        [past._id, running._id].sort(),
      );
      expect(await calls(outsider, id)).toEqual([]);
      await remove(agent, id);
      expect(await calls(supervisor, id)).toEqual([]);
      const { body } = await server.api(agent, "GET", `/api/calls/${past._id}`);
      expect(body.data.call.customer).toEqual({ name: "Claire Moreau", number: "06 12 34 56 78" });
    });

    test("a number that no plan has is known in each spelling, too", async () => {
      const past = phoned("0639981234");
      await server.models.calls.create(past);
      await collectWords(server.models);
      const { id, numbers } = await stored(agent, { name: "Fiction", numbers: ["+33 6 39 98 12 34"] });
      // In the one format that all numbers have.
      expect(numbers).toEqual(["+33 6 39 98 12 34"]);
      expect(await calls(agent, id)).toHaveLength(1);
      expect((await create(agent, { name: "Fiction", numbers: ["06 39 98 12 34"] })).status).toBe(409);
      for (const q of ["06 39 98 12 34", "0639981234", "+33639981234", "06 39 98"])
        expect([q, (await find(agent, { q })).names]).toEqual([q, ["Fiction"]]);
    });

    test("a call without its number's zero, as exchanges send it, is the customer's", async () => {
      await server.models.calls.create(phoned("612345678"));
      await collectWords(server.models);
      const { id } = await stored(agent, { ...claire, numbers: ["06 12 34 56 78 poste 312"] });
      expect(await calls(agent, id)).toHaveLength(1);
    });

    test("a call without a number gets the customer that is saved from it", async () => {
      const call = endedCall({ source: "telephony", clientName: "Client" });
      await server.models.calls.create(call);
      const body = { name: "Jeanne", callId: call._id };
      expect((await create(colleague, body)).status).toBe(404);
      expect((await create(supervisor, body)).status).toBe(403);
      expect((await find(admin)).names).toEqual([]);
      const { id } = await stored(agent, body);
      expect((await calls(agent, id))[0]?.customer).toEqual({ id, name: "Jeanne" });
    });

    test("a process that died before the calls got the customer is made up for", async () => {
      const past = phoned("0612345678");
      await server.models.calls.create(past);
      await collectWords(server.models);
      const { id } = await stored(agent);
      await server.models.calls.updateMany({}, { $unset: { clientId: "" } });
      await server.connection.collection("customers").updateOne({}, { $set: { linkDue: "again" } });
      await until(async () => (await calls(agent, id)).length === 1);
      await until(
        async () => (await server.connection.collection("customers").findOne({}))?.linkDue === undefined,
      );
    });

    test("an erasure removes the customer with the calls, by number, address or name", async () => {
      const customers = server.connection.collection("customers");
      // Signed in just now, as an erasure demands it.
      const eraser = { ...admin, id: "eraser" };
      for (const asked of ["06.12.34.56.78", "claire.moreau@example.com", "CLAIRE MOREAU"]) {
        await server.models.calls.create(phoned("0612345678", { clientName: "Somebody" }));
        await collectWords(server.models);
        await stored(agent);
        const erase = (body: object) =>
          server.api(eraser, "POST", "/api/erasures", { customer: asked, ...body });
        expect((await erase({ dryRun: true })).body.data).toMatchObject({ calls: 1, customers: 1 });
        expect((await erase({})).body.data).toMatchObject({ calls: 1, customers: 1 });
        expect(await customers.countDocuments({ organizationId: agent.organization })).toBe(0);
        expect(await server.models.calls.countDocuments({ erasedAt: null })).toBe(0);
        expect((await erase({})).status).toBe(404);
      }
      expect(JSON.stringify(await customers.find().toArray())).not.toMatch(/Claire/);
    });
  });

  describe("an import", () => {
    const rows = [
      claire,
      { name: "Paul", emails: ["paul@example.com"] },
      { name: "Sans numéro", company: "X" },
    ];

    test("stores new customers once, however often it runs", async () => {
      expect((await bring(agent, rows)).map(({ result }) => result)).toEqual([
        "created",
        "created",
        "created",
      ]);
      expect((await bring(agent, rows)).map(({ result }) => result)).toEqual([
        "unchanged",
        "unchanged",
        "unchanged",
      ]);
      const both = await Promise.all([bring(manager, rows), bring(admin, rows)]);
      expect(new Set(both.flat().map(({ result }) => result))).toEqual(new Set(["unchanged"]));
      expect((await find(agent)).names).toEqual(["Claire Moreau", "Paul", "Sans numéro"]);
      expect(await audited("customers.imported", agent.organization ?? "")).toMatchObject({ to: "3 rows" });
    });

    test("stores a customer without number and address again who was deleted a moment ago", async () => {
      const row = { name: "Sans numéro", company: "X", tags: ["VIP"] };
      await bring(agent, [row]);
      const id = (await bring(agent, [row]))[0]?.customer?.id as string;
      await remove(manager, id);
      const again = await Promise.all([bring(agent, [row]), bring(agent, [row])]);
      expect(again.map(([one]) => one?.result).sort()).toEqual(["created", "unchanged"]);
      expect((await read(agent, id)).body.data).toMatchObject({ ...row, revision: 1 });
      await audited("customer.deleted", id);
      // What removes deleted customers leaves it.
      await server.app.sweep(new Date(clock.ms() + 2 * 60 * 60_000));
      expect((await find(agent)).names).toEqual(["Sans numéro"]);
    });

    test("two at once store each customer once", async () => {
      const results = await Promise.all([bring(agent, rows), bring(colleague, rows), bring(manager, rows)]);
      expect(results.flat().filter(({ result }) => result === "created")).toHaveLength(3);
      expect((await find(admin)).names).toHaveLength(3);
    });

    test("merges what a row adds, or leaves it and says so", async () => {
      const { id } = await stored(agent);
      const row = {
        name: "MOREAU Claire",
        company: "Autre",
        numbers: ["0612345678", "3456"],
        tags: ["Renouvellement", "VIP"],
        notes: "Pont.",
      };
      expect(await bring(agent, [row], "leave")).toEqual([
        { line: 2, result: "duplicate", customer: { id, name: "Claire Moreau" } },
      ]);
      expect(await bring(agent, [row])).toMatchObject([{ result: "merged", customer: { id } }]);
      expect((await read(agent, id)).body.data).toMatchObject({
        name: "Claire Moreau",
        company: "Ateliers Brunel",
        numbers: ["+33 6 12 34 56 78", "3456"],
        tags: ["Renouvellement", "VIP"],
        notes: "Préfère le matin.\nPont.",
      });
      expect(await bring(agent, [row])).toMatchObject([{ result: "unchanged" }]);
    });

    test("finds a customer without number and address by name and company, among those that its agent may see", async () => {
      const row = { name: "Prive Un", company: "Zénith" };
      const { id } = await stored(agent, { ...row, notes: "Par la main." });
      const added = { name: "PRIVE  UN", company: "zenith", tags: ["VIP"], notes: "Revu." };
      expect(await bring(agent, [row, added])).toMatchObject([
        { result: "unchanged", customer: { id } },
        { result: "merged", customer: { id } },
      ]);
      expect(await bring(agent, [{ ...row, notes: "Autre." }], "leave")).toMatchObject([
        { result: "duplicate", customer: { id } },
      ]);
      expect((await read(agent, id)).body.data).toMatchObject({
        tags: ["VIP"],
        notes: "Par la main.\nRevu.",
      });
      // Another company, and a colleague's own customer, of whose namesake the colleague learns nothing.
      expect(await bring(agent, [{ name: "Prive Un" }])).toMatchObject([{ result: "created" }]);
      const [theirs] = await bring(colleague, [row]);
      expect([theirs?.result, theirs?.customer?.id === id]).toEqual(["created", false]);
      // Nor of one that was everybody's and has an owner now.
      const shared = { name: "Jean Martin", company: "Zénith" };
      const [{ customer } = {}] = await bring(agent, [shared]);
      await save(agent, customer?.id ?? "", { ...shared, ownerId: agent.id });
      const [again] = await bring(colleague, [shared]);
      expect([again?.result, again?.customer?.id === customer?.id]).toEqual(["created", false]);
    });

    test("leaves a namesake alone that the caller may not change, and prefers the owner's", async () => {
      const row = { name: "Jean Martin", notes: "Revu." };
      const { id } = await stored(agent, { name: "Jean Martin" });
      expect(await bring(supervisor, [row])).toMatchObject([{ result: "created" }]);
      const [own] = await bring(manager, [{ name: "Jean Martin", tags: ["VIP"] }]);
      expect(own?.result).toBe("merged");
      expect(own?.customer?.id).not.toBe(id);
    });

    test("completes a customer that was stored without number and address, by name and company", async () => {
      const row = { name: "Paul Petit", company: "Zénith" };
      const { id } = await stored(agent, row);
      const numbered = { ...row, name: "PAUL PETIT", numbers: ["0639980101"] };
      expect(await bring(agent, [numbered])).toMatchObject([{ result: "merged", customer: { id } }]);
      expect(await bring(agent, [numbered])).toMatchObject([{ result: "unchanged", customer: { id } }]);
      // Another number is another person's, and so may be the same name without a company.
      expect(await bring(agent, [{ ...row, numbers: ["0639980102"] }])).toMatchObject([
        { result: "created" },
      ]);
      await stored(agent, { name: "Jean Martin" });
      expect(await bring(agent, [{ name: "Jean Martin", numbers: ["0639980103"] }])).toMatchObject([
        { result: "created" },
      ]);
    });

    test("stores a customer with a new number where it leaves the stored ones alone", async () => {
      const row = { name: "Paul Petit", company: "Zénith" };
      const rows = [row, { ...row, numbers: ["0639980101"] }];
      expect((await bring(manager, rows, "leave")).map(({ result }) => result)).toEqual([
        "created",
        "created",
      ]);
      expect((await bring(manager, rows, "leave")).map(({ result }) => result)).toEqual([
        "unchanged",
        "unchanged",
      ]);
      expect((await find(manager, { q: "06 39 98 01 01" })).names).toEqual(["Paul Petit"]);
      expect((await find(manager)).names).toHaveLength(2);
    });

    test("changes nothing the second time where one row completes the customer of another", async () => {
      const row = { name: "Paul Petit", company: "Zénith", notes: "Le premier." };
      const numbered = (number: string) => ({ ...row, notes: "", numbers: [number] });
      const rows = [row, numbered("0639980101"), numbered("0639980102")];
      expect((await bring(manager, rows)).map(({ result }) => result)).toEqual([
        "created",
        "merged",
        "created",
      ]);
      expect(new Set((await bring(manager, rows)).map(({ result }) => result))).toEqual(
        new Set(["unchanged"]),
      );
      expect((await find(manager)).names).toHaveLength(2);
      expect(await bring(agent, [row])).toMatchObject([{ result: "unchanged" }]);
    });

    test("knows a customer again by a list without numbers, with them, and without them again", async () => {
      const row = { name: "Paul Petit", company: "Zénith" };
      const lists = [row, { ...row, numbers: ["0639980101"] }, { ...row, company: "ZENITH" }];
      const results: (string | undefined)[] = [];
      for (const one of lists) results.push((await bring(agent, [one]))[0]?.result);
      expect(results).toEqual(["created", "merged", "unchanged"]);
      expect((await find(agent)).names).toEqual(["Paul Petit"]);
      // Without a company, the name alone is that of several people.
      await stored(agent, { name: "Jean Martin", numbers: ["0639980103"] });
      expect(await bring(agent, [{ name: "Jean Martin" }])).toMatchObject([{ result: "created" }]);
    });

    test("completes it once where two do so at once", async () => {
      const row = { name: "Paul Petit", company: "Zénith" };
      await bring(manager, [row]);
      const numbered = { ...row, numbers: ["0639980104"] };
      const results = await Promise.all([bring(manager, [numbered]), bring(admin, [numbered])]);
      const kinds = results.flat().map(({ result }) => result);
      expect(kinds).toContain("merged");
      expect(kinds).not.toContain("created");
      expect(kinds).not.toContain("refused");
      expect((await find(admin, { q: "Petit" })).names).toEqual(["Paul Petit"]);
    });

    test("refuses notes that would be cut", async () => {
      const { id } = await stored(agent, { ...claire, notes: "a".repeat(4990) });
      expect(await bring(agent, [{ ...claire, notes: "Ne plus appeler." }])).toMatchObject([
        { result: "refused", field: "notes", error: expect.stringContaining("max 5000") },
      ]);
      expect((await read(agent, id)).body.data.notes).toHaveLength(4990);
    });

    test("says of each row what is wrong with it, and stores the others", async () => {
      await stored(colleague, { name: "Secret", numbers: ["0639980001"] });
      await stored(agent, { name: "Anne", numbers: ["0639980002"] });
      await stored(agent, { name: "Béa", emails: ["bea@example.com"] });
      const results = await bring(agent, [
        { name: "" },
        "no row",
        { name: "A", numbers: ["demain"] },
        { name: "Secret", numbers: ["0639980001"] },
        { name: "06 39 98 00 02", numbers: ["0639980002"], emails: ["bea@example.com"] },
        { name: "D", emails: ["d@@example.com"] },
        { name: "Good" },
      ]);
      expect(results).toMatchObject([
        { line: 2, result: "refused", field: "name", error: "Name is required" },
        { line: 3, result: "refused" },
        { line: 4, result: "refused", field: "numbers", error: expect.stringContaining("“demain”") },
        { line: 5, result: "refused", error: expect.stringContaining("Ask a manager") },
        { line: 6, result: "refused", error: expect.stringContaining("Anne and Béa") },
        { line: 7, result: "refused", field: "emails", error: "Please enter a valid email address" },
        { line: 8, result: "created" },
      ]);
      expect(JSON.stringify(results)).not.toContain("Secret");
    });
  });

  test("the export has what the import reads", async () => {
    await stored(agent);
    await stored(agent, { name: '=1+1;"x"', notes: "a\nb" });
    const csv = await server.api(manager, "GET", `${path}/export?separator=semicolon`);
    const [titles, formula, claires] = csv.body.split("\r\n");
    const labels = Object.values(customerFields).map(({ label }) => label);
    expect(titles).toBe([...labels, "Owner"].map((title) => `"${title}"`).join(";"));
    expect(formula).toMatch(/^"'=1\+1;""x""";(?:"";)+"a\nb";(?:"";)*"camille Test"$/);
    const texts: Record<CustomerField, string> = {
      ...claire,
      numbers: "'+33 6 12 34 56 78",
      emails: "claire.moreau@example.com",
      tags: "Renouvellement",
    };
    const cells = [...customerFieldNames.map((field) => texts[field]), "camille Test"];
    expect(claires).toBe(cells.map((cell) => `"${cell}"`).join(";"));
    expect(await audited("customers.exported", agent.organization ?? "")).toMatchObject({ to: "csv" });
  });
});
