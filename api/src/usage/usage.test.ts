import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startApp, type TestApp, until } from "../../testing/app.ts";
import { runningCall, storedLine } from "../../testing/calls/stored-calls.ts";
import { newFirm, type SignedInUser, testPassword } from "../../testing/people/people.ts";
import { confirmDomains } from "../../testing/people/single-sign-on.ts";
import { root } from "../../tools/run-step.mjs";
import { callModels } from "../calls/records/call-model.ts";
import { serverLimits } from "../limits.ts";

const maxima = { accounts: 3, customers: 2, lineNotes: 2, practiceCalls: 1, accountsStored: 5 };

let api: TestApp;
beforeAll(async () => {
  api = await startApp({ tuning: { maxima } });
});
afterAll(() => api.close());

const firm = () => newFirm(api);
const usageOf = async ({ token }: SignedInUser) => {
  const { body } = await api.request("GET", "/api/organization/usage", { token });
  return Object.fromEntries(
    body.data.usage.map(({ kind, used, max }: { kind: string; used: number; max: number }) => [
      kind,
      [used, max],
    ]),
  );
};
const french = { "Accept-Language": "fr" };

test("administrators see what their organization has of each kind; nobody else does", async () => {
  const { admin, enter } = await firm();
  await api.request("POST", "/api/customers", { token: admin.token, body: { name: "Claire" } });
  const ids = [randomUUID(), randomUUID()];
  await api.connection.collection("webhooks").insertMany(
    ids.map((_id, slot) => ({
      _id,
      organizationId: admin.organizationId,
      slot,
      createdAt: new Date(),
    })) as object[],
  );
  await api.connection
    .collection("webhook-deliveries")
    .insertMany(
      [0, 1, 1, 1].map((of) => ({ _id: randomUUID(), webhookId: ids[of], state: "waiting" })) as object[],
    );
  expect(await usageOf(admin)).toEqual({
    accounts: [1, 3],
    accountsStored: [1, 5],
    invitations: [0, 500],
    customers: [1, 2],
    lineNotes: [0, 2],
    practiceCalls: [0, 1],
    phrases: [expect.any(Number), 10_000],
    phraseWords: [expect.any(Number), 60_000],
    webhooks: [2, 10],
    deliveries: [3, 20_000],
    tokens: [0, 20],
  });
  const manager = await enter("manager");
  const platform = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  for (const { token } of [manager, platform])
    expect((await api.request("GET", "/api/organization/usage", { token })).status).toBe(403);
});

describe("customers", () => {
  const create = (token: string, body: object, headers = {}) =>
    api.request("POST", "/api/customers", { token, headers, body });

  test("over the maximum are refused with what to do, however many come at once, until one is deleted", async () => {
    const { admin } = await firm();
    const names = ["Ada", "Grace", "Alan", "Edsger", "Barbara"];
    const all = await Promise.all(names.map((name) => create(admin.token, { name })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
    expect(all.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "LIMIT_REACHED",
      error:
        "Your organization has 2 customers, which is the most it can have. Delete some, or have idle ones deleted, under Settings.",
    });
    expect((await create(admin.token, { name: "Ada" }, french)).body.error).toBe(
      "Votre organisation compte 2 clients, le maximum possible. Supprimez-en ou faites supprimer les clients inactifs, sous Paramètres.",
    );
    const stored = all.find(({ status }) => status === 200)?.body.data.id;
    await api.request("DELETE", `/api/customers/${stored}`, { token: admin.token });
    await until(async () => (await create(admin.token, { name: "Donald" })).status === 200);
    expect((await usageOf(admin)).customers).toEqual([2, 2]);
  });

  test("that are stored already are none more: a repeated request and an import of the same rows", async () => {
    const { admin } = await firm();
    const body = { name: "Ada", requestId: randomUUID() };
    const first = await create(admin.token, body);
    await create(admin.token, { name: "Grace", company: "Navy" });
    const again = await create(admin.token, body);
    expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id]);
    const rows = ["Grace", "Alan"].map((name, at) => ({ line: at + 2, customer: { name, company: "Navy" } }));
    const imported = await api.request("POST", "/api/customers/import", {
      token: admin.token,
      body: { rows, duplicates: "merge" },
    });
    expect(imported.body.data.results).toMatchObject([
      { result: "unchanged" },
      { result: "refused", error: expect.stringContaining("Delete some") },
    ]);
  });
});

