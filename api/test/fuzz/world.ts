import path from "node:path";
import { type Release, tokenScopes } from "@souffleur/contracts";
import { callModels } from "../../src/calls/records/call-model.ts";
import { encryptText } from "../../src/crypto/encrypted-text.ts";
import { createKeyring } from "../../src/crypto/keyring.ts";
import { createReleaseClient } from "../../src/releases/remote-release-client.ts";
import { packRelease } from "../../src/releases/store/archive.ts";
import { readBuild } from "../../src/releases/store/build-files.ts";
import { startApp } from "../../testing/app.ts";
import { pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { runningCall } from "../../testing/calls/stored-calls.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { watchQueries } from "../../testing/database/watch-queries.ts";
import { passkeysOf } from "../../testing/people/passkeys.ts";
import { type SignedInUser, testPassword, testSecret } from "../../testing/people/people.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { recognizerEnv, startFakeRecognizer } from "../../testing/transcription/fake-recognizer.ts";
import { startDescriber } from "./describer.ts";
import type { Foreign } from "./judge.ts";
import type { Asker } from "./requests.ts";
import type { Known } from "./schema-values.ts";

type Someone = Exclude<Asker, "nobody" | "forger" | "machine">;

const releasesToken = "a-token-for-machines-that-release-0123456789";
const home = "Fuzzed Works";
const elsewhere = "Xylograph Secrets";

type Api = Awaited<ReturnType<typeof startApp>>;
type Describer = Awaited<ReturnType<typeof startDescriber>>;
type People = Record<Someone, SignedInUser>;

/** Starts the API with a recognizer, releases, and people and calls of the fuzzed and of another organization. */
export async function startWorld() {
  const folder = temporaryFolder();
  const recognizer = await startFakeRecognizer();
  recognizer.behaviour.transcript = "Je vous envoie le devis.";
  const describer = await startDescriber();
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
    pages: pagesIn(folder),
    tuning: { speed: 100 },
  });
  // Connections must stay open while this process generates the next requests.
  api.app.server.keepAliveTimeout = 60_000;

  const releases = await publishReleases(api, folder);
  const people: People = {
    admin: await enter(api, "admin"),
    agent: await enter(api, "agent"),
    supervisor: await enter(api, "supervisor"),
    platform: await enter(api, "platform"),
  };
  const machine = await post(api, people.admin, "/api/tokens", { name: "Fuzzer", scopes: tokenScopes });
  const boss = await api.signIn(await api.createUser({ role: "admin", organization: elsewhere }));
  const rival = await api.signIn(await api.createUser({ organization: elsewhere }));
  const passkeys = await givePasskeys(api, people);
  const calls = await beginCalls(api, people.agent, rival);
  const customers = await saveCustomers(api, people, rival);
  const webhooks = await createWebhooks(api, people.admin, boss, describer.issuer);
  const known: Known = {
    ...(await knownAccounts(api, people, boss, rival)),
    ...releases,
    ...passkeys,
    ...calls.known,
    customerId: customers,
    ...webhooks,
    ...(await setUpSingleSignOn(api, people, describer)),
  };
  const foreign: Foreign = {
    words: [elsewhere],
    ids: [
      ...[boss.id, rival.id, rival.sessionId, customers.at(-1), webhooks.webhookId.at(-1)],
      ...[calls.foreign.callId, calls.foreign.sessionId],
    ].map(String),
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
    },
    /** A caller's token and cookies. */
    credentials(asker: Asker): { token?: string; cookies?: Record<string, string> } {
      if (asker === "nobody") return {};
      if (asker === "machine") return { token: machine.token };
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
      people[asker] = status === 401 || status === 403 ? await enter(api, asker) : again;
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;

/** @returns `data` of the answer */
async function post(api: Api, { token }: SignedInUser, path: string, body?: object) {
  return (await api.request("POST", path, { token, body })).body.data;
}

async function enter(api: Api, asker: Someone): Promise<SignedInUser> {
  const account =
    asker === "platform"
      ? ({ role: "admin", organization: null } as const)
      : { role: asker, organization: home };
  return api.signIn(await api.createUser(account));
}

/** Three releases of a remote, of which two were live. */
async function publishReleases(api: Api, folder: string) {
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
  return {
    remote: ["mfe-admin"],
    at: ["https://files.example/remotes/"],
    "application/gzip": archives,
    version: releases.map(({ version }) => version),
  };
}

async function knownAccounts(api: Api, { admin, agent }: People, boss: SignedInUser, rival: SignedInUser) {
  const pending = await Promise.all(
    (["pending_approval", "pending_verification", "inactive"] as const).map((status) =>
      api.createUser({ status, organization: home }),
    ),
  );
  return {
    email: [agent.email, rival.email, ...pending.map(({ email }) => email)],
    password: [testPassword, "Wrong-Horse-8"],
    confirmPassword: [testPassword],
    currentPassword: [testPassword],
    newPassword: ["Another-Horse-8"],
    organizationName: [home, elsewhere],
    id: [
      ...[...pending, agent, admin, boss, rival].map(({ id }) => id),
      ...[agent, admin, rival].map(({ sessionId }) => sessionId),
    ],
    ownerId: [agent.id, rival.id, null],
    agentId: [agent.id, rival.id],
    token: ["A".repeat(43), agent.token],
  };
}

async function givePasskeys(api: Api, { admin, agent }: People) {
  const passkeys = passkeysOf(api);
  await passkeys.give(admin);
  const { authenticator, id } = await passkeys.give(agent);
  await passkeys.give(agent);
  return {
    passkeyId: [id],
    answer: [
      authenticator.use(await passkeys.options.signIn()),
      authenticator.use(await passkeys.options.prove(agent.token)),
      passkeys.authenticator().create(await passkeys.options.add(agent.token)),
    ],
  };
}

/** Two calls of the agent, and one of the other organization; all have suggestions. */
async function beginCalls(api: Api, agent: SignedInUser, rival: SignedInUser) {
  const begin = (person: SignedInUser): Promise<{ callId: string; sessionId: string }> =>
    post(api, person, "/api/simulation/start", {});
  // One, since an agent may run two at once and the examples start the other.
  const own = await begin(agent);
  const foreign = await begin(rival);
  // Scripted calls end soon; this one keeps running.
  const { id: agentId, organizationId } = agent;
  const running = runningCall({ organizationId: organizationId ?? null, agentId, source: "telephony" });
  await callModels(api.connection).calls.create(running);
  const notes = { notes: `${elsewhere}: 4,2 Mio. €` };
  await api.request("PUT", `/api/calls/${foreign.callId}/notes`, { token: rival.token, body: notes });

  const suggest = async (callId: string, person: SignedInUser): Promise<string[]> => {
    const { suggestions } = await post(api, person, `/api/calls/${callId}/suggestions`);
    return suggestions.map(({ id }: { id: string }) => id);
  };
  const suggestions = await Promise.all([
    suggest(running._id, agent),
    suggest(own.callId, agent),
    suggest(foreign.callId, rival),
  ]);
  const known = {
    callId: [running._id, own.callId, foreign.callId],
    sessionId: [own.sessionId, foreign.sessionId],
    suggestionId: suggestions.flat(),
  };
  return { known, foreign };
}

/** @returns the ids of customers; the last one is the other organization's */
async function saveCustomers(api: Api, { admin, agent }: People, rival: SignedInUser): Promise<string[]> {
  const save = async (person: SignedInUser, body: object): Promise<string> =>
    (await post(api, person, "/api/customers", body)).id;
  const foreign = await save(rival, { name: elsewhere, emails: ["rival@example.com"] });
  return [
    await save(agent, { name: "Claire Moreau", numbers: ["06 12 34 56 78"] }),
    await save(admin, { name: "Paul Petit" }),
    foreign,
  ];
}

/** A webhook with a delivery, and one of the other organization. */
async function createWebhooks(api: Api, admin: SignedInUser, boss: SignedInUser, url: string) {
  const create = async (person: SignedInUser): Promise<string> =>
    (await post(api, person, "/api/webhooks", { url, events: ["call.ended"] })).id;
  const foreign = await create(boss);
  const own = await create(admin);
  const { id } = await post(api, admin, `/api/webhooks/${own}/test`);
  return { webhookId: [own, foreign], deliveryId: [id] };
}

async function setUpSingleSignOn(api: Api, { admin, agent }: People, { issuer, logoutToken }: Describer) {
  const domain = "fuzzed.example";
  const organizationId = agent.organizationId ?? "";
  await api.connection.collection("single-sign-ons").insertOne({
    _id: organizationId,
    provider: {
      issuer,
      clientId: "souffleur",
      secret: encryptText(createKeyring([testSecret]), "sso-secret", "any", `${organizationId}|${issuer}`),
      demanded: false,
      firstComers: "waiting",
      emergencyUserId: admin.id,
      roleClaim: "",
      roles: [],
    },
    domains: [{ name: domain, state: "waiting", requestedAt: new Date(), requestedBy: admin.id }],
    confirmed: [],
    revision: 1,
    audit: [],
  } as object);
  return {
    "application/x-www-form-urlencoded": [`logout_token=${logoutToken}`, "logout_token=a.b.c", "=&%"].map(
      (form) => Buffer.from(form),
    ),
    query: [`code=a&state=${"A".repeat(43)}`],
    issuer: [issuer],
    url: [issuer],
    domains: [[domain]],
    name: [domain],
    roleClaim: ["groups"],
    emergencyUserId: [admin.id],
    organizationId: [organizationId],
  };
}
