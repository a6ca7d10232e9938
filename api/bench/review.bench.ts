import { randomUUID } from "node:crypto";
import { listCalls, readFigures } from "@souffleur/contracts";
import { reviewOf } from "../src/calls/call-review.ts";
import { callsCsv } from "../src/calls/export/calls-csv.ts";
import { createCallFigures } from "../src/calls/records/call-figures.ts";
import { type CallDoc, type CallModels, callModels } from "../src/calls/records/call-model.ts";
import { type CallRecords, createCallRecords } from "../src/calls/records/call-records.ts";
import { foundStems } from "../src/calls/records/call-words.ts";
import { wordsOf } from "../src/suggestions/matching/french-stem.ts";
import { median, type Row, row, slowTime, timed } from "./figures.ts";
import { insertQuickly, startDatabase } from "./servers/database.ts";
import { newCall, scriptLine, storedLine } from "./servers/live-server.ts";

const few = 1000;
const many = 100_000;
const linesOfCall = 40;
const linesOfLongCall = 5000;
const agents = 50;
/** Calls that are made at once. */
const batch = 500;
const rounds = 100;

const outcomes = ["successful", "follow_up", "no_decision", undefined] as const;
const minute = 60_000;

/** A call of the past two years; every ten-thousandth has the rare outcome. */
function storedCall(index: number): CallDoc {
  const startedAt = new Date(Date.UTC(2026, 0, 1) - index * 10 * minute);
  const durationSeconds = 30 + ((index * 7919) % 1800);
  const outcome = index % 10_000 === 5000 ? "competitor" : outcomes[index % outcomes.length];
  return {
    ...newCall(),
    agentId: `agent-${index % agents}`,
    source: index % 10 === 0 ? "telephony" : "simulation",
    status: "ended",
    startedAt,
    endedAt: new Date(startedAt.getTime() + durationSeconds * 1000),
    durationSeconds,
    seq: linesOfCall,
    notes: notesOf(index),
    ...(outcome && { outcome, outcomeRevision: 1 }),
  };
}

function storedLines(call: CallDoc, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const { speaker: sender, text } = scriptLine(index);
    const timestamp = new Date(call.startedAt.getTime() + (index + 1) * 4000);
    const startedAt = new Date(timestamp.getTime() - 3000);
    return storedLine(call, index + 1, { sender, text, timestamp, startedAt });
  });
}

/** A call's notes: one word is in all of them, one in every third, one in a few. */
const notesOf = (index: number) =>
  `Rappel prévu.${index % 3 === 0 ? " Remise accordée." : ""}${index % 20_000 === 500 ? " Ornithorynque." : ""}`;

const spokenWords = Array.from({ length: linesOfCall }, (_, index) => scriptLine(index).text).flatMap(
  wordsOf,
);

/** Stores calls with their lines and the words of their search. */
async function store({ calls, lines }: CallModels, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += batch) {
    const some = Array.from({ length: Math.min(batch, to - first) }, (_, index) => {
      const call = storedCall(first + index);
      const texts = [call.clientName, call.agentName, call.notes];
      return { ...call, words: foundStems([...spokenWords, ...texts.flatMap(wordsOf)]) };
    });
    await insertQuickly(calls.collection, some);
    await insertQuickly(
      lines.collection,
      some.flatMap((call) => storedLines(call, linesOfCall)),
    );
  }
}

/** The median time to store a line with the search's index and without it, in turns, in milliseconds. */
async function writing({ calls }: CallModels, records: CallRecords) {
  const times = { warming: [] as number[], with: [] as number[], without: [] as number[] };
  for (const turn of ["warming", "with", "without", "without", "with"] as const) {
    if (turn === "without") await calls.collection.dropIndex("organizationId_1_words_1_startedAt_-1");
    const call = newCall();
    await insertQuickly(calls.collection, [call]);
    for (let round = 0; round < 3 * rounds; round++) {
      const { speaker: sender, text } = scriptLine(round);
      const line = { _id: randomUUID(), sender, text, confidence: 0.9, timestamp: new Date() };
      times[turn].push(await timed(() => records.lines.append(call, line, false)));
    }
    await calls.deleteOne({ _id: call._id });
    await records.createIndexes();
  }
  return { with: median(times.with), without: median(times.without) };
}

/** Exports the whole list as CSV. */
async function exportAll(records: CallRecords): Promise<void> {
  const page = (cursor?: string) => records.list({ organizationId: "o" }, { limit: 500, cursor });
  let length = 0;
  for await (const part of callsCsv(await page(), page, "en", ",")) length += part.length;
  if (length < 50 * many) throw new Error("calls are missing");
}

const time = (run: () => Promise<unknown>) => slowTime(rounds, run);