describe("accounts", () => {
  const error =
    "Your organization has 3 active accounts, which is the most it can have. Deactivate accounts that are no longer needed, in User Management.";
  const setStatus = ({ token }: SignedInUser, id: string, status: string) =>
    api.request("PUT", `/api/auth/admin/users/${id}/status`, { token, body: { status } });
  const approve = ({ token }: SignedInUser, id: string) =>
    api.request("PUT", `/api/auth/admin/users/${id}/approve`, { token, body: { decision: "approve" } });

  test("that are active are counted, whoever lets them in", async () => {
    const { admin, enter, organization } = await firm();
    const agent = await enter("agent");
    const [waiting, another, inactive] = await Promise.all(
      (["pending_approval", "pending_approval", "inactive"] as const).map((status) =>
        api.createUser({ organization, status }),
      ),
    );
    const link = await invite(admin);
    const both = await Promise.all([approve(admin, waiting?.id ?? ""), approve(admin, another?.id ?? "")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: "LIMIT_REACHED", error });
    expect((await setStatus(admin, inactive?.id ?? "", "active")).body).toMatchObject({ error });
    expect((await accept(link)).body).toMatchObject({
      code: "LIMIT_REACHED",
      error: expect.stringContaining("Ask its administrator."),
    });
    // The link is not used up.
    expect((await setStatus(admin, agent.id, "inactive")).status).toBe(200);
    await until(async () => (await accept(link)).status === 200);
    expect((await usageOf(admin)).accounts).toEqual([3, 3]);
  });

  async function invite({ token }: SignedInUser): Promise<string> {
    const email = `${randomUUID()}@example.com`;
    await api.request("POST", "/api/invitations", { token, body: { addresses: email, role: "agent" } });
    const { text } = await api.mailTo(email);
    return /token=([\w-]+)/.exec(text)?.[1] ?? "";
  }
  const accept = (token: string) =>
    api.request("POST", "/api/invitations/accept", {
      body: { token, firstName: "Ada", lastName: "Lovelace", password: testPassword },
    });

  test("that a program provisions are counted, but those that it keeps out are not", async () => {
    const { admin, enter } = await firm();
    await enter("agent");
    const domain = `${randomUUID()}.example`;
    await confirmDomains(api, admin, domain);
    const body = { name: "Provider", scopes: ["users:provision"] };
    const { token } = (await api.request("POST", "/api/tokens", { token: admin.token, body })).body.data;
    const create = (active: boolean) =>
      api.request("POST", "/scim/v2/Users", {
        token,
        headers: { "Content-Type": "application/scim+json" },
        body: { userName: `${randomUUID()}@${domain}`, active },
      });
    const made = [await create(true), await create(false), await create(true)];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(made[2]?.body.detail).toBe(error);
    // Nobody deletes accounts.
    expect((await create(false)).status).toBe(201);
    const over = await create(false);
    expect([over.status, over.body.detail]).toEqual([
      409,
      "Your organization has 5 accounts, with those that are inactive, which is the most that programs may create.",
    ]);
    const letIn = await api.request("PATCH", `/scim/v2/Users/${made[1]?.body.id}`, {
      token,
      headers: { "Content-Type": "application/scim+json" },
      body: {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
        Operations: [{ op: "replace", path: "active", value: true }],
      },
    });
    expect([letIn.status, letIn.body.detail]).toEqual([409, error]);
  });
});

test("notes on lines over the maximum are refused with what to do; a repeated one is none more", async () => {
  const { admin, enter } = await firm();
  const agent = await enter("agent");
  const call = runningCall({ organizationId: agent.organizationId, agentId: agent.id, owner: "test" });
  const line = storedLine(call, { seq: 1, sender: "client", text: "Bonjour." });
  await callModels(api.connection).calls.create(call);
  await callModels(api.connection).lines.create(line);
  const note = (id: string) =>
    api.request("POST", `/api/calls/${call._id}/line-notes`, {
      token: admin.token,
      body: { seq: 1, text: "Souriez.", id },
    });
  const id = randomUUID();
  for (const one of [id, randomUUID(), id]) expect((await note(one)).status).toBe(200);
  expect((await note(randomUUID())).body).toMatchObject({
    code: "LIMIT_REACHED",
    error:
      "Your organization has 2 notes on lines, which is the most it can have. They are deleted with their calls: keep conversations for a shorter time, under Settings.",
  });
});

test("practice calls over the maximum are refused with what to do; those of a telephone system are none of them", async () => {
  const { admin } = await firm();
  const { organizationId } = admin;
  await callModels(api.connection).calls.create(
    runningCall({ organizationId, agentId: admin.id, owner: "test", source: "telephony" }),
  );
  const start = () => api.request("POST", "/api/simulation/start", { token: admin.token, body: {} });
  expect((await start()).status).toBe(200);
  expect((await start()).body).toMatchObject({
    code: "LIMIT_REACHED",
    error:
      "Your organization has 1 practice calls, which is the most it can have. Keep analyses for a shorter time, under Settings.",
  });
});

const securityPage = readFileSync(join(root, "api/docs/security.md"), "utf8");

test("what bounds each collection, each kind of stored jobs and each store is documented, with its number's name", async () => {
  const rows = securityPage.split("\n").filter((line) => line.startsWith("| "));
  const isNamed = (name: string) => rows.some((row) => row.includes(`\`${name}\``));
  const collections = (await api.connection.db?.collections()) ?? [];
  const stored = new Set([
    ...Object.values(api.connection.models).map(({ collection }) => collection.name),
    ...collections.map(({ collectionName }) => collectionName),
  ]);
  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  const kinds = [...metrics.matchAll(/souffleur_jobs_waiting\{kind="(\w+)"\}/g)].map(([, kind = ""]) => kind);
  expect(kinds).toContain("links");
  expect([...stored, ...kinds].filter((name) => !isNamed(name))).toEqual([]);
  const named = [...securityPage.matchAll(/`serverLimits\.(\w+)/g)].map(([, name = ""]) => name);
  expect(
    Object.keys(serverLimits).filter(
      (name) => !securityPage.includes(`\`${name}\``) && !named.includes(name),
    ),
  ).toEqual([]);
  expect(named.filter((name) => !(name in serverLimits))).toEqual([]);
});
