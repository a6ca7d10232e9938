import {
  type Activity,
  daysOfPoint,
  daysOfRange,
  dealState,
  defaultCurrency,
  formatMinutes,
  isWon,
  type Language,
  type Outcome,
  outcomeLabels,
  type Performer,
  type readFigures,
} from "@souffleur/contracts";
import type { z } from "zod";
import { money } from "../../texts/formats.ts";
import { textIn } from "../../texts/texts.ts";
import { beginningsOfDays } from "../figures/days.ts";
import {
  analyticsOf,
  bestOf,
  type Counted,
  inCurrency,
  revenueInOthers,
  statisticsOf,
  toWrapUpLabel,
} from "../figures/figures.ts";
import { createSettledCounts } from "../figures/settled-counts.ts";
import { readZone } from "../figures/zone.ts";
import { amountOf } from "./call-dto.ts";
import { practiceOf } from "./call-list.ts";
import type { CallDoc, CallModels } from "./call-model.ts";

const activities = 6;
const shown = {
  agentName: 1,
  clientName: 1,
  endedAt: 1,
  durationSeconds: 1,
  outcome: 1,
  amount: 1,
  currency: 1,
  nextStep: 1,
} as const;
type Shown = Pick<CallDoc, "_id" | keyof typeof shown>;
type Readable = Partial<Pick<CallDoc, "organizationId" | "agentId">>;
type Counting = Readable & ReturnType<typeof practiceOf>;

type Columns<Row> = { [Field in keyof Row]: Row[Field][] };

/** Only ended calls have a duration. */
const ended = { durationSeconds: { $gte: 0 } };

const statuses = { won: "success", open: "pending", lost: "cancelled" } as const;

interface Periods {
  before: Counted[];
  counted: Counted[];
}

/** Dashboard and analytics, computed from the call documents alone. */
export function createCallFigures({ calls, figuresRevisions }: CallModels) {
  const settled = createSettledCounts<Periods>(figuresRevisions);

  /**
   * @param readableCalls the calls that the caller may read
   * @param language of the texts: of activities, reasons and an agent without a name
   */
  return async function figures(
    readableCalls: Readable,
    {
      range,
      agentId,
      practice = "false",
      currency = defaultCurrency,
      ...zoned
    }: z.output<typeof readFigures.query> & { currency?: string },
    now: Date,
    language: Language,
  ): Promise<z.output<typeof readFigures.data>> {
    const readable: Counting = { ...readableCalls, ...practiceOf(practice) };
    const [days, step] = [daysOfRange[range], daysOfPoint[range]];
    const length = days / step;
    const zone = readZone(zoned);
    const beginnings = beginningsOfDays(
      zone,
      now,
      Array.from({ length: 2 * length }, (_, index) => 2 * days - 1 - index * step),
    );
    const [previousPoints, points] = [beginnings.slice(0, length), beginnings.slice(length)];
    const [[previous], [first]] = [previousPoints, points];
    if (previous === undefined || first === undefined) throw new Error(`${range} has no days`);
    const [yesterday = first] = beginningsOfDays(zone, now, [1]);
    const point = pointOf(points, 0, length - 1);
    const countSettled = async (): Promise<Periods> => {
      const [before, counted] = await Promise.all([
        count(readable, { $gte: previous, $lt: first }, pointOf(previousPoints, 0, length - 1)),
        count(readable, { $gte: first, $lt: yesterday }, point),
      ]);
      return { before, counted };
    };
    const { organizationId } = readable;
    const wanted = readable.agentId ?? agentId;
    const [{ before, counted: older }, newer, activity] = await Promise.all([
      // Agents read only their own calls, which are few.
      organizationId
        ? settled.read(organizationId, JSON.stringify([beginnings, yesterday, practice]), countSettled)
        : countSettled(),
      count(readable, { $gte: yesterday }, point),
      recent(wanted === undefined ? readable : { ...readable, agentId: wanted }, first, language),
    ]);
    const isCounted = (one: Counted) => wanted === undefined || one.agentId === wanted;
    const all = [...older, ...newer].filter(isCounted);
    const counted = inCurrency(all, currency);
    const earlier = inCurrency(before.filter(isCounted), currency);
    const best = await Promise.all(
      bestOf(counted).map(
        async (one): Promise<Performer> => ({
          ...one,
          name: (await nameOf(readable, one.id)) ?? textIn(language, "Unnamed agent"),
        }),
      ),
    );
    const analytics = analyticsOf(
      range,
      { counted, points },
      { counted: earlier, points: previousPoints },
      best,
      language,
    );
    const others = revenueInOthers(all, currency);
    return {
      dashboard: { ...statisticsOf(counted), currency },
      activity,
      analytics: { ...analytics, revenue: { ...analytics.revenue, currency, others } },
      previous: { ...statisticsOf(earlier), currency },
    };
  };

  /**
   * Thousands of counts are read as columns, which takes the process a quarter of the time of documents.
   * @param point an expression for the number of a call's point
   */
  async function count(
    readable: Counting,
    startedAt: { $gte: Date; $lt?: Date },
    point: unknown,
  ): Promise<Counted[]> {
    const [columns] = await calls.aggregate<Columns<Counted>>([
      { $match: { ...readable, startedAt, ...ended } },
      ...columnsBy(point),
    ]);
    return columns === undefined ? [] : rowsOf(columns);
  }

  async function recent(readable: Counting, since: Date, language: Language): Promise<Activity[]> {
    const newest = await calls
      .find({ ...readable, startedAt: { $gte: since }, status: "ended", erasedAt: null }, shown)
      .sort({ startedAt: -1, _id: -1 })
      .limit(activities)
      .lean<Shown[]>();
    return newest.map((call) => activityOf(call, language)).toSorted((a, b) => b.timestamp - a.timestamp);
  }

  /** The agent's name in their newest call that is not erased. */
  async function nameOf(readable: Counting, agentId: string): Promise<string | undefined> {
    const newest = await calls
      .findOne({ ...readable, agentId, erasedAt: null }, { agentName: 1 })
      .sort({ startedAt: -1, _id: -1 })
      .lean<Pick<CallDoc, "agentName">>();
    return newest?.agentName;
  }
}

