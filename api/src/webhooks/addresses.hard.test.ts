import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { startApp, type TestApp, until } from "../../testing/app.ts";
import { signInTeam, type Team } from "../../testing/people/people.ts";
import { type Receiver, startReceiver } from "../../testing/servers/webhook-receiver.ts";

let api: TestApp;
let team: Team;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApp();
  team = await signInTeam(api, `House ${randomUUID()}`);
  receiver = await startReceiver();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

const token = () => team.admin.token;
const create = (url: string) =>
  api.request("POST", "/api/webhooks", { token: token(), body: { url, events: ["call.ended"] } });

// What every spelling of an address means is in public-address.test.ts.
test.each([
  ["a loopback address", "https://127.0.0.1/"],
  ["a number", "https://2130706433/"],
  ["octal and hexadecimal parts", "https://0177.0x0.0.1/"],
  ["a dot at the end", "https://127.0.0.1./"],
  ["an IPv4 address within an IPv6 one", "https://[::ffff:10.0.0.1]/"],
  ["a name of this machine", "https://localhost/"],
  ["the same with a dot at its end", "https://localhost./"],
  ["the machine's own name", `https://${hostname()}/`],
  ["the address of cloud metadata", "https://169.254.169.254/latest/meta-data/"],
  ["plain http", "http://93.184.216.34/"],
])("%s is refused", async (_what, url) => {
  expect((await create(url)).body).toMatchObject({
    code: "VALIDATION_ERROR",
    field: "url",
    error: "This address is not public. Enter one that the internet reaches over https.",
  });
});

test.each([
  ["an address", () => `https://127.0.0.1:${receiver.port}/`],
  ["a name that resolves to a private address by now", () => `https://localhost:${receiver.port}/`],
  ["plain http", () => receiver.url],
])("%s that was stored is not connected to", async (_what, url) => {
  const { body } = await create("https://93.184.216.34/");
  const { id } = body.data;
  await api.connection.collection("webhooks").updateOne({ _id: id } as object, { $set: { url: url() } });
  let connections = 0;
  receiver.onConnection(() => {
    connections += 1;
  });
  await api.request("POST", `/api/webhooks/${id}/test`, { token: token() });
  const attempted = await until(async () => {
    const answer = await api.request("GET", `/api/webhooks/${id}/deliveries`, { token: token() });
    const [delivery] = answer.body.data.deliveries;
    return delivery?.lastAttempt?.durationMs !== undefined && delivery;
  });
  expect(attempted.lastAttempt).toMatchObject({ error: "address" });
  expect(connections).toBe(0);
});
