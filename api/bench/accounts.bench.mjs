import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { hash, verify } from "@node-rs/argon2";
import express from "express";
import mongoose from "mongoose";
import { json, password, ratioRow, startServer } from "./accounts-server.mjs";

const rounds = 3;
const seconds = 4;
const tabs = 20;
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Requests a second that succeed. @throws Error where any was refused */
async function load(script, workerData) {
  const worker = new Worker(new URL(script, import.meta.url), { workerData });
  const [result] = await once(worker, "message");
  await worker.terminate();
  if (result.refused > 0) throw new Error(`${result.refused} requests of the benchmark were refused`);
  return result.perSecond;
}

/** Bare verifications a second with as many under way as the sign-ins have. */
async function bareVerifications(connections) {
  const encoded = await hash(password, cost);
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await verify(encoded, password);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return done / seconds;
}

/** What a read and a renewal cost at least: Express and mongoose, and the same reads and writes by primary key. */
async function startBare(connection) {
  const loose = () => new mongoose.Schema({ _id: String }, { strict: false });
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
    const user = await User.findById(session.userId).lean();
    res.json({ success: user !== null });
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

function claimsOf(token) {
  return JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString());
}

/** Sign-ins against bare argon2id, reads and renewals against bare Express and mongoose; the rounds alternate. */
export default async function measure() {
  const api = await startServer();
  const { url } = api;
  const bare = await startBare(api.connection);
  // Each client has a session and an account of its own: reads of one and the same document could be shared.
  const names = await api.hireAgents(tabs);
  const agents = await Promise.all(names.map((name) => api.signIn(name)));
  const claims = agents.map(({ accessToken }) => claimsOf(accessToken));
  // As on a Monday morning: everybody signs in once, not one person all the time.
  const logins = names.map((name) => ({
    method: "POST",
    path: "/api/auth/login",
    headers: json,
    body: JSON.stringify({ email: `${name}@lumiere.example`, password }),
  }));
  const reads = agents.map(({ accessToken }) => ({
    method: "GET",
    path: "/api/stt/language",
    headers: { authorization: `Bearer ${accessToken}` },
  }));
  const bareReads = claims.map(({ sid, sub }) => ({ method: "GET", path: `/read/${sid}/${sub}` }));
  const bareRenewals = claims.map(({ sid }) => `${bare.url}/renew/${sid}`);
  const many = { connections: tabs, duration: seconds, freshSources: true };
  let cookies = agents.map(({ cookie }) => cookie);

  const measured = {
    verifications: [],
    signIns: [],
    bareReads: [],
    reads: [],
    bareRenewals: [],
    renewals: [],
  };
  for (let round = 0; round < rounds; round++) {
    measured.verifications.push(await bareVerifications(4));
    measured.signIns.push(
      await load("./load-worker.mjs", { ...many, url, connections: 4, requests: logins }),
    );
    measured.bareReads.push(await load("./load-worker.mjs", { ...many, url: bare.url, requests: bareReads }));
    measured.reads.push(await load("./load-worker.mjs", { ...many, url, requests: reads }));
    const durationMs = seconds * 1000;
    measured.bareRenewals.push(
      await load("./renewal-worker.mjs", { urls: bareRenewals, cookies, durationMs }),
    );
    measured.renewals.push(
      await load("./renewal-worker.mjs", { urls: [`${url}/api/auth/refresh`], cookies, durationMs }),
    );
    cookies = (await Promise.all(names.map((name) => api.signIn(name)))).map(({ cookie }) => cookie);
  }
  bare.server.close();
  await api.stop();
  return [
    ratioRow(
      "sign-ins a second / bare argon2id verifications",
      measured.signIns,
      measured.verifications,
      "≥ 0.90",
    ),
    ratioRow(
      "authenticated reads a second / bare Express with the same reads",
      measured.reads,
      measured.bareReads,
      "≥ 0.80",
    ),
    ratioRow(
      "renewals a second / bare Express with the same write and read",
      measured.renewals,
      measured.bareRenewals,
      "≥ 0.80",
    ),
  ];
}
