import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { startApp, type TestApp, until } from "../../testing/app.ts";
import { endedCall } from "../../testing/calls/stored-calls.ts";
import { signInTeam, type Team } from "../../testing/people/people.ts";
import { hook, startReceiver } from "../../testing/servers/webhook-receiver.ts";
import { listen } from "../../tools/network.ts";
import { callModels } from "../calls/records/call-model.ts";
import { outgoingEvent } from "./event.ts";

let api: TestApp;
beforeAll(async () => {
  api = await startApp({ env: { WEBHOOK_PRIVATE_ADDRESSES: "true" } });
});
afterAll(() => api.close());

/** A receiver that checks nothing, and holds its requests back until it is told to answer. */
async function startHolding() {
  const held: ServerResponse[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((req, res) => {
    req.resume();
    held.push(res);
    open += 1;
    most = Math.max(most, open);
    res.once("close", () => {
      open -= 1;
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    held,
    /** How many requests were under way at the same time, at most. */
    most: () => most,
    answer(): void {
      for (const res of held.splice(0)) res.writeHead(204).end();
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

const create = async ({ admin }: Team, url: string): Promise<string> => {
  const body = { url, events: ["call.ended"] };
  return (await api.request("POST", "/api/webhooks", { token: admin.token, body })).body.data.id;
};

/** Ended calls of a team, whose events the relay finds. */
const endCalls = ({ agent: { id: agentId, organizationId } }: Team, count: number) =>
  callModels(api.connection).calls.insertMany(
    Array.from({ length: count }, () =>
      endedCall({ agentId, organizationId, events: [outgoingEvent("call.ended")] }),
    ),
  );

test("two organizations whose ten receivers each do not answer hold back nobody else's deliveries", async () => {
  const honest = await signInTeam(api, `House ${randomUUID()}`);
  const receiver = await startReceiver();
  await hook(api, receiver, honest.admin, ["call.ended"]);
  const holding = await startHolding();
  const others = await Promise.all([1, 2].map(() => signInTeam(api, `House ${randomUUID()}`)));
  for (const team of others) for (let count = 0; count < 10; count++) await create(team, holding.url);
  await Promise.all(others.map((team) => endCalls(team, 20)));
  await until(async () => holding.most() >= 64);
  await endCalls(honest, 3);
  await until(async () => receiver.received.length === 3);
  // Eight for each of their places: four of the sixteen for each organization, and two of the eight for failing ones.
  expect(holding.most()).toBeLessThanOrEqual(2 * (4 + 2) * 8);
  holding.close();
  await receiver.close();
});

test("a slow receiver says so, gets all of its messages, and no longer counts as slow when it answers at once", async () => {
  const holding = await startHolding();
  const team = await signInTeam(api, `House ${randomUUID()}`);
  const id = await create(team, holding.url);
  const shown = async () => {
    const { body } = await api.request("GET", "/api/webhooks", { token: team.admin.token });
    return body.data.webhooks[0];
  };
  await endCalls(team, 30);
  await until(async () => holding.held.length === 8);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  // No other request was made meanwhile.
  expect(holding.held).toHaveLength(8);
  holding.answer();
  await until(async () => (await shown()).isSlow);
  expect(await shown()).toMatchObject({ id, state: "on" });
  const waiting = () =>
    api.connection.collection("webhook-deliveries").countDocuments({ state: "waiting", webhookId: id });
  await until(async () => {
    holding.answer();
    return (await waiting()) === 0;
  });
  await until(async () => (await shown()).isSlow === undefined);
  holding.close();
});

test("two processes send each event once", async () => {
  const team = await signInTeam(api, `House ${randomUUID()}`);
  const receiver = await startReceiver();
  const webhookId = await hook(api, receiver, team.admin, ["call.ended"]);
  const other = await startApp({ connection: api.connection, env: { WEBHOOK_PRIVATE_ADDRESSES: "true" } });
  await endCalls(team, 30);
  // Both look when something happens.
  for (const { request } of [api, other]) await request("GET", "/api/webhooks", { token: team.admin.token });
  const delivered = () =>
    api.connection.collection("webhook-deliveries").countDocuments({ webhookId, state: "delivered" });
  await until(async () => (await delivered()) === 30);
  expect(new Set(receiver.received.map(({ data }) => data.callId)).size).toBe(30);
  expect(receiver.received).toHaveLength(30);
  await other.close();
  await receiver.close();
});
