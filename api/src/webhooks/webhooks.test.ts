import { randomUUID } from "node:crypto";
import { limits } from "@souffleur/contracts";
import { startApp, type TestApp, travel, travelWithLibraries, until } from "../../testing/app.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { signInTeam, type Team } from "../../testing/people/people.ts";
import { hook, type Receiver, startReceiver } from "../../testing/servers/webhook-receiver.ts";
import { clock } from "../clock.ts";

let api: TestApp;
let team: Team;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApp({ env: { WEBHOOK_PRIVATE_ADDRESSES: "true" } });
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await signInTeam(api, `House ${randomUUID()}`);
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const path = "/api/webhooks";
const ask = (method: string, to: string, { token }: { token: string } = team.admin, body?: object) =>
  api.request(method, to, { token, ...(body && { body }) });
const create = (over: object = {}, by = team.admin) =>
  ask("POST", path, by, { url: receiver.url, events: ["call.ended"], ...over });
const list = async (by = team.admin) => (await ask("GET", path, by)).body.data.webhooks;
const deliveriesOf = async (id: string, query = "") =>
  (await ask("GET", `${path}/${id}/deliveries${query}`)).body.data;
const auditOf = (action: string, atLeast = 1) =>
  audited(api, { action, subjectId: team.admin.organizationId }, atLeast);

test("a webhook's secret is shown once, and stored encrypted", async () => {
  const { body } = await create({ events: ["customer.changed", "call.ended", "call.ended"] });
  const { secret, ...shown } = body.data;
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(shown).toEqual({
    id: expect.any(String),
    url: receiver.url,
    events: ["call.ended", "customer.changed"],
    createdAt: expect.any(String),
    state: "on",
    waiting: 0,
    secrets: [{ createdAt: shown.createdAt }],
  });
  expect(await list()).toEqual([shown]);
  const stored = await api.connection.collection("webhooks").find({}).toArray();
  expect(JSON.stringify(stored)).not.toContain(secret.slice("whsec_".length));
  const rows = await auditOf("webhook.created");
  expect(rows).toMatchObject([{ actorId: team.admin.id, to: `127.0.0.1:${receiver.port} (${shown.id})` }]);
});

test("webhooks are managed in their organization alone, and by no program; creating one needs a proof", async () => {
  const { id } = (await create()).body.data;
  const one = `${path}/${id}`;
  const all = (by: { token: string }) =>
    Promise.all([
      ask("GET", path, by),
      create({}, by as typeof team.admin),
      ask("DELETE", one, by),
      ask("GET", `${one}/deliveries`, by),
      ask("POST", `${one}/test`, by),
      ask("POST", `${one}/secret`, by),
      ask("POST", `${one}/on`, by),
      ask("POST", `${one}/deliveries/msg_1/send`, by),
    ]);
  const [foreignList, , ...others] = await all(team.foreign);
  expect(JSON.stringify(foreignList?.body)).not.toContain(id);
  for (const { body } of others) expect(body.code).toBe("NOT_FOUND");
  const machine = await ask("POST", "/api/tokens", team.admin, { name: "CRM", scopes: ["calls:read"] });
  expect((await ask("GET", path, machine.body.data)).body.code).toBe("FORBIDDEN");
  travel(limits.proofValidMs + 60_000);
  expect((await create()).body.code).toBe("PROOF_REQUIRED");
  expect((await ask("POST", `${one}/secret`)).body.code).toBe("PROOF_REQUIRED");
  expect((await ask("DELETE", one)).status).toBe(200);
});

test("a webhook is not created with wrong input", async () => {
  for (const [over, field, error] of [
    [{ url: undefined }, "url", "Webhook address is required"],
    [{ url: " " }, "url", "Webhook address is required"],
    [{ url: { $gt: "" } }, "url", "Webhook address must be text"],
    [{ url: "crm.example.com" }, "url", /must be a complete one, such as https/],
    [{ url: "ftp://crm.example.com/" }, "url", /must be a complete one, such as https/],
    [{ url: "https://me:secret@crm.example.com/" }, "url", /without user, password/],
    [{ url: `https://crm.example.com/${"x".repeat(2000)}` }, "url", /too long/],
    [{ events: [] }, "events", "Choose at least one event"],
    [{ events: "call.ended" }, "events", "Events must be a list"],
    [{ events: ["call.paused"] }, "events.0", /Event must be one of: call.ended/],
  ] as const) {
    const { body } = await create(over);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field });
    expect(body.error).toMatch(error);
  }
});

