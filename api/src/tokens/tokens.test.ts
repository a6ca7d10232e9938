import { randomUUID } from "node:crypto";
import { limits, tokenScopes } from "@souffleur/contracts";
import { io } from "socket.io-client";
import { startApp, type TestApp, travel } from "../../testing/app.ts";
import { endedCall } from "../../testing/calls/stored-calls.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { type SignedInUser, signInTeam, type Team } from "../../testing/people/people.ts";
import { callModels } from "../calls/records/call-model.ts";
import { clock } from "../clock.ts";

let api: TestApp;
let team: Team;
beforeAll(async () => {
  api = await startApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await signInTeam(api, `House ${randomUUID()}`);
});

const list = ({ token }: { token: string } = team.admin, at: TestApp = api) =>
  at.request("GET", "/api/tokens", { token });
const create = (over: object = {}, { token }: { token: string } = team.admin, headers = {}) =>
  api.request("POST", "/api/tokens", {
    token,
    headers,
    body: { name: "CRM", scopes: ["calls:read"], ...over },
  });
const remove = (id: string, { token }: { token: string } = team.admin) =>
  api.request("DELETE", `/api/tokens/${id}`, { token });
const read = (token: string, path = "/api/calls", at: TestApp = api) => at.request("GET", path, { token });

/** A new token, as its program has it. */
async function tokenWith(scopes: readonly string[] = ["calls:read"], over: object = {}) {
  const { body } = await create({ name: `CRM ${randomUUID()}`, scopes, ...over });
  return body.data as { id: string; token: string; name: string };
}

/** A call of the person, with a line of each speaker. */
async function storeCall({ id, organizationId }: Pick<SignedInUser, "id" | "organizationId">) {
  const call = endedCall({ agentId: id, organizationId });
  await callModels(api.connection).calls.create(call);
  return call._id;
}

const auditOf = (action: string, subjectId: string | null) => audited(api, { action, subjectId });

