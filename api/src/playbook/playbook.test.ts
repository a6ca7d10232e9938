import type { Suggestion } from "@souffleur/contracts";
import { type PlaybookDraft, type PlaybookEntry, playbookLimits } from "@souffleur/contracts/playbook";
import { startApp, type TestApp, until } from "../../testing/app.ts";
import { linesInTurn, runningCall } from "../../testing/calls/stored-calls.ts";
import { type SignedInUser, signInTeam, type Team } from "../../testing/people/people.ts";
import { callModels } from "../calls/records/call-model.ts";
import { builtInContent } from "../suggestions/matching/built-in-playbook.ts";
import { playbookModels } from "./playbook-records.ts";

const secrets = ["the-playbook-test's-secret-0123456789-abcdef"];

let api: TestApp;
/** Another process on the same database. */
let other: TestApp;
let people: Team;

beforeAll(async () => {
  api = await startApp({ secrets });
  other = await startApp({ secrets, connection: api.connection });
  people = await signInTeam(api, "Lumière");
});
afterAll(async () => {
  await other.close();
  await api.close();
});

type Method = "GET" | "POST" | "PUT";
const send = (who: keyof typeof people, method: Method, path: string, body?: unknown, at = api) =>
  at.request(method, `/api/playbook${path}`, {
    token: people[who].token,
    ...(body !== undefined && { body }),
  });

const entry = (id: string, phrase: string, text: string): PlaybookEntry => ({
  id,
  intent: id,
  group: "objections",
  phrases: [{ text: phrase, strength: "strong" }],
  not: [],
  replies: [{ id: `${id}-1`, category: "response", text }],
});

async function draftOf(who: keyof typeof people = "admin"): Promise<PlaybookDraft> {
  const { status, body } = await send(who, "GET", "/draft");
  expect(status).toBe(200);
  return body.data;
}

/** Saves these entries as the draft and publishes them. */
async function publish(entries: readonly PlaybookEntry[], note?: string) {
  const { revision } = await draftOf();
  const saved = await send("admin", "PUT", "/draft", { entries, revision });
  expect(saved.status).toBe(200);
  const published = await send("admin", "POST", "/publish", { revision: saved.body.data.revision, note });
  expect(published.status).toBe(200);
  return published.body.data;
}

/** Stores a running call of the agent with one line of the client. */
async function callWith(text: string, who: SignedInUser = people.agent): Promise<string> {
  const { calls, lines } = callModels(api.connection);
  const { id: agentId, organizationId } = who;
  const call = runningCall({ organizationId, agentId, source: "telephony", owner: "the test", seq: 1 });
  await calls.create(call);
  await lines.create(linesInTurn(call, [text]));
  return call._id;
}

async function suggested(at: TestApp, callId: string): Promise<string[]> {
  const { status, body } = await at.request("POST", `/api/calls/${callId}/suggestions`, {
    token: people.agent.token,
  });
  expect(status).toBe(200);
  return body.data.suggestions.map(({ text }: Suggestion) => text);
}

test("begins with the built-in playbook, as version 0 and as a draft without changes", async () => {
  const { body } = await send("foreign", "GET", "");
  expect(body.data).toMatchObject({ version: 0, entryCount: 37 });
  expect(body.data.entries.map(({ id }: PlaybookEntry) => id)).toContain("price");
  const draft = await draftOf("foreign");
  expect(draft).toMatchObject({ revision: 0, version: 0, changed: false });
  expect(draft.entries).toEqual(body.data.entries);
  const { body: listed } = await send("foreign", "GET", "/versions");
  expect(listed.data.versions).toEqual([{ version: 0, entryCount: 37, replyCount: expect.any(Number) }]);
});

