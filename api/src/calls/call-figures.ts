import {
  type Activity,
  daysOfPoint,
  daysOfRange,
  formatMinutes,
  type Outcome,
  outcomeLabels,
  type Performer,
  type readFigures,
} from "@souffleur/contracts";
import type { z } from "zod";
import type { CallDoc, CallModels } from "./call-model.ts";
import { beginningsOfDays } from "./figures/days.ts";
import { analyticsOf, bestOf, type Counted, statisticsOf, toWrapUpLabel } from "./figures/figures.ts";
import { createSettledCounts } from "./figures/settled-counts.ts";

const activities = 6;
const shown = {
  agentName: 1,
  clientName: 1,
  endedAt: 1,
  durationSeconds: 1,
  outcome: 1,
  amount: 1,
  nextStep: 1,
} as const;
type Shown = Pick<CallDoc, "_id" | keyof typeof shown>;
type Readable = Partial<Pick<CallDoc, "organizationId" | "agentId">>;

type Columns<Row> = { [Field in keyof Row]: Row[Field][] };

/** Only a call that has ended has a length. A call counts in the day in which it began. */
const ended = { durationSeconds: { $gte: 0 } };

const statuses: Record<Outcome, Activity["status"]> = {
  successful: "success",
  follow_up: "pending",
  no_decision: "pending",
  too_expensive: "cancelled",
  competitor: "cancelled",
  no_need: "cancelled",
  unreachable: "cancelled",
  other: "cancelled",
};

interface Periods {
  before: Counted[];
  counted: Counted[];
}

/** Dashboard and analytics, computed from the call documents alone. */
export function createCallFigures({ calls, figuresRevisions }: CallModels) {
  const settled = createSettledCounts<Periods>(figuresRevisions);

  /** @param readable the calls that the caller may read */
  return async function figures(
    readable: Readable,
    { range, timeZone }: z.output<typeof readFigures.query>,
    now: Date,
  ): Promise<z.output<typeof readFigures.data>> {
    const [days, step] = [daysOfRange[range], daysOfPoint[range]];
    const length = days / step;
    const beginnings = beginningsOfDays(
      timeZone,
      now,
      Array.from({ length: 2 * length }, (_, index) => 2 * days - 1 - index * step),
    );
    const [previousPoints, points] = [beginnings.slice(0, length), beginnings.slice(length)];
    const [[previous], [first]] = [previousPoints, points];
    if (previous === undefined || first === undefined) throw new Error(`${range} has no days`);
    const [yesterday = first] = beginningsOfDays(timeZone, now, [1]);
    const point = pointOf(points, 0, length - 1);
    const countSettled = async (): Promise<Periods> => {
      const [before, counted] = await Promise.all([
        count(readable, { $gte: previous, $lt: first }, pointOf(previousPoints, 0, length - 1)),
        count(readable, { $gte: first, $lt: yesterday }, point),
      ]);
      return { before, counted };
    };
    const { organizationId } = readable;
    const [{ before, counted: older }, newer, activity] = await Promise.all([
      // An agent's own are few.
      organizationId
        ? settled.read(organizationId, JSON.stringify([beginnings, yesterday]), countSettled)
        : countSettled(),
      count(readable, { $gte: yesterday }, point),
      recent(readable, first),
    ]);
    const counted = [...older, ...newer];
    const best = await Promise.all(
      bestOf(counted).map(
        async (one): Promise<Performer> => ({ ...one, name: await nameOf(readable, one.id) }),
      ),
    );
    return {
      dashboard: statisticsOf(counted),
      activity,
      analytics: analyticsOf(range, counted, { before, points, previousPoints, best }),
      previous: statisticsOf(before),
    };
  };

  /**
   * Thousands of counts come in columns: one by one they cost the process four times as much.
   * @param point the number of a call's point, an expression
   */
  async function count(
    readable: Readable,
    startedAt: { $gte: Date; $lt?: Date },
    point: unknown,
  ): Promise<Counted[]> {
    const [columns] = await calls.aggregate<Columns<Counted>>([
      { $match: { ...readable, startedAt, ...ended } },
      {
        $group: {
          _id: {
            point,
            agentId: "$agentId",
            outcome: { $ifNull: ["$outcome", null] },
          },
          calls: { $sum: 1 },
          seconds: { $sum: "$durationSeconds" },
          revenue: { $sum: "$amount" },
        },
      },
      {
        $group: {
          _id: null,
          point: { $push: "$_id.point" },
          agentId: { $push: "$_id.agentId" },
          outcome: { $push: "$_id.outcome" },
          calls: { $push: "$calls" },
          seconds: { $push: "$seconds" },
          revenue: { $push: "$revenue" },
        },
      },
    ]);
    return columns === undefined ? [] : rowsOf(columns);
  }

  async function recent(readable: Readable, since: Date): Promise<Activity[]> {
    const newest = await calls
      .find({ ...readable, startedAt: { $gte: since }, status: "ended", erasedAt: null }, shown)
      .sort({ startedAt: -1, _id: -1 })
      .limit(activities)
      .lean<Shown[]>();
    return newest.map(activityOf).toSorted((a, b) => b.timestamp - a.timestamp);
  }

  /** As the newest call has it that has not been erased. */
  async function nameOf(readable: Readable, agentId: string): Promise<string> {
    const newest = await calls
      .findOne({ ...readable, agentId, erasedAt: null }, { agentName: 1 })
      .sort({ startedAt: -1, _id: -1 })
      .lean<Pick<CallDoc, "agentName">>();
    return newest?.agentName ?? "Unnamed agent";
  }
}

function rowsOf({ point, agentId, outcome, calls, seconds, revenue }: Columns<Counted>): Counted[] {
  return point.map((_, at) => ({
    point: point[at] as number,
    agentId: agentId[at] as string,
    outcome: outcome[at] as Outcome | null,
    calls: calls[at] as number,
    seconds: seconds[at] as number,
    revenue: revenue[at] as number,
  }));
}

/** The last point between these two that a call began after; halved until one is left: it is computed for each call. */
function pointOf(points: readonly Date[], first: number, last: number): unknown {
  if (first === last) return first;
  const middle = Math.ceil((first + last) / 2);
  const [earlier, later] = [pointOf(points, first, middle - 1), pointOf(points, middle, last)];
  return { $cond: [{ $gte: ["$startedAt", points[middle]] }, later, earlier] };
}

function activityOf(call: Shown): Activity {
  const { _id: id, agentName, clientName, endedAt, durationSeconds = 0, outcome, amount, nextStep } = call;
  const isDeal = outcome === "successful";
  const dollars = amount === undefined ? [] : [`$${amount.toLocaleString("en-US")}`];
  return {
    id,
    type: isDeal ? "deal" : "call",
    title: `${isDeal ? "Deal" : "Call"} with ${clientName}`,
    description: [
      agentName,
      formatMinutes(durationSeconds),
      outcome === undefined ? toWrapUpLabel : outcomeLabels[outcome],
      ...dollars,
      ...(nextStep === undefined ? [] : [nextStep]),
    ].join(" · "),
    status: outcome === undefined ? "pending" : statuses[outcome],
    timestamp: endedAt?.getTime() ?? 0,
  };
}