test("an organization has ten webhooks, also if the last two are created at once", async () => {
  for (let count = 2; count < limits.webhooksMax; count++) await create();
  const last = await Promise.all([create(), create(), create()]);
  expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  expect(await list()).toHaveLength(limits.webhooksMax);
  expect((await create()).body.error).toContain("at most 10 webhooks");
});

test("a test arrives signed, and its delivery has the answer", async () => {
  receiver.answer((_message, res) => void res.writeHead(202).end("queued\u0000 <b>thanks</b>"));
  const id = await hook(api, receiver, team.admin);
  const { body } = await ask("POST", `${path}/${id}/test`);
  expect(body.data).toMatchObject({ type: "webhook.test", state: "waiting", attempts: 0 });
  const [message] = await until(async () => receiver.received.length > 0 && receiver.received);
  expect(message).toMatchObject({ id: body.data.id, type: "webhook.test", data: { webhookId: id } });
  expect(message?.headers["content-type"]).toBe("application/json");
  const delivered = await until(async () => {
    const { deliveries } = await deliveriesOf(id);
    return deliveries[0]?.state === "delivered" && deliveries;
  });
  expect(delivered).toEqual([
    expect.objectContaining({
      id: body.data.id,
      attempts: 1,
      repeatable: true,
      lastAttempt: {
        at: expect.any(String),
        durationMs: expect.any(Number),
        status: 202,
        answer: "queued <b>thanks</b>",
      },
    }),
  ]);
});

test("a delivery is sent again with its id; one that is not there is not found", async () => {
  const id = await hook(api, receiver, team.admin);
  const { body } = await ask("POST", `${path}/${id}/test`);
  await until(async () => (await deliveriesOf(id)).deliveries[0].state === "delivered");
  const again = await ask("POST", `${path}/${id}/deliveries/${body.data.id}/send`);
  expect(again.body.data).toMatchObject({ id: body.data.id, state: "waiting" });
  await until(async () => receiver.received.length === 2);
  expect(new Set(receiver.received.map(({ id: message }) => message))).toEqual(new Set([body.data.id]));
  const unknown = await ask("POST", `${path}/${id}/deliveries/msg_0/send`);
  expect(unknown.body).toMatchObject({ code: "NOT_FOUND", error: "This delivery was not found." });
});

test("a receiver that answers 410 is switched off at once, and its administrators are told why", async () => {
  receiver.answer((_message, res) => void res.writeHead(410).end());
  const id = await hook(api, receiver, team.admin);
  await ask("POST", `${path}/${id}/test`);
  const off = await until(async () => (await list())[0].state === "off" && (await list())[0]);
  expect(off).toMatchObject({ isGone: true, switchedOffAt: expect.any(String), waiting: 1 });
  expect((await api.mailTo(team.admin.email, "switched off")).text).toContain("no longer exists (410)");
  expect(await auditOf("webhook.switched_off")).toHaveLength(1);
  receiver.answer();
  expect((await ask("POST", `${path}/${id}/on`)).body.data).not.toHaveProperty("isGone");
});

test("nothing is sent before the time that a receiver asks for", async () => {
  receiver.answer((_message, res) => void res.writeHead(429, { "Retry-After": "120" }).end());
  const id = await hook(api, receiver, team.admin);
  await ask("POST", `${path}/${id}/test`);
  const failed = await until(async () => {
    const [one] = (await deliveriesOf(id)).deliveries;
    return one.lastAttempt?.status === 429 && one;
  });
  const attemptedAt = Date.parse(failed.lastAttempt.at);
  expect(Date.parse(failed.nextAttemptAt) - attemptedAt).toBeGreaterThanOrEqual(120_000);
  const stored = await until(async () => {
    const found = await api.connection.collection("webhooks").findOne({ _id: id } as object);
    return found?.pausedUntil !== undefined && found;
  });
  expect(stored.pausedUntil.getTime() - attemptedAt).toBeGreaterThanOrEqual(120_000);
  receiver.answer();
  travel(130_000);
  await until(async () => receiver.received.length === 2);
});