describe("publishing", () => {
  test("applies to running calls at every process at once, and retired entries no longer match", async () => {
    await publish([entry("price", "trop cher", "Parlons de la valeur.")], "Valeur");
    const line = "Franchement, c'est trop cher.";
    expect(await suggested(other, await callWith(line))).toEqual(["Parlons de la valeur."]);
    const running = await callWith(line);
    await publish([entry("price", "trop cher", "Nous partons du besoin.")]);
    for (const at of [api, other]) {
      expect(await suggested(at, at === api ? running : await callWith(line))).toEqual([
        "Nous partons du besoin.",
      ]);
    }
    // Another organization keeps its own playbook.
    expect((await send("foreign", "GET", "")).body.data.entries).toEqual(builtInContent.entries);
  });

  test("makes versions with their author, note and content, and publishes the same draft once", async () => {
    const first = [entry("demo", "démonstration", "Quand êtes-vous libre ?")];
    const made = await publish(first, "Démo");
    expect(made).toMatchObject({ note: "Démo", publishedBy: "Test Person", entryCount: 1, replyCount: 1 });
    const { revision } = await draftOf();
    const again = await send("admin", "POST", "/publish", { revision });
    expect(again.body.data).toEqual(made);
    await publish([entry("demo", "essai", "Essayez-le.")]);
    // To restore an older version, its entries are published again as a newer one.
    const old = await send("manager", "GET", `/versions/${made.version}`);
    expect(old.body.data).toMatchObject({ ...made, entries: first });
    const back = await publish(old.body.data.entries);
    expect(back.version).toBe(made.version + 2);
    const { versions } = (await send("manager", "GET", "/versions")).body.data;
    const numbers = versions.map(({ version }: { version: number }) => version);
    expect(numbers).toEqual(Array.from({ length: back.version + 1 }, (_, index) => back.version - index));
    expect((await send("manager", "GET", `/versions/${back.version + 1}`)).status).toBe(404);
    expect((await send("foreign", "GET", `/versions/${made.version}`)).status).toBe(404);
  });

  test("by several at once makes one version, and removes the content of an interrupted one", async () => {
    const before = (await send("admin", "GET", "")).body.data.version;
    const { contents } = playbookModels(api.connection);
    const organizationId = people.admin.organizationId ?? "";
    const ofVersion = { organizationId, version: before + 1 };
    await contents.create({ _id: "interrupted", ...ofVersion, entries: [], facts: [] });
    const { revision } = await draftOf();
    const saved = await send("admin", "PUT", "/draft", {
      entries: [entry("two", "deux", "Deux.")],
      revision,
    });
    const answers = await Promise.all(
      [api, other, api].map((at) =>
        send("admin", "POST", "/publish", { revision: saved.body.data.revision }, at),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.version))).toEqual(new Set([before + 1]));
    expect((await send("admin", "GET", "")).body.data).toMatchObject({
      version: before + 1,
      entries: [entry("two", "deux", "Deux.")],
    });
    expect(await contents.countDocuments(ofVersion)).toBe(1);
  });

  test("by ten at once, again and again, makes one version of each draft", async () => {
    for (let round = 0; round < 3; round++) {
      const before = (await draftOf()).version;
      const { revision } = await draftOf();
      const entries = [entry("ten", `dix ${round}`, "Dix.")];
      const saved = await send("admin", "PUT", "/draft", { entries, revision });
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          send("admin", "POST", "/publish", { revision: saved.body.data.revision }, at % 2 ? other : api),
        ),
      );
      expect(answers.map(({ status, body }) => [status, body.data.version])).toEqual(
        answers.map(() => [200, before + 1]),
      );
      expect((await draftOf()).version).toBe(before + 1);
    }
  });

  test("keeps the last hundred versions, and their content alone", async () => {
    const { playbooks, contents } = playbookModels(api.connection);
    const organizationId = people.admin.organizationId ?? "";
    const { version } = await publish([entry("old", "ancien", "Ancien.")]);
    const [kept] = (await playbooks.findById(organizationId).lean())?.versions.slice(-1) ?? [];
    const made = Array.from({ length: playbookLimits.versions }, (_, at) => ({
      ...kept,
      version: version + 1 + at,
      contentId: `content-${at}`,
      hash: `hash-${at}`,
    }));
    await playbooks.updateOne({ _id: organizationId }, { $push: { versions: { $each: made } } });
    await contents.insertMany(
      made.map((one) => ({
        _id: one.contentId,
        organizationId,
        version: one.version,
        entries: [],
        facts: [],
      })),
    );
    await send("admin", "POST", "/publish", { revision: (await draftOf()).revision });
    const { versions } = (await send("admin", "GET", "/versions")).body.data;
    const newest = version + playbookLimits.versions + 1;
    expect(versions).toHaveLength(playbookLimits.versions + 1);
    expect([versions[0].version, versions.at(-2).version]).toEqual([
      newest,
      newest - playbookLimits.versions + 1,
    ]);
    expect(await contents.countDocuments({ organizationId, version: { $lte: version } })).toBe(0);
    expect((await send("admin", "GET", `/versions/${version}`)).status).toBe(404);
    expect((await send("admin", "GET", "")).body.data).toMatchObject({ version: newest });
  });

  test("is recorded in the audit log with its author, version and note", async () => {
    const { version } = await publish([entry("audit", "journal", "Noté.")], "Pour le journal");
    const rows = api.connection.collection("audit_log");
    const row = await until(() =>
      rows.findOne({ action: "playbook.published", to: new RegExp(`^version ${version}:`) }),
    );
    expect(row).toMatchObject({
      actorId: people.admin.id,
      subjectId: people.admin.organizationId,
      reason: "Pour le journal",
    });
  });
});

