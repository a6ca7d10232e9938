import { once } from "node:events";
import { createServer } from "node:http";
import { Worker } from "node:worker_threads";
import { webhookEvents } from "@souffleur/contracts/webhooks";
import type { Connection } from "mongoose";
import { listen } from "../../tools/network.ts";
import type { SentRequest } from "../load/request-worker.ts";
import { json } from "../servers/api-server.ts";
import type { Firm } from "../servers/database.ts";
import { granted, signInPeople } from "./firms.ts";
import { storeLargest } from "./largest-data.ts";
import { type LargeRequest, largestRequests } from "./largest-requests.ts";

/** They take turns, since the calls of an account are limited. */
const accounts = 8;
const webhooks = 10;
/** Just before a receiver is given up. */
const answerMs = 4500;

/** Of the largest requests, those that once stopped everybody. */
const largest = [
  "savePlaybookDraft, all of it wrong",
  "eraseCustomer by number, a dry run",
  "eraseCustomer by name, a dry run",
  "generateSuggestions",
  "/api/calls/…/replies",
  "/api/customers?limit=100",
];

/** An organization that does without pause what has cost others their time. */
export async function prepareAttack(api: { url: string; connection: Connection }, firm: Firm) {
  const { url, connection } = api;
  const { organizationId, domain } = firm;
  const admins = await signInPeople(api, firm, accounts, "admin");
  const [agent, colleague] = await signInPeople(api, firm, 2);
  const admin = admins[0]?.token ?? "";
  const stored = await storeLargest(connection, { organizationId, agentId: agent?.id ?? "" });
  const requests = new Map(largestRequests(stored, 0).map((request) => [request.name, request]));
  const named = (name: string): LargeRequest => {
    const found = requests.get(name);
    if (found === undefined) throw new Error(`There is no request ${name}.`);
    return found;
  };
  for (const name of ["savePlaybookDraft", "publishPlaybook"]) await granted(url, admin, named(name));
  const slow = createServer((req, res) => {
    req.resume();
    setTimeout(() => res.writeHead(204).end(), answerMs);
  });
  const receiver = { url: `http://127.0.0.1:${await listen(slow)}/`, events: webhookEvents };
  for (let count = 0; count < webhooks; count++)
    await granted(url, admin, { path: "/api/webhooks", body: receiver });
  await connection.collection<{ _id: string }>("single-sign-ons").insertOne({
    _id: organizationId,
    domains: [{ name: domain, state: "confirmed", requestedAt: new Date(), requestedBy: "nobody" }],
    confirmed: [domain],
    revision: 1,
    audit: [],
  } as object & { _id: string });
  const tokenInput = { name: "Provider", scopes: ["users:provision"] };
  const { token: program = "" } = await granted(url, admin, { path: "/api/tokens", body: tokenInput });
  const taken = await connection.collection("users").findOne({ organizationId });

  const post = (path: string, body: object) => ({ method: "POST", path, body: JSON.stringify(body) });
  const role = (to: string) => ({
    ...post(`/api/auth/admin/users/${colleague?.id}/role`, { role: to }),
    method: "PUT",
  });
  const ofAdmins = [
    ...largest.map(named),
    post("/api/customers", { name: "Claire Moreau" }),
    role("analyst"),
    role("agent"),
  ];
  const provision: SentRequest = {
    ...post("/scim/v2/Users", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: taken?.email,
      name: { givenName: "Barbara", familyName: "Jensen" },
    }),
    url: `${url}/scim/v2/Users`,
    headers: { "content-type": "application/scim+json", authorization: `Bearer ${program}` },
  };
  const rounds = admins.map(({ token }): SentRequest[] => [
    ...ofAdmins.map(({ path, method, body, ...request }): SentRequest => {
      const by = "by" in request && request.by === "agent" ? agent?.token : token;
      const headers = { ...json, authorization: `Bearer ${by}` };
      return { method, url: url + path, headers, ...(body !== undefined && { body }) };
    }),
    provision,
  ]);

  return {
    /**
     * @param atOnce how many requests are under way at the same time
     * @returns how many were granted, and how many refused
     */
    async run(durationMs: number, atOnce: number): Promise<{ accepted: number; refused: number }> {
      // Each begins with another account and another request.
      const clients = Array.from({ length: atOnce }, (_, at) => {
        const all = rounds.slice(at).concat(rounds.slice(0, at)).flat();
        return all.slice(at).concat(all.slice(0, at));
      });
      const workerData = { clients, durationMs };
      const worker = new Worker(new URL("../load/request-worker.js", import.meta.url), { workerData });
      const [{ accepted, refused }] = await once(worker, "message");
      await worker.terminate();
      return { accepted, refused };
    },
    /** Takes back what still waits, so that nothing is left of it in a run without it. */
    async clear(): Promise<void> {
      const hooks = await connection.collection("webhooks").find({ organizationId }).toArray();
      const webhookId = { $in: hooks.map(({ _id }) => String(_id)) };
      await connection.collection("webhook-deliveries").deleteMany({ webhookId });
    },
    close(): void {
      slow.closeAllConnections();
      slow.close();
    },
  };
}