const ofNull = (field: string) => ({ $ifNull: [field, null] });

/** Counts calls by all that a figure is made of, in one column for each part. */
const columnsBy = (point: unknown) => [
  {
    $group: {
      _id: { point, agentId: "$agentId", outcome: ofNull("$outcome"), currency: ofNull("$currency") },
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
      currency: { $push: "$_id.currency" },
      calls: { $push: "$calls" },
      seconds: { $push: "$seconds" },
      revenue: { $push: "$revenue" },
    },
  },
];

function rowsOf({ point, agentId, outcome, currency, calls, seconds, revenue }: Columns<Counted>): Counted[] {
  return point.map((_, at) => ({
    point: point[at] as number,
    agentId: agentId[at] as string,
    outcome: outcome[at] as Outcome | null,
    currency: currency[at] as string | null,
    calls: calls[at] as number,
    seconds: seconds[at] as number,
    revenue: revenue[at] as number,
  }));
}

/** An expression for the last of these points before a call's start: a binary search, because it runs for each call. */
function pointOf(points: readonly Date[], first: number, last: number): unknown {
  if (first === last) return first;
  const middle = Math.ceil((first + last) / 2);
  const [earlier, later] = [pointOf(points, first, middle - 1), pointOf(points, middle, last)];
  return { $cond: [{ $gte: ["$startedAt", points[middle]] }, later, earlier] };
}

function activityOf(call: Shown, language: Language): Activity {
  const { _id: id, agentName, clientName: name, endedAt, durationSeconds = 0, outcome, nextStep } = call;
  const { amount, currency = "" } = amountOf(call);
  const isDeal = isWon(outcome);
  return {
    id,
    type: isDeal ? "deal" : "call",
    title: textIn(language, isDeal ? "Deal with {name}" : "Call with {name}", { name }),
    description: [
      agentName,
      formatMinutes(durationSeconds),
      textIn(language, outcome === undefined ? toWrapUpLabel : outcomeLabels[outcome]),
      ...(amount === undefined ? [] : [money(amount, currency, language)]),
      ...(nextStep === undefined ? [] : [nextStep]),
    ].join(" · "),
    status: statuses[dealState(outcome)],
    timestamp: endedAt?.getTime() ?? 0,
  };
}