describe("the draft", () => {
  test("that was changed elsewhere is refused with the stored one, and nothing is lost", async () => {
    const { revision } = await draftOf();
    const texts = ["Un.", "Deux."];
    const answers = await Promise.all(
      texts.map((text) =>
        send("admin", "PUT", "/draft", { entries: [entry("race", "course", text)], revision }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won] = answers.filter(({ status }) => status === 200);
    const [lost] = answers.filter(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ code: "INVALID_TRANSITION", current: won?.body.data });
    const late = await send("admin", "POST", "/publish", { revision });
    expect(late.status).toBe(409);
    expect(late.body.current).toEqual(won?.body.data);
  });

  test("keeps facts and second wordings unchanged", async () => {
    const { revision } = await draftOf();
    const [base] = [entry("facts", "faits", "Un fait.")];
    const entries = [{ ...base, replies: [{ ...base.replies[0], alternative: "Un autre fait." }] }];
    const facts = [{ id: "sla", text: "Le support répond en quatre heures." }];
    const saved = await send("admin", "PUT", "/draft", { entries, facts, revision });
    expect(saved.body.data).toMatchObject({
      entries,
      facts,
      changed: true,
      changedBy: "Test Person",
      changedById: people.admin.id,
    });
  });

  test.each([
    ["entries.0.replies", "An entry needs a reply", [{ ...entry("a", "a", "A."), replies: [] }]],
    ["entries.0.replies.0.text", "{nom} is no placeholder", [entry("a", "a", "Bonjour {nom}.")]],
    ["entries.0.replies.0.text", "{durée} is no placeholder", [entry("a", "a", "Bonjour {durée}.")]],
    ["entries.0.replies.0.text", "{ amount } is no placeholder", [entry("a", "a", "Bonjour { amount }.")]],
    ["entries.0.replies.0.text", "{{amount}} is no placeholder", [entry("a", "a", "Bonjour {{amount}}.")]],
    ["entries.1.id", "used twice", [entry("a", "a", "A."), { ...entry("b", "b", "B."), id: "a" }]],
    ["entries.0.phrases.0.text", "letter or a digit", [entry("a", "…", "A.")]],
    ["entries.0.group", "Group must be one of", [{ ...entry("a", "a", "A."), group: "other" }]],
    [
      "entries",
      "at most 2000",
      Array.from({ length: playbookLimits.entries + 1 }, (_, index) => entry(`e${index}`, "a", "A.")),
    ],
  ])("with a mistake at %s is refused", async (field, message, entries) => {
    const { revision } = await draftOf();
    const { status, body } = await send("admin", "PUT", "/draft", { entries, revision });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field });
    expect(body.error).toContain(message);
    expect((await draftOf()).revision).toBe(revision);
  });

  test("of thousands of mistakes is refused with fifty of them", async () => {
    const phrases = Array(100).fill({ text: "…", strength: "normal" });
    const entries = Array.from({ length: 200 }, (_, at) => ({ ...entry(`e${at}`, "a", "A."), phrases }));
    const { status, body } = await send("admin", "PUT", "/draft", { entries, revision: 0 });
    expect([status, Object.keys(body.fields).length]).toEqual([400, 50]);
  });

  test("of 2,000 entries is saved and published", async () => {
    const entries = Array.from({ length: playbookLimits.entries }, (_, index) => ({
      ...entry(`entry-${index}`, `mot${index} clé`, "Une réponse assez longue pour être vraisemblable ici."),
    }));
    expect(await publish(entries)).toMatchObject({ entryCount: 2000 });
    expect(await suggested(api, await callWith("Parlons du mot1234 clé."))).toHaveLength(1);
  });
});