async function pages(records: CallRecords): Promise<Map<string, number>> {
  const organization = { organizationId: "o" };
  const page = (query: object, readable: object = organization) =>
    time(() => records.list(readable, listCalls.query.parse(query)));
  let deep: string | undefined;
  for (let at = 0; at < 9; at++) {
    const { nextCursor } = await records.list(
      organization,
      listCalls.query.parse({ limit: 100, cursor: deep }),
    );
    deep = nextCursor ?? deep;
  }
  return new Map([
    ["first page", await page({})],
    ["tenth page", await page({ cursor: deep })],
    ["an agent's own", await page({}, { agentId: "agent-7" })],
    ["to wrap up, an agent's own", await page({ toWrapUp: "true" }, { agentId: "agent-7" })],
    ["to wrap up", await page({ toWrapUp: "true" })],
    ["a rare outcome", await page({ outcome: "competitor" })],
    ["a source", await page({ source: "telephony" })],
    ["a length that nearly none has", await page({ minSeconds: 1829 })],
    ["a length that none has, of one source", await page({ minSeconds: 9000, source: "telephony" })],
    ["a length that half have", await page({ minSeconds: 900 })],
    ["under way, where none is", await page({ status: "active" })],
    ["its agents", await time(() => records.agents(organization))],
    ["an old month", await page({ from: "2024-06-01T00:00:00Z", to: "2024-07-01T00:00:00Z" })],
  ]);
}

async function searches(records: CallRecords): Promise<Map<string, number>> {
  const organization = { readable: { organizationId: "o" }, organizationId: "o" };
  const search = (q: string, query: object = {}, of: Parameters<CallRecords["search"]>[0] = organization) =>
    time(() => records.search(of, { ...listCalls.query.parse(query), q }));
  const own = { readable: { agentId: "agent-7" }, organizationId: "o" };
  return new Map([
    ["a rare word (goal 50)", await search("ornithorynques")],
    ["a common word", await search("remises")],
    ["a word that all have", await search("rappel")],
    ["a rare and a common word", await search("rappel ornithorynque")],
    ["a phrase", await search('"remise accordée"')],
    ["a phrase that none has", await search('"accordée remise"')],
    ["a common word, an agent's own", await search("remise", {}, own)],
    ["a common word with a rare outcome", await search("rappel", { outcome: "competitor" })],
    ["a common word with a length that none has", await search("rappel", { minSeconds: 9000 })],
    ["a word that none has", await search("introuvable")],
  ]);
}

/** Figures of all agents and of one agent. The first of a process finds no cached counts. */
async function figures(records: CallRecords, models: CallModels): Promise<Map<string, number>> {
  const of = (readable: object, range: string, read = () => records.figures) =>
    time(() =>
      read()(
        readable,
        readFigures.query.parse({ range, timeZone: "Europe/Paris" }),
        new Date(Date.UTC(2026, 0, 1)),
        "en",
      ),
    );
  return new Map([
    ["90 days", await of({ organizationId: "o" }, "90d")],
    [
      "of 90 days, a process's first",
      await of({ organizationId: "o" }, "90d", () => createCallFigures(models)),
    ],
    ["7 days", await of({ organizationId: "o" }, "7d")],
    ["90 days, an agent's own", await of({ agentId: "agent-7" }, "90d")],
  ]);
}

/** The list, the search and the figures of calls with few and with many stored, and the review of a long call. */
export default async function measure(): Promise<Row[]> {
  const database = await startDatabase();
  const models = callModels(database.connection);
  const records = createCallRecords(models);
  await records.createIndexes();
  const measureReads = async () => ({
    pages: await pages(records),
    searches: await searches(records),
    figures: await figures(records, models),
  });
  await store(models, 0, few);
  const written = await writing(models, records);
  const small = await measureReads();
  await store(models, few, many);
  const large = await measureReads();
  const csv = await timed(() => exportAll(records));
  const call = { ...storedCall(many), seq: linesOfLongCall, wordsDue: "once" };
  await insertQuickly(models.calls.collection, [call]);
  await insertQuickly(models.lines.collection, storedLines(call, linesOfLongCall));
  const reviewed = await time(() => reviewOf(call, records, () => records.lines.spoken(call)));
  await records.words.collect([await models.calls.findOne({ _id: call._id }).orFail().lean()]);
  const review = await time(() => reviewOf(call, records, () => records.lines.spoken(call)));
  await database.stop();
  const compared = (what: string, values: Map<string, number>, before: Map<string, number>, goal: number) =>
    [...values].map(([name, ms]) =>
      row(`${what} ${many} calls, ${name}, p99 ms / of ${few}`, ms, `≤ ${goal} ms`, before.get(name)),
    );
  return [
    ...compared("list of", large.pages, small.pages, 50),
    ...compared("search of", large.searches, small.searches, 150),
    ...compared("figures of", large.figures, small.figures, 150),
    row("a line stored, median ms / without the search's index", written.with, "≤ 1.10", written.without),
    row(`CSV of ${many} calls, s`, csv / 1000, ""),
    row(
      `review of a call of ${linesOfLongCall} lines, p99 ms / from its lines`,
      review,
      "≤ 100 ms",
      reviewed,
    ),
  ];
}