test("deliveries are listed in pages, the newest first", async () => {
  const id = await hook(api, receiver, team.admin);
  const sent: string[] = [];
  for (let count = 0; count < 3; count++)
    sent.unshift((await ask("POST", `${path}/${id}/test`)).body.data.id);
  const first = await deliveriesOf(id, "?limit=2");
  const second = await deliveriesOf(id, `?limit=2&cursor=${first.nextCursor}`);
  const ids = [...first.deliveries, ...second.deliveries].map(({ id: one }: { id: string }) => one);
  expect(ids).toEqual(sent);
  expect(second.nextCursor).toBeUndefined();
  const bad = await ask("GET", `${path}/${id}/deliveries?cursor=x`);
  expect(bad.body).toMatchObject({ code: "VALIDATION_ERROR", field: "cursor" });
});

test("deliveries of one state are paged, too; an unknown state is named", async () => {
  const id = await hook(api, receiver, team.admin);
  const { body } = await ask("POST", `${path}/${id}/test`);
  await until(async () => (await deliveriesOf(id, "?state=delivered")).deliveries.length > 0);
  receiver.answer((_message, res) => void res.writeHead(500).end());
  for (let count = 0; count < 3; count++) await ask("POST", `${path}/${id}/test`);
  const idsOf = ({ deliveries }: { deliveries: { id: string }[] }) => deliveries.map(({ id: one }) => one);
  const waiting = await deliveriesOf(id, "?state=waiting&limit=2");
  const rest = await deliveriesOf(id, `?state=waiting&limit=2&cursor=${waiting.nextCursor}`);
  const delivered = await deliveriesOf(id, "?state=delivered");
  expect(idsOf(delivered)).toEqual([body.data.id]);
  expect((await deliveriesOf(id, "?state=failed")).deliveries).toEqual([]);
  const all = await deliveriesOf(id);
  expect([...idsOf(waiting), ...idsOf(rest), ...idsOf(delivered)].sort()).toEqual(idsOf(all).sort());
  const bad = await ask("GET", `${path}/${id}/deliveries?state=late`);
  expect(bad.body).toMatchObject({ code: "VALIDATION_ERROR", field: "state" });
});

test("a renewed secret signs at once, the former one for a day more; the fourth is refused", async () => {
  const id = await hook(api, receiver, team.admin);
  const renew = () => ask("POST", `${path}/${id}/secret`);
  /** @returns by how many signatures a test is accompanied */
  const sends = async (by = team.admin) => {
    const before = receiver.received.length;
    await ask("POST", `${path}/${id}/test`, by);
    await until(async () => receiver.received.length > before);
    return String(receiver.received.at(-1)?.headers["webhook-signature"]).split(" ").length;
  };
  const { body } = await renew();
  expect(body.data.secrets).toHaveLength(2);
  expect(Date.parse(body.data.secrets[1].expiresAt) - clock.ms()).toBeGreaterThan(
    limits.webhookSecretOverlapMs - 60_000,
  );
  // The receiver still has the former one.
  expect(await sends()).toBe(2);
  receiver.trust(body.data.secret);
  expect(await sends()).toBe(2);
  const both = await Promise.all([renew(), renew()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.error).toMatch(/^Three secrets are valid/);
  const newest = both.find(({ status }) => status === 200)?.body.data.secret;
  expect(await auditOf("webhook.secret_renewed", 2)).toHaveLength(2);
  travelWithLibraries(limits.webhookSecretOverlapMs + 60_000);
  const renewed = await api.signIn(team.admin);
  receiver.trust(newest);
  expect(await sends(renewed)).toBe(1);
  await api.app.sweep(clock.now());
  expect((await list(renewed))[0].secrets).toHaveLength(1);
});

test("a deleted webhook gets nothing more, though its deliveries waited; of two deletions one finds it gone", async () => {
  receiver.answer((_message, res) => void res.writeHead(503).end());
  const id = await hook(api, receiver, team.admin);
  await ask("POST", `${path}/${id}/test`);
  await until(async () => receiver.received.length > 0);
  const both = await Promise.all([ask("DELETE", `${path}/${id}`), ask("DELETE", `${path}/${id}`)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await list()).toEqual([]);
  expect(await api.connection.collection("webhook-deliveries").countDocuments({ webhookId: id })).toBe(0);
  expect(await auditOf("webhook.deleted")).toHaveLength(1);
  await api.app.sweep(new Date(clock.ms() + 2 * 3_600_000));
  expect(await api.connection.collection("webhooks").countDocuments({ _id: id } as object)).toBe(0);
});