describe("trying", () => {
  const entries = [
    entry("price", "trop cher", "La valeur compte."),
    entry("cost", "cher", "Le coût se partage."),
    entry("never", "zeppelin", "Montons."),
  ];

  test("is refused to an account while one of its own runs, and to nobody else", async () => {
    const tries = (who: "admin" | "manager", text: string) => send(who, "POST", "/try", { text });
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => tries("admin", "C'est trop cher")),
      tries("manager", "C'est trop cher"),
    ]);
    const [first, ...later] = answers
      .slice(0, 5)
      .map(({ status }) => status)
      .toSorted();
    expect(first).toBe(200);
    expect(later).toContain(429);
    expect(answers.find(({ status }) => status === 429)).toMatchObject({ body: { code: "RATE_LIMITED" } });
    expect(answers.find(({ status }) => status === 429)?.headers.get("Retry-After")).toBe("1");
    expect(answers.at(-1)?.status).toBe(200);
    expect((await tries("admin", "C'est trop cher")).status).toBe(200);
  });

  test("a line shows the matches of the draft and of the published playbook", async () => {
    await publish([entry("price", "trop cher", "Avant.")]);
    const { revision } = await draftOf();
    await send("admin", "PUT", "/draft", { entries, revision });
    const { body } = await send("manager", "POST", "/try", { text: "C'est trop cher." });
    expect(body.data).toMatchObject({
      unreached: [],
      lines: [
        {
          sender: "client",
          draft: [
            { entryId: "price", replies: [{ id: "price-1", text: "La valeur compte." }] },
            { entryId: "cost" },
          ],
          published: [{ entryId: "price", replies: [{ text: "Avant." }] }],
        },
      ],
    });
    expect((await send("manager", "POST", "/try", {})).status).toBe(400);
  });

  test("a stored call shows them line by line, with unreached and shadowed entries", async () => {
    const callId = await callWith("C'est trop cher.");
    const { body } = await send("manager", "POST", "/try", { callId });
    expect(body.data.lines).toMatchObject([
      { seq: 1, sender: "client", draft: [{ entryId: "price" }, { entryId: "cost" }] },
    ]);
    expect(body.data.unreached).toEqual([{ entryId: "never", intent: "never" }]);
    expect(body.data.shadowed).toEqual([{ entryId: "cost", intent: "cost", by: "price" }]);
    for (const id of [await callWith("Bonjour.", people.foreign), "nowhere"]) {
      expect((await send("manager", "POST", "/try", { callId: id })).status).toBe(404);
    }
  });
});

test("the settings are stored, and refused where they were changed elsewhere", async () => {
  const { body: before } = await send("manager", "GET", "/settings");
  expect(before.data).toEqual({ model: "first", quieter: false, revision: 0, modelConfigured: false });
  const wanted = { model: "when-silent", quieter: true } as const;
  const answers = await Promise.all(
    [api, other].map((at) => send("admin", "PUT", "/settings", { ...wanted, revision: 0 }, at)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await send("manager", "GET", "/settings")).body.data).toMatchObject({ ...wanted, revision: 1 });
  const wrong = await send("admin", "PUT", "/settings", { model: "last", quieter: true, revision: 1 });
  expect(wrong.body).toMatchObject({ code: "VALIDATION_ERROR", field: "model" });
});
