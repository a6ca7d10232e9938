import { type CallSummary, limits, type listCalls } from "@souffleur/contracts";
import type { QueryFilter } from "mongoose";
import type { z } from "zod";
import { badCursor, cursorTo, placeOf } from "../../http/cursor.ts";
import { createSlices } from "../../slices.ts";
import { customerProjection, toCustomerDto } from "../call-customer.ts";
import { sentencesIn } from "../summary/stored-summary.ts";
import { amountOf, toEndDto } from "./call-dto.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineDoc } from "./line-model.ts";

export type ListQuery = z.output<typeof listCalls.query>;
type Condition = QueryFilter<CallDoc>;

export const listed = {
  agentId: 1,
  agentName: 1,
  ...customerProjection,
  source: 1,
  status: 1,
  startedAt: 1,
  endedAt: 1,
  seq: 1,
  outcome: 1,
  amount: 1,
  currency: 1,
  nextStep: 1,
  nextStepAt: 1,
  suggestionsUsed: 1,
} as const;
export type Listed = Pick<CallDoc, "_id" | keyof typeof listed>;

/** The length of what a client said last, and of what a call is about, in UTF-16 units. */
const saidMax = 160;
const gistMax = 300;

/** Lists calls in pages, the newest first. */
export function createCallList({ calls, lines }: CallModels) {
  /** The client's last line of each of these calls, by their ids; without those in which the client said nothing. */
  async function lastSaid(callIds: string[]): Promise<Map<string, string>> {
    // One command: fifty at once took 60 ms.
    const found = await calls.aggregate<{ _id: string; lines: [Pick<LineDoc, "text">] }>([
      { $match: { _id: { $in: callIds } } },
      { $project: { _id: 1 } },
      {
        $lookup: {
          from: lines.collection.name,
          localField: "_id",
          foreignField: "callId",
          pipeline: [
            { $match: { sender: "client" } },
            { $sort: { seq: -1 } },
            { $limit: 1 },
            { $project: { _id: 0, text: 1 } },
          ],
          as: "lines",
        },
      },
      { $match: { lines: { $ne: [] } } },
    ]);
    return new Map(found.map(({ _id, lines: [{ text }] }) => [_id, cut(text)]));
  }

  /** @param readable the calls that the caller may read */
  return async function page(readable: Condition, query: ListQuery) {
    const found = await calls
      .find(
        { $and: [readable, ...conditions(query)] },
        query.customerId === undefined ? listed : { ...listed, notes: 1, summary: 1, gist: 1 },
      )
      .sort({ startedAt: -1, _id: -1 })
      // One more than the page, to find out whether there is a next one.
      .limit(query.limit + 1)
      .lean<(Listed & Partial<Told>)[]>();
    const shown = found.slice(0, query.limit);
    const last = shown.at(-1);
    // The agent recognizes a call by it.
    const said = query.toWrapUp === "true" ? await lastSaid(shown.map(({ _id }) => _id)) : undefined;
    const listedCalls: CallSummary[] = [];
    const pause = createSlices();
    for (const one of shown) {
      const gist = gistOf(one);
      const lastLine = said?.get(one._id);
      listedCalls.push({
        ...summary(one),
        ...(lastLine && { lastSaid: lastLine }),
        ...(gist !== "" && { gist }),
      });
      await pause();
    }
    return {
      calls: listedCalls,
      ...(last && found.length > shown.length && { nextCursor: writeCursor({ ...last, id: last._id }) }),
    };
  };
}

