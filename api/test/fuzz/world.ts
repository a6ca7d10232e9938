import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Release, tokenScopes } from "@souffleur/contracts";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { newCall } from "../../src/calls/new-call.ts";
import { callModels } from "../../src/calls/records/call-model.ts";
import { encryptText } from "../../src/crypto/encrypted-text.ts";
import { createKeyring } from "../../src/crypto/keyring.ts";
import { createReleaseClient } from "../../src/releases/remote-release-client.ts";
import { packRelease } from "../../src/releases/store/archive.ts";
import { readBuild } from "../../src/releases/store/build-files.ts";
import { startApp } from "../../testing/app.ts";
import { pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { watchQueries } from "../../testing/database/watch-queries.ts";
import { passkeysOf } from "../../testing/people/passkeys.ts";
import { type SignedInUser, testPassword, testSecret } from "../../testing/people/people.ts";
import { recognizerEnv, startFakeRecognizer } from "../../testing/transcription/fake-recognizer.ts";
import { listen } from "../../tools/network.ts";
import type { Foreign } from "./judge.ts";
import type { Asker } from "./requests.ts";
import type { Known } from "./schema-values.ts";

type Someone = Exclude<Asker, "nobody" | "forger" | "machine">;

const releasesToken = "a-token-for-machines-that-release-0123456789";
const home = "Fuzzed Works";
const elsewhere = "Xylograph Secrets";

/** Starts the API with a recognizer, releases, and people and calls of the fuzzed and of another organization. */
export async function startWorld() {
  const folder = await mkdtemp(path.join(tmpdir(), "souffleur-fuzz-"));
  const recognizer = await startFakeRecognizer();
  recognizer.behaviour.transcript = "Je vous envoie le devis.";
  const describer = await startDescriber();
  const pages = pagesIn(folder);
  const database = await testDatabase();
  const queries = await watchQueries(database.uri);
  const api = await startApp({
    connection: queries.connection,
    env: {
      RELEASES_TOKEN: releasesToken,
      REMOTE_OVERRIDES: "localhost",
      SSO_PRIVATE_ISSUERS: "true",
      WEBHOOK_PRIVATE_ADDRESSES: "true",
      ...recognizerEnv(recognizer),
    },
    pages,
    tuning: { speed: 100 },
  });
  // Connections must stay open while this process generates the next requests.
  api.app.server.keepAliveTimeout = 60_000;
  const client = createReleaseClient(api.url, releasesToken);
  const releases: Release[] = [];
  const archives: Buffer[] = [];
  for (const content of ["one", "two", "three"]) {
    const build = path.join(folder, content);
    const release = await writeBuild(build, "mfe-admin", content);
    releases.push(release);
    archives.push(await packRelease(await readBuild(build)));
    await client.publish(build);
    if (content !== "three") await client.activate([release]);
  }

  const hire = (asker: Someone) =>
    api.createUser(
      asker === "platform"
        ? { role: "admin", organization: null }
        : { role: asker === "admin" ? "admin" : asker, organization: home },
    );
  const enter = async (asker: Someone) => api.signIn(await hire(asker));
  const people: Record<Someone, SignedInUser> = {
    admin: await enter("admin"),
    agent: await enter("agent"),
    supervisor: await enter("supervisor"),
    platform: await enter("platform"),
  };
  const machine = await api.request("POST", "/api/tokens", {
    token: people.admin.token,
    body: { name: "Fuzzer", scopes: tokenScopes },
  });
  const pending = await Promise.all(
    (["pending_approval", "pending_verification", "inactive"] as const).map((status) =>
      api.createUser({ status, organization: home }),
    ),
  );
  const boss = await api.signIn(await api.createUser({ role: "admin", organization: elsewhere }));
  const rival = await api.signIn(await api.createUser({ organization: elsewhere }));

  const begin = async ({ token }: SignedInUser) => {
    const { body } = await api.request("POST", "/api/simulation/start", { token, body: {} });
    return body.data as { callId: string; sessionId: string };
  };
  const passkeys = passkeysOf(api);
  await passkeys.give(people.admin);
  const { authenticator, id: passkeyId } = await passkeys.give(people.agent);
  await passkeys.give(people.agent);
  const answers = [
    authenticator.use(await passkeys.options.signIn()),
    authenticator.use(await passkeys.options.prove(people.agent.token)),
    passkeys.authenticator().create(await passkeys.options.add(people.agent.token)),
  ];
  // One, since an agent may run two at once and the examples start the other.
  const calls = [await begin(people.agent)];
  const foreignCall = await begin(rival);
  // Scripted calls end soon; this one keeps running.
  const running = newCall({
    organizationId: people.agent.organizationId ?? null,
    agentId: people.agent.id,
    agentName: "Camille",
    customer: { name: "Claire Moreau" },
    source: "telephony",
    owner: "none",
  });
  await callModels(queries.connection).calls.create({
    ...running,
    leaseUntil: new Date(Date.now() + 24 * 3_600_000),
  });
  const notes = { notes: `${elsewhere}: 4,2 Mio. €` };
  await api.request("PUT", `/api/calls/${foreignCall.callId}/notes`, { token: rival.token, body: notes });

  const suggest = async ({ callId }: { callId: string }, { token }: SignedInUser) => {
    const { body } = await api.request("POST", `/api/calls/${callId}/suggestions`, { token });
    return (body.data.suggestions as { id: string }[]).map(({ id }) => id);
  };
  const suggestionId = (
    await Promise.all([
      ...[{ callId: running._id }, ...calls].map((call) => suggest(call, people.agent)),
      suggest(foreignCall, rival),
    ])
  ).flat();

  const customerOf = async ({ token }: SignedInUser, body: object) =>
    (await api.request("POST", "/api/customers", { token, body })).body.data.id as string;
  const foreignCustomer = await customerOf(rival, { name: elsewhere, emails: ["rival@example.com"] });
  const customerIds = [
    await customerOf(people.agent, { name: "Claire Moreau", numbers: ["06 12 34 56 78"] }),
    await customerOf(people.admin, { name: "Paul Petit" }),
    foreignCustomer,
  ];

  const hookOf = async ({ token }: SignedInUser) => {
    const body = { url: describer.issuer, events: ["call.ended"] };
    return (await api.request("POST", "/api/webhooks", { token, body })).body.data.id as string;
  };
  const foreignWebhook = await hookOf(boss);
  const webhookIds = [await hookOf(people.admin), foreignWebhook];
  const test = await api.request("POST", `/api/webhooks/${webhookIds[0]}/test`, {
    token: people.admin.token,
  });

  const sessionIds = [...calls, foreignCall].map(({ sessionId }) => sessionId);
  const domain = "fuzzed.example";
  const organizationId = people.agent.organizationId ?? "";
  const { issuer } = describer;
  await queries.connection.collection("single-sign-ons").insertOne({
    _id: organizationId,
    provider: {
      issuer,
      clientId: "souffleur",
      secret: encryptText(createKeyring([testSecret]), "sso-secret", "any", `${organizationId}|${issuer}`),
      demanded: false,
      firstComers: "waiting",
      emergencyUserId: people.admin.id,
      roleClaim: "",
      roles: [],
    },
    domains: [{ name: domain, state: "waiting", requestedAt: new Date(), requestedBy: people.admin.id }],
    confirmed: [],
    revision: 1,
    audit: [],
  } as object);

  const known: Known = {
    email: [people.agent.email, rival.email, ...pending.map(({ email }) => email)],
    password: [testPassword, "Wrong-Horse-8"],
    confirmPassword: [testPassword],
    currentPassword: [testPassword],
    newPassword: ["Another-Horse-8"],
    organizationName: [home, elsewhere],
    id: [
      ...[...pending, people.agent, people.admin, boss, rival].map(({ id }) => id),
      ...[people.agent, people.admin, rival].map(({ sessionId }) => sessionId),
    ],
    callId: [running._id, ...[...calls, foreignCall].map(({ callId }) => callId)],
    sessionId: sessionIds,
    customerId: customerIds,
    ownerId: [people.agent.id, rival.id, null],
    suggestionId,
    passkeyId: [passkeyId],
    answer: answers,
    agentId: [people.agent.id, rival.id],
    token: ["A".repeat(43), people.agent.token],
    remote: ["mfe-admin"],
    at: ["https://files.example/remotes/"],
    "application/gzip": archives,
    "application/x-www-form-urlencoded": [
      `logout_token=${describer.logoutToken}`,
      "logout_token=a.b.c",
      "=&%",
    ].map((form) => Buffer.from(form)),
    query: [`code=a&state=${"A".repeat(43)}`],
    issuer: [issuer],
    url: [issuer],
    webhookId: webhookIds,
    deliveryId: [test.body.data.id],
    domains: [[domain]],
    name: [domain],
    roleClaim: ["groups"],
    emergencyUserId: [people.admin.id],
    organizationId: [organizationId],
    version: releases.map(({ version }) => version),
  };
  const foreign: Foreign = {
    words: [elsewhere],
    ids: [
      boss.id,
      rival.id,
      rival.sessionId,
      foreignCustomer,
      foreignWebhook,
      foreignCall.callId,
      foreignCall.sessionId,
    ],
  };

  return {
    api,
    queries,
    known,
    foreign,
    async close() {
      await api.close();
      await queries.connection.close();
      await database.close();
      await recognizer.close();
      describer.close();
      await rm(folder, { recursive: true, force: true });
    },
    /** A caller's token and cookies. */
    credentials(asker: Asker): { token?: string; cookies?: Record<string, string> } {
      if (asker === "nobody") return {};
      if (asker === "machine") return { token: machine.body.data.token };
      if (asker === "forger") return { token: `${people.agent.token.slice(0, -4)}AAAA`, cookies: { a: "b" } };
      const { token, cookies } = people[asker];
      return { token, cookies };
    },
    /** Signs a person in again, or creates another one if the account has ended. */
    async replace(asker: Asker): Promise<void> {
      if (asker === "nobody" || asker === "forger" || asker === "machine") return;
      const again = await api.signIn(people[asker]);
      const { status } = await api.request("GET", "/api/stt/language", { token: again.token });
      // 401 where its session ended meanwhile, 403 where the account was deactivated.
      people[asker] = status === 401 || status === 403 ? await enter(asker) : again;
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;

/** An identity provider that describes itself, and ends the sessions of somebody whom nobody knows. */
async function startDescriber() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: "RS256" }] };
  const server = createServer((req, res) => {
    const urls = { authorization_endpoint: "/auth", token_endpoint: "/token", jwks_uri: "/keys" };
    const absolute = Object.entries(urls).map(([name, path]) => [name, issuer + path]);
    res.setHeader("Content-Type", "application/json");
    res.end(JSON.stringify(req.url === "/keys" ? keys : { issuer, ...Object.fromEntries(absolute) }));
  });
  const issuer = `http://127.0.0.1:${await listen(server, "127.0.0.1")}`;
  const logoutToken = await new SignJWT({
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(issuer)
    .setAudience("souffleur")
    .setSubject("nobody")
    .setIssuedAt()
    .setJti("1")
    .sign(privateKey);
  return { issuer, logoutToken, close: () => server.close() };
}
