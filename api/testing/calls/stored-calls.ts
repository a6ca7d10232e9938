import { randomUUID } from "node:crypto";
import type { Role, Sender } from "@souffleur/contracts";
import { newCall } from "../../src/calls/new-call.ts";
import { type CallDoc, type CallModels, callModels } from "../../src/calls/records/call-model.ts";
import { createCallRecords } from "../../src/calls/records/call-records.ts";
import type { LineDoc } from "../../src/calls/records/line-model.ts";
import type { PublishedEntry } from "../../src/calls/records/measured-replies.ts";
import type { SuggestionDoc } from "../../src/calls/records/suggestion-model.ts";
import { clock } from "../../src/clock.ts";
import type { StartOptions } from "../app.ts";
import { emptyDatabase } from "../database/database.ts";
import { watchQueries } from "../database/watch-queries.ts";
import { acme, agent, somebody } from "../people/call-people.ts";
import { startCalls, type TestCalls } from "./calls.ts";

export type WatchedCalls = Awaited<ReturnType<typeof startWatchedCalls>>;

/** As `startCalls`; the queries of the server, but not those of the test's own `models`, are watched. */
export async function startWatchedCalls(options: StartOptions = {}) {
  const database = await emptyDatabase();
  const queries = await watchQueries(database.uri);
  const server = await startCalls({ ...options, connection: queries.connection });
  const { connection } = database;
  return {
    ...server,
    connection,
    models: callModels(connection),
    queries,
    async close() {
      await server.close();
      await queries.connection.close();
      await database.close();
    },
  };
}

/** A running call of the agent, as it is stored. No process renews its lease, which therefore outlasts every test. */
export function runningCall(changes: Partial<CallDoc> = {}): CallDoc {
  return {
    ...newCall({
      organizationId: acme,
      agentId: agent.id,
      agentName: "Camille",
      customer: { name: "Claire Moreau" },
      source: "simulation",
      owner: "node",
    }),
    leaseUntil: new Date(Date.now() + 24 * 3_600_000),
    ...changes,
  };
}

/** A call of the agent that lasted a minute, as it is stored; one with a real client, unless it is said to be practice. */
export function endedCall(changes: Partial<CallDoc> = {}): CallDoc {
  const { startedAt = clock.now(), durationSeconds = 60 } = changes;
  const { practice: _, ...running } = runningCall();
  return {
    ...running,
    status: "ended",
    startedAt,
    endedAt: new Date(startedAt.getTime() + durationSeconds * 1000),
    durationSeconds,
    ...changes,
  };
}

/**
 * People of an organization of their own, and its stored calls, which are kept however old they are: what other tests store
 * and change is not seen.
 */
export async function newTeam(server: Pick<TestCalls, "api" | "models">) {
  const organizationId = randomUUID();
  const person = (role: Role) => somebody(role, organizationId);
  const forever = { conversationDays: null, analysisDays: null, customerDays: null };
  await server.api(person("admin"), "PUT", "/api/organization/retention", forever);
  /** Stores a call of the team's agent; one that has ended, unless it is said to run. */
  async function store(changes: Partial<CallDoc> = {}): Promise<string> {
    const stored = changes.status === "active" ? runningCall : endedCall;
    const call = stored({ organizationId, agentId: person("agent").id, ...changes });
    await server.models.calls.create(call);
    return call._id;
  }
  return { organizationId, person, store };
}

/** A line of a call, as it is stored. */
export function storedLine(
  { _id: callId, sessionId }: Pick<CallDoc, "_id" | "sessionId">,
  line: Pick<LineDoc, "seq" | "sender" | "text"> & Partial<LineDoc>,
): LineDoc {
  return {
    _id: `${callId}-${line.seq}`,
    callId,
    sessionId,
    timestamp: clock.now(),
    confidence: 0.9,
    isTranscription: true,
    ...line,
  };
}

/** Lines of the client and the agent in turn, the client's first. */
export function linesInTurn(call: CallDoc, texts: readonly string[]): LineDoc[] {
  const senders: readonly Sender[] = ["client", "agent"];
  return texts.map((text, index) =>
    storedLine(call, {
      seq: index + 1,
      sender: senders[index % 2] as Sender,
      text,
      timestamp: call.startedAt,
    }),
  );
}

/** A suggestion of the playbook, as it is stored. */
export function storedSuggestion(
  suggestion: Pick<SuggestionDoc, "callId" | "text"> & Partial<SuggestionDoc>,
): SuggestionDoc {
  return {
    _id: randomUUID(),
    seq: 1,
    confidence: 0.9,
    category: "response",
    provider: "playbook",
    timestamp: clock.now(),
    ...suggestion,
  };
}

/** Collects words and measures replies of some ended calls that are due. */
export async function collectDue(models: CallModels, entries: readonly PublishedEntry[] = []): Promise<void> {
  const { words } = createCallRecords(models);
  const due = await models.calls.find(words.waiting.filter, words.select).limit(50).lean();
  await words.collect(due, async () => entries);
}

/** Collects words and measures replies until no ended call is due. */
export async function collectWords(
  models: CallModels,
  entries: readonly PublishedEntry[] = [],
): Promise<void> {
  while (await models.calls.exists({ wordsDue: { $exists: true }, status: "ended" })) {
    await collectDue(models, entries);
  }
}

interface Page {
  ids: string[];
  nextCursor?: string | undefined;
}

/** The ids on each page of a list, from the first page to the last. */
export async function readPages(read: (cursor: { cursor?: string }) => Promise<Page>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor === undefined ? {} : { cursor });
    pages.push(page.ids);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

/** No filter, all of them, each one, and each pair. */
export function filterCombinations(filters: readonly Record<string, string>[]): Record<string, string>[] {
  const pairs = filters.flatMap((one, at) => filters.slice(at).map((other) => ({ ...one, ...other })));
  return [{}, Object.assign({}, ...filters), ...pairs];
}

/**
 * Inserts many documents, in parts: one command for thousands takes a busy machine longer than the time after which a
 * connection without an answer counts as dead.
 */
export async function insertMany<Stored>(
  { collection }: { collection: { insertMany(part: never[]): Promise<unknown> } },
  documents: readonly Stored[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += 200)
    await collection.insertMany(documents.slice(from, from + 200) as never[]);
}