function cut(text: string, most = saidMax): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()}…`;
}

type Told = Pick<CallDoc, "notes" | "summary" | "gist">;

/** What a language model has written about a call, else the agent, else quotations that the rules have chosen. */
const gistOf = ({ summary, notes = "", gist = "" }: Partial<Told>): string =>
  cut(sentencesIn(summary).join(" ") || notes.replace(/\s+/gu, " ").trim() || gist, gistMax);

type Agent = Pick<CallSummary, "agentId" | "agentName">;

/** Other requests have their turn between them. */
const namesAtOnce = 50;
const byName = new Intl.Collator("fr");

/** The agents of calls, each with the name in their newest call, sorted by name. */
export function createCallAgents({ calls }: CallModels) {
  /** @param readable the calls that the caller may read */
  return async function agents(readable: Condition): Promise<Agent[]> {
    const found = await calls.aggregate<Agent>([
      { $match: readable },
      // In the order of an index, so that only one call of each agent is read.
      { $sort: { agentId: 1, startedAt: -1 } },
      { $group: { _id: "$agentId", agentName: { $first: "$agentName" } } },
      { $project: { _id: 0, agentId: "$_id", agentName: 1 } },
    ]);
    // Erased calls have no name. Agents with nothing but erased calls must not take the places of others.
    const agents = found.filter(({ agentName }) => agentName !== "");
    const unnamed = found.filter(({ agentName }) => agentName === "");
    for (let from = 0; from < unnamed.length; from += namesAtOnce) {
      const some = unnamed.slice(from, from + namesAtOnce);
      const older = await Promise.all(some.map(({ agentId }) => lastNamed(readable, agentId)));
      agents.push(...older.filter((one) => one !== null));
    }
    return agents
      .sort((a, b) => byName.compare(a.agentName, b.agentName) || (a.agentId < b.agentId ? -1 : 1))
      .slice(0, limits.callAgentsMax);
  };

  function lastNamed(readable: Condition, agentId: string): Promise<Agent | null> {
    return calls
      .findOne({ $and: [readable, { agentId, erasedAt: null }] }, { _id: 0, agentId: 1, agentName: 1 })
      .sort({ startedAt: -1 })
      .lean<Agent>();
  }
}

export function summary(call: Listed): CallSummary {
  const { _id: callId, agentId, agentName, source, status, startedAt, endedAt } = call;
  const { seq, outcome, nextStep, nextStepAt, suggestionsUsed = 0 } = call;
  return {
    callId,
    agentId,
    agentName,
    ...toCustomerDto(call),
    source,
    status,
    startedAt: startedAt.toISOString(),
    ...(endedAt && toEndDto({ startedAt, endedAt })),
    lines: seq,
    ...(outcome !== undefined && { outcome }),
    ...amountOf(call),
    ...(nextStep !== undefined && { nextStep }),
    ...(nextStepAt !== undefined && { nextStepAt }),
    suggestionsUsed,
  };
}

/** Practice calls alone, or all others; all by default. */
export const practiceOf = (practice: ListQuery["practice"]): Partial<Record<"practice", true | null>> =>
  practice === undefined ? {} : { practice: practice === "true" ? true : null };

export function conditions(query: ListQuery): Condition[] {
  const { status, agentId, customerId, outcome, source, from, to, minSeconds, maxSeconds, toWrapUp, cursor } =
    query;
  return [
    { erasedAt: null },
    status && { status },
    agentId && { agentId },
    customerId && { clientId: customerId },
    outcome && { outcome },
    source && { source },
    practiceOf(query.practice) as Condition,
    from && { startedAt: { $gte: new Date(from) } },
    to && { startedAt: { $lt: new Date(to) } },
    minSeconds !== undefined && { durationSeconds: { $gte: minSeconds } },
    maxSeconds !== undefined && { durationSeconds: { $lte: maxSeconds } },
    toWrapUp === "true" && { status: "ended" as const, outcome: null },
    cursor && after(cursor),
  ].filter((condition) => typeof condition === "object");
}

/** Calls after a cursor: a bound of the index, and a condition on the few calls of the same millisecond. */
function after(cursor: string): Condition {
  const { startedAt, id } = readCursor(cursor);
  return { startedAt: { $lte: startedAt }, $nor: [{ startedAt, _id: { $gte: id } }] };
}

/** The last call of a page, after which the next page begins; an empty id is after all calls of that time. */
export interface Place {
  startedAt: Date;
  id: string;
}

export function writeCursor({ startedAt, id }: Place): string {
  return cursorTo(`${startedAt.getTime()} ${id}`);
}

/** @throws AppError VALIDATION_ERROR for anything that `writeCursor` did not write */
export function readCursor(cursor: string): Place {
  const [, time, id = ""] = /^(\d{1,15}) (\S*)$/.exec(placeOf(cursor)) ?? [];
  if (time === undefined) throw badCursor();
  return { startedAt: new Date(Number(time)), id };
}
