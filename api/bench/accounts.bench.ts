import { once } from "node:events";
import { createServer } from "node:http";
import { Worker } from "node:worker_threads";
import { hash, verify } from "@node-rs/argon2";
import type { AccessClaims } from "@souffleur/contracts";
import express from "express";
import mongoose, { type Connection } from "mongoose";
import { listen } from "../tools/network.ts";
import { median, type Row, row } from "./figures.ts";
import type { SentRequest } from "./load/request-worker.ts";
import { json, startServer } from "./servers/api-server.ts";
import { hireAgents, password } from "./servers/database.ts";

const rounds = 3;
const seconds = 4;
const tabs = 20;
/** One account may call 600 times a minute, so the reads of all rounds are spread over this many. */
const readers = 200;
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Requests a second. @param clients the requests of each @throws Error if any was refused */
async function load(clients: readonly (readonly SentRequest[])[]): Promise<number> {
  const workerData = { clients, durationMs: seconds * 1000 };
  const worker = new Worker(new URL("./load/request-worker.js", import.meta.url), { workerData });
  const [result] = await once(worker, "message");
  await worker.terminate();
  if (result.refused > 0) throw new Error(`${result.refused} requests of the benchmark were refused`);
  return result.perSecond;
}

/** The requests, dealt out to this many clients. */
function dealtOut(requests: readonly SentRequest[], clients: number): SentRequest[][] {
  return Array.from({ length: clients }, (_, client) =>
    requests.filter((_one, at) => at % clients === client),
  );
}

/** argon2id verifications a second, as many at once as sign-ins. */
async function bareVerifications(connections: number): Promise<number> {
  const encoded = await hash(password, cost);
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await verify(encoded, password);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return done / seconds;
}

/** The minimal cost of a read and a renewal: Express and mongoose, with the same reads and writes by primary key. */
async function startBare(connection: Connection) {
  const loose = () =>
    new mongoose.Schema<{ _id: string; userId: string }>({ _id: String, userId: String }, { strict: false });
  const Session = connection.model("BareSession", loose(), "sessions");
  const User = connection.model("BareUser", loose(), "users");
  const app = express();
  app.get("/read/:session/:user", async (req, res) => {
    const { session, user } = req.params;
    const found = await Promise.all([Session.findById(session).lean(), User.findById(user).lean()]);
    res.json({ success: found.every(Boolean) });
  });
  app.post("/renew/:session", async (req, res) => {
    const renewed = { $inc: { bare: 1 }, $set: { renewedAt: new Date() } };
    const session = await Session.findOneAndUpdate({ _id: req.params.session }, renewed).lean();
    const user = await User.findById(session?.userId).lean();
    res.json({ success: user !== null });
  });
  const server = createServer(app);
  return { server, url: `http://127.0.0.1:${await listen(server)}` };
}

function claimsOf(token: string): AccessClaims {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

/** Sign-ins against argon2id alone, reads and renewals against Express and mongoose alone; the rounds alternate. */
export default async function measure(): Promise<Row[]> {
  const api = await startServer();
  const { url } = api;
  const bare = await startBare(api.connection);
  // Each client has an account and a session of its own: reads of the same document could be shared.
  const emails = await hireAgents(api.connection, readers);
  const colleagues = emails.map((email) => email.replace(/@.*/, ""));
  const names = colleagues.slice(0, tabs);
  const agents = [];
  for (let from = 0; from < readers; from += tabs) {
    agents.push(...(await Promise.all(colleagues.slice(from, from + tabs).map((name) => api.signIn(name)))));
  }
  const claims = agents.map(({ accessToken }) => claimsOf(accessToken));
  // Different people sign in, as in the morning of a working day.
  const logins = names.map((name) => ({
    method: "POST",
    url: `${url}/api/auth/login`,
    headers: json,
    body: JSON.stringify({ email: `${name}@lumiere.example`, password }),
  }));
  const reads = agents.map(({ accessToken }) => ({
    method: "GET",
    url: `${url}/api/stt/language`,
    headers: { authorization: `Bearer ${accessToken}` },
  }));
  const bareReads = claims.map(({ sid, sub }) => ({ method: "GET", url: `${bare.url}/read/${sid}/${sub}` }));
  const renewal = (cookie: string, address: string) => [
    { method: "POST", url: address, headers: { cookie, origin: new URL(address).origin } },
  ];
  let cookies = agents.slice(0, tabs).map(({ cookie }) => cookie);

  const none = (): number[] => [];
  const [verifications, signIns, bareReadRates, readRates] = [none(), none(), none(), none()];
  const [bareRenewalRates, renewalRates] = [none(), none()];
  for (let round = 0; round < rounds; round++) {
    verifications.push(await bareVerifications(4));
    signIns.push(await load(dealtOut(logins, 4)));
    bareReadRates.push(await load(dealtOut(bareReads, tabs)));
    readRates.push(await load(dealtOut(reads, tabs)));
    bareRenewalRates.push(
      await load(cookies.map((cookie, tab) => renewal(cookie, `${bare.url}/renew/${claims[tab]?.sid}`))),
    );
    renewalRates.push(await load(cookies.map((cookie) => renewal(cookie, `${url}/api/auth/refresh`))));
    cookies = (await Promise.all(names.map((name) => api.signIn(name)))).map(({ cookie }) => cookie);
  }
  bare.server.close();
  await api.stop();
  const rate = (name: string, values: number[], goal: string, baseline: number[]) =>
    row(name, median(values), goal, median(baseline), 0);
  return [
    rate("sign-ins a second / bare argon2id verifications", signIns, "≥ 0.90", verifications),
    rate(
      "authenticated reads a second / bare Express with the same reads",
      readRates,
      "≥ 0.80",
      bareReadRates,
    ),
    rate(
      "renewals a second / bare Express with the same write and read",
      renewalRates,
      "≥ 0.80",
      bareRenewalRates,
    ),
  ];
}
