import { type CallDoc, callModels } from "../../src/calls/records/call-model.ts";
import { clock } from "../../src/clock.ts";
import { createKeyring } from "../../src/crypto/keyring.ts";
import { createPeriodicLock } from "../../src/database/periodic-lock.ts";
import { startApp, type TestApp, until } from "../app.ts";
import { emptyDatabase } from "../database/database.ts";
import { type WatchedQueries, watchQueries } from "../database/watch-queries.ts";
import { type SignedInUser, signInTeam, type Team } from "../people/people.ts";
import { endedCall, storedLine, storedSuggestion } from "./stored-calls.ts";

export const secret = "the-privacy-test's-secret-0123456789-abcdef";
export const keys = createKeyring([secret]);
export const dayMs = 24 * 60 * 60_000;
export const hourMs = 60 * 60_000;
/** Words that occur only in the data to erase. */
export const personal = /Zéphyrine|zephyrin|Quetzalcoatl|0699887766|anticonstitutionnel/i;

export let database: Awaited<ReturnType<typeof emptyDatabase>>;
export let queries: WatchedQueries;
export let api: TestApp;
export let models: ReturnType<typeof callModels>;
export let people: Team;

/** To be called once in a file: the product with a team, whose jobs run only when a test starts them; each test begins without calls. */
export function preparePersonalCalls(): void {
  beforeAll(start);
  afterAll(stop);
  beforeEach(clear);
}

async function start(): Promise<void> {
  database = await emptyDatabase();
  // The job runs only when a test starts it.
  await createPeriodicLock(database.connection).take("sweep", dayMs, clock.now());
  queries = await watchQueries(database.uri);
  api = await startApp({ secrets: [secret], connection: queries.connection });
  models = callModels(database.connection);
  people = await signInTeam(api, "Letting Go");
}

async function stop(): Promise<void> {
  await api.close();
  await queries.connection.close();
  await database.close();
}

export async function clear(): Promise<void> {
  // Whatever the file takes, the proof of the sign-in is new for each test.
  people.admin = await api.signIn(people.admin);
  // Pending events reach the audit log now, so that none appears in a later test.
  for (const name of ["erasures", "retentions"]) {
    await until(
      async () =>
        (await database.connection.collection(name).countDocuments({ "audit.at": { $exists: true } })) === 0,
    );
  }
  await Promise.all(
    ["calls", "call_lines", "call_suggestions", "erasures", "retentions"].map((name) =>
      database.connection.collection(name).deleteMany({}),
    ),
  );
}

/** Stores a call with a line, a suggestion and a value in each field that holds personal data. */
export async function stored(changes: Partial<CallDoc> = {}): Promise<CallDoc> {
  const { id: agentId, organizationId } = people.agent;
  const call = endedCall({
    organizationId,
    agentId,
    agentName: "Zéphyrine Agent",
    clientName: "Zéphyrine Dupont",
    clientNumber: "0699887766",
    callSid: "Quetzalcoatl",
    source: "telephony",
    startedAt: new Date(clock.ms() - hourMs),
    seq: 1,
    numberedFor: "Quetzalcoatl",
    notes: "Quetzalcoatl",
    outcome: "successful",
    amount: 500,
    nextStep: "Quetzalcoatl",
    nextStepAt: "2026-03-31",
    settledChunks: ["Quetzalcoatl"],
    suggested: ["Quetzalcoatl"],
    words: ["zephyrin"],
    summary: "Quetzalcoatl",
    gist: "Quetzalcoatl",
    ...changes,
  });
  await models.calls.create(call);
  await line(call, 1);
  await suggestion(call);
  return call;
}

export const text = "anticonstitutionnel";
export const line = (call: CallDoc, seq: number) =>
  models.lines.create(storedLine(call, { seq, sender: "client", text }));
export const suggestion = ({ _id: callId }: CallDoc, _id = `suggestion of ${callId}`) =>
  models.suggestions.create(storedSuggestion({ _id, callId, text }));

export const ask = ({ token }: SignedInUser, method: string, path: string, body?: object) =>
  api.request(method, path, { token, body });
export const remove = (person: SignedInUser, { _id }: CallDoc) => ask(person, "DELETE", `/api/calls/${_id}`);
export const erase = (body: object, person = people.admin) => ask(person, "POST", "/api/erasures", body);
export const retention = (body?: object, person = people.admin) =>
  ask(person, body ? "PUT" : "GET", "/api/organization/retention", body);
export const daysAgo = (days: number) => new Date(clock.ms() - days * dayMs);

/** All documents in the database that have personal data of a call. */
export async function remains(): Promise<string[]> {
  const collections = (await database.connection.db?.collections()) ?? [];
  const documents = await Promise.all(
    collections.map(async (each) =>
      (await each.find().toArray()).map((document) => `${each.collectionName} ${JSON.stringify(document)}`),
    ),
  );
  return documents.flat().filter((text) => personal.test(text));
}

export const auditEntries = (action: string) =>
  database.connection.collection("audit_log").find({ action }).sort({ _id: 1 }).toArray();
/** Waits for entries of the audit log that are added after this call. */
export async function newEntries(action: string) {
  const before = (await auditEntries(action)).length;
  return (howMany = 1) =>
    until(async () => {
      const found = (await auditEntries(action)).slice(before);
      return found.length >= howMany && found;
    });
}

export const quiet = { watch() {}, wake() {} };