test("a token is shown once, kept as a hash, and listed with its use", async () => {
  const created = await create({ scopes: ["calls:export", "calls:read", "calls:read"] });
  expect(created.status).toBe(200);
  const { token, ...shown } = created.body.data;
  expect(token).toMatch(/^souffleur_[\w-]{43}$/);
  expect(shown).toEqual({
    id: expect.any(String),
    name: "CRM",
    scopes: ["calls:read", "calls:export"],
    createdAt: expect.any(String),
  });
  expect((await list()).body.data.tokens).toEqual([shown]);
  const stored = await api.connection.collection("organization-tokens").find({}).toArray();
  expect(JSON.stringify(stored)).not.toContain(token);
  expect((await read(token)).status).toBe(200);
  const [used] = (await list()).body.data.tokens;
  expect(Date.parse(used.lastUsedAt)).toBeGreaterThan(clock.ms() - 60_000);
  const rows = await auditOf("token.created", team.admin.organizationId);
  expect(rows).toMatchObject([
    { actorId: team.admin.id, to: `CRM (${shown.id})`, reason: "calls:read calls:export" },
  ]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("tokens are managed in their organization alone, after a proof", async () => {
  const { id } = await tokenWith();
  expect((await list(team.foreign)).body.data.tokens).not.toContainEqual(expect.objectContaining({ id }));
  expect((await remove(id, team.foreign)).body.code).toBe("NOT_FOUND");
  travel(limits.proofValidMs + 60_000);
  expect((await create()).body.code).toBe("PROOF_REQUIRED");
  expect((await remove(id)).status).toBe(200);
});

test("a token reaches the calls that name its scopes, of its organization alone, whoever's calls they are", async () => {
  const [own, foreign] = [await storeCall(team.agent), await storeCall(team.foreign)];
  const { token, id, name } = await tokenWith(["calls:read"]);
  const { body } = await read(token);
  expect(body.data.calls.map(({ callId }: { callId: string }) => callId)).toEqual([own]);
  for (const path of ["", "/transcript", "/review"]) {
    expect((await read(token, `/api/calls/${own}${path}`)).status).toBe(200);
    expect((await read(token, `/api/calls/${foreign}${path}`)).body.code).toBe("NOT_FOUND");
  }
  expect((await read(token, "/api/calls/agents")).status).toBe(200);
  const lacking = await api.request("GET", "/api/calls/export", { token });
  expect(lacking.body).toMatchObject({
    code: "FORBIDDEN",
    error: "This request needs a token with the scope calls:export.",
  });
  const exporting = await tokenWith(["calls:export"]);
  expect((await read(exporting.token)).body.error).toContain("calls:read");
  expect((await read(exporting.token, `/api/calls/${own}/export?format=json`)).status).toBe(200);
  const rows = await auditOf("call.exported", own);
  expect(rows).toMatchObject([{ actorId: `token ${exporting.id} ${exporting.name}` }]);
  expect(`token ${id} ${name}`).toContain("CRM");
});

test("a program keeps customers by its scopes, and none of them is its own", async () => {
  const reading = await tokenWith(["customers:read"]);
  const writing = await tokenWith(["customers:write"]);
  const path = "/api/customers";
  const body = { name: "Claire Moreau", numbers: ["06 39 98 12 34"] };
  expect((await api.request("POST", path, { token: reading.token, body })).status).toBe(403);
  const created = await api.request("POST", path, { token: writing.token, body });
  expect(created.status).toBe(200);
  expect(created.body.data).not.toHaveProperty("owner");
  const { id, revision } = created.body.data;
  expect((await read(writing.token, path)).status).toBe(403);
  expect((await read(reading.token, `${path}?q=moreau`)).body.data.customers).toMatchObject([{ id }]);
  const saved = await api.request("PUT", `${path}/${id}`, {
    token: writing.token,
    body: { ...body, company: "Ateliers Brunel", revision },
  });
  expect(saved.body.data).toMatchObject({ company: "Ateliers Brunel" });
  const both = await tokenWith(["customers:read", "customers:write"]);
  const outdated = (token: string) =>
    api.request("PUT", `${path}/${id}`, { token, body: { name: "Claire", revision } });
  expect((await outdated(both.token)).body).toMatchObject({ current: { company: "Ateliers Brunel" } });
  const unread = await outdated(writing.token);
  expect(unread.status).toBe(409);
  expect(unread.body).not.toHaveProperty("current");
  const second = (token: string) => api.request("POST", path, { token, body });
  expect((await second(both.token)).body).toMatchObject({ current: { id, name: body.name } });
  const unnamed = await second(writing.token);
  expect(unnamed.body).toMatchObject({ code: "CUSTOMER_EXISTS", current: { id } });
  expect(JSON.stringify(unnamed.body)).not.toContain(body.name);
  const elsewhere = await signInTeam(api, `House ${randomUUID()}`);
  const foreign = await create({ scopes: ["customers:read", "customers:write"] }, elsewhere.admin);
  expect((await read(foreign.body.data.token, `${path}/${id}`)).status).toBe(404);
  const removed = (token: string) => api.request("DELETE", `${path}/${id}`, { token });
  expect((await removed(foreign.body.data.token)).status).toBe(404);
  expect((await removed(writing.token)).status).toBe(200);
  const [row] = await auditOf("customer.deleted", id);
  expect(row).toMatchObject({ actorId: expect.stringContaining(writing.name) });
});

test("a token with every scope reaches nothing that is for people, and opens no socket", async () => {
  const { token } = await tokenWith(tokenScopes);
  const callId = await storeCall(team.agent);
  for (const [method, path] of [
    ["GET", "/api/tokens"],
    ["POST", "/api/tokens"],
    ["GET", "/api/account/sessions"],
    ["GET", "/api/auth/admin/users"],
    ["GET", "/api/organization/sso"],
    ["PUT", `/api/calls/${callId}/notes`],
    ["DELETE", `/api/calls/${callId}`],
    ["GET", "/api/auth/admin/domains"],
  ] as const) {
    const { body } = await api.request(method, path, { token });
    expect([path, body.code, body.error]).toEqual([
      path,
      "FORBIDDEN",
      "This request is for people: no token has a scope for it.",
    ]);
  }
  const socket = io(api.url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { token },
  });
  const refused = await new Promise<Error & { data?: { code: string } }>((resolve) =>
    socket.once("connect_error", resolve),
  );
  expect(refused.data?.code).toBe("TOKEN_INVALID");
});

test("a deleted token is refused at once at every process; of two deletions at once one is told that it is gone", async () => {
  const other = await startApp({ connection: api.connection });
  const { token, id } = await tokenWith();
  expect((await read(token, "/api/calls", other)).status).toBe(200);
  const both = await Promise.all([remove(id), remove(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  for (const at of [api, other])
    expect((await read(token, "/api/calls", at)).body.code).toBe("TOKEN_INVALID");
  expect((await remove(id)).body.code).toBe("NOT_FOUND");
  expect(await auditOf("token.deleted", team.admin.organizationId)).toHaveLength(1);
  await other.close();
});

test("an expired token, an unknown one and that of an organization that is gone are answered alike", async () => {
  const expiresAt = new Date(clock.ms() + 60_000).toISOString();
  const expiring = await tokenWith(["calls:read"], { expiresAt });
  const orphaned = await tokenWith();
  expect((await read(expiring.token)).status).toBe(200);
  await api.connection.collection("organizations").deleteOne({ _id: team.admin.organizationId } as object);
  const gone = await read(orphaned.token);
  const unknown = await read(`souffleur_${"A".repeat(43)}`);
  travel(61_000);
  const expired = await read(expiring.token);
  for (const { body } of [gone, unknown, expired])
    expect(body).toMatchObject({
      code: "TOKEN_INVALID",
      error: "This token is not accepted: it is unknown, deleted or has expired.",
    });
});

test("of two tokens with one name at once, one is created; nobody has more than there is room for", async () => {
  const both = await Promise.all([create(), create()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const again = await create({}, team.admin, { "Accept-Language": "fr" });
  expect(again.body).toMatchObject({
    code: "INVALID_TRANSITION",
    field: "name",
    error: expect.stringContaining("Votre organisation a un jeton de ce nom"),
  });
  const collection = api.connection.collection("organization-tokens");
  const many = Array.from({ length: limits.tokensMax - 2 }, (_, at) => ({
    id: `id-${at}`,
    name: `Name ${at}`,
    scopes: ["calls:read"],
    hash: randomUUID(),
    createdAt: clock.now(),
  }));
  await collection.updateOne({ _id: team.admin.organizationId } as object, {
    $push: { tokens: { $each: many } } as never,
  });
  const last = await Promise.all([create({ name: "One" }), create({ name: "Two" })]);
  expect(last.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await list()).body.data.tokens).toHaveLength(limits.tokensMax);
  expect((await create({ name: "Three" })).body.error).toContain("at most 20 tokens");
});

test("a token is not created with wrong input", async () => {
  for (const [over, field, error] of [
    [{ name: undefined }, "name", "Token name is required"],
    [{ name: " \t" }, "name", "Token name is required"],
    [{ name: { $gt: "" } }, "name", "Token name must be text"],
    [{ name: "x".repeat(51) }, "name", "Token name is too long (max 50 characters)"],
    [{ name: "CRM\u202e" }, "name", "Token name has characters that can't be seen"],
    [{ scopes: [] }, "scopes", "Choose what the token is for"],
    [{ scopes: "calls:read" }, "scopes", "Scopes must be a list"],
    [{ scopes: ["calls:erase"] }, "scopes.0", expect.stringContaining("Scope must be one of: calls:read")],
    [{ expiresAt: "tomorrow" }, "expiresAt", expect.stringContaining("The end must be a time with its zone")],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "The end must be in the future."],
  ] as const) {
    expect((await create(over)).body).toMatchObject({ code: "VALIDATION_ERROR", field, error });
  }
});

test("a token has limits of its own, which leave those of people alone", async () => {
  const { token } = await tokenWith(["calls:export"]);
  const codes: unknown[] = [];
  for (let n = 0; n < 11; n++) codes.push((await read(token, "/api/calls/export")).body.code);
  expect(codes.slice(0, 10)).toEqual(Array(10).fill(undefined));
  expect(codes.at(-1)).toBe("RATE_LIMITED");
  expect((await read(team.admin.token, "/api/calls/export")).status).toBe(200);
});
