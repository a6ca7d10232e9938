import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callModels } from "../src/calls/records/call-model.ts";
import { startApp, type TestApp, until } from "../testing/app.ts";
import { endedCall } from "../testing/calls/stored-calls.ts";
import { type SignedInUser, signInTeam, type Team } from "../testing/people/people.ts";
import { startFakeCrm } from "../testing/servers/fake-crm.ts";
import { endProcess } from "../tools/child-process.ts";
import { freePort } from "../tools/network.ts";

const folder = join(__dirname, "../docs/recipes");
const guide = readFileSync(join(__dirname, "../docs/integrations.md"), "utf8");
let api: TestApp;
let team: Team;
beforeAll(async () => {
  api = await startApp({ env: { WEBHOOK_PRIVATE_ADDRESSES: "true" } });
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await signInTeam(api, `House ${randomUUID()}`);
});

const run = (name: string, env: Record<string, string>) =>
  spawn(process.execPath, [join(folder, name)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "inherit", "pipe"],
  });

/** Stores a call and wraps it up. */
async function wrapUp({ id, organizationId, token }: SignedInUser, number: string) {
  const call = endedCall({ agentId: id, organizationId, clientName: "Claire Moreau", clientNumber: number });
  await callModels(api.connection).calls.create(call);
  const { status } = await api.request("PUT", `/api/calls/${call._id}/outcome`, {
    token,
    body: { outcome: "successful", amount: 1200, nextStep: "Envoyer le contrat", nextStepAt: "2026-12-01" },
  });
  expect(status).toBe(200);
  return call._id;
}

/** The rows of the guide's table for n8n: method and address of each request. */
const requestsOf = (host: string) =>
  [...guide.matchAll(/^\| \d+ \| `(GET|POST|PUT|PATCH) https:\/\/([^/`]+)(\/[^`?]*)/gm)]
    .filter(([, , at]) => at === host)
    .map(([, method, , path = ""]) => `${method} ${path}`);

/** A path with its ids as the guide names them. */
const pathOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\?.*$/, "").replace(/\/\d+$/, "/{id}")}`;

test.each([
  ["hubspot", "HUBSPOT", "api.hubapi.com"],
  ["pipedrive", "PIPEDRIVE", "api.pipedrive.com"],
] as const)(
  "a wrapped-up call comes into %s by the recipe's requests, which are those of n8n",
  async (vendor, name, host) => {
    const crm = await startFakeCrm(vendor);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { body } = await api.request("POST", "/api/webhooks", {
      token: team.admin.token,
      body: { url, events: ["call.wrapped_up"] },
    });
    const recipe = run(`${vendor}.mjs`, {
      PORT: String(port),
      WEBHOOK_SECRET: body.data.secret,
      [`${name}_URL`]: crm.url,
      [`${name}_TOKEN`]: "crm-token",
    });
    try {
      await until(() =>
        fetch(url, { method: "POST", body: "forged" }).then(
          ({ status }) => status === 401,
          () => false,
        ),
      );
      await wrapUp(team.agent, "+33699999999");
      await until(async () => crm.calls.length === 1);
      crm.calls.length = 0;
      const callId = await wrapUp(team.agent, "+33639981234");
      const bodies = (sent: string) => crm.calls.filter(({ body }) => JSON.stringify(body)?.includes(sent));
      // The last request of each message.
      const won = () =>
        crm.calls.filter(({ method, path }) => method === "PATCH" && path.includes("/deals/"));
      await until(async () => won().length === 1);
      const { status } = await api.request("PUT", `/api/next-steps/${callId}`, {
        token: team.agent.token,
        body: { isDone: true },
      });
      expect(status).toBe(200);
      await until(async () => won().length === 2);
      expect(JSON.stringify(won())).toContain("1200");
      // The note and the task of the call are changed, and not written again.
      const tasks = bodies("Envoyer le contrat");
      expect(tasks.map(({ body }) => /COMPLETED|"done":true/.test(JSON.stringify(body)))).toEqual([
        false,
        true,
      ]);
      expect(tasks.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
      expect(new Set(crm.calls.map(pathOf))).toEqual(new Set(requestsOf(host)));
      expect(crm.refused).toEqual([]);
    } finally {
      await endProcess(recipe, "SIGKILL");
      crm.close();
    }
  },
);

test.each(["hubspot", "pipedrive"] as const)(
  "contacts come from %s into Souffleur, once however often it is run",
  async (vendor) => {
    const crm = await startFakeCrm(vendor);
    const { body } = await api.request("POST", "/api/tokens", {
      token: team.admin.token,
      body: { name: "CRM", scopes: ["customers:write"] },
    });
    for (let round = 0; round < 2; round++) {
      const recipe = run("customers.mjs", {
        SOUFFLEUR_URL: api.url,
        SOUFFLEUR_TOKEN: body.data.token,
        [`${vendor.toUpperCase()}_URL`]: crm.url,
        [`${vendor.toUpperCase()}_TOKEN`]: "crm-token",
      });
      let errors = "";
      recipe.stderr?.setEncoding("utf8").on("data", (more: string) => {
        errors += more;
      });
      const [code] = await once(recipe, "close");
      expect([code, errors]).toEqual([0, ""]);
    }
    const { customers } = (await api.request("GET", "/api/customers", { token: team.manager.token })).body
      .data;
    expect(customers).toMatchObject([
      { name: "Claire Moreau", numbers: ["+33 6 39 98 12 34"] },
      { name: "Paul Petit", emails: ["paul@example.com"] },
    ]);
    expect(crm.refused).toEqual([]);
    crm.close();
  },
);
