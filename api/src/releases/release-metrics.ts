import { type Connection, type Model, Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";

/** Upper bounds of the histogram's buckets for load times, in milliseconds; one more bucket has no bound. */
const timeLimits = [50, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2400, 3200, 5000, 10_000] as const;
/** Enough to estimate a share; more would only make the document grow. */
const peopleMax = 500;

/** What browsers have reported about a release since it went live. */
export interface ReleaseMetrics {
  /** `<remote>/<version>/<live since, in ms>`: a release that is live again starts at zero. */
  _id: string;
  remote: string;
  version: string;
  loads: number;
  failures: number;
  /** The number of loads in each bucket. */
  times: number[];
  /**
   * Pseudonyms of the signed-in users whose browsers reported anything (the first 500), and of those among them with
   * a failure.
   */
  accounts: string[];
  failingAccounts: string[];
  reportedAt: Date;
}

/** One report of a browser about a release. */
export interface Tally {
  loads: number;
  failures: number;
  /** Milliseconds of each load that reported them. */
  times: readonly number[];
  /** The user's pseudonym; undefined without a session, where anyone can send any number of reports. */
  person: string | undefined;
}

const schema = new Schema<ReleaseMetrics>(
  {
    _id: { type: String, required: true },
    remote: { type: String, required: true },
    version: { type: String, required: true },
    loads: { type: Number, default: 0 },
    failures: { type: Number, default: 0 },
    times: { type: [Number], default: [] },
    accounts: { type: [String], default: [] },
    failingAccounts: { type: [String], default: [] },
    reportedAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ reportedAt: 1 });
schema.index({ remote: 1, version: 1, reportedAt: -1 });

export function releaseMetricsModel(connection: Connection): Model<ReleaseMetrics> {
  return connection.model<ReleaseMetrics>("ReleaseMetrics", schema, "release_figures");
}

/** The atomic update that adds a tally, as an aggregation pipeline, which can limit the size of the lists. */
export function addTally(
  { loads, failures, times, person }: Tally,
  remote: string,
  version: string,
  now: Date,
) {
  const counts = timeLimits.map(() => 0).concat(0);
  for (const ms of times) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1;
  return [
    {
      $set: {
        remote,
        version,
        loads: plus("$loads", loads),
        failures: plus("$failures", failures),
        times: counts.map((count, at) => plus({ $arrayElemAt: [{ $ifNull: ["$times", []] }, at] }, count)),
        accounts: person === undefined ? known("$accounts") : withPerson(person),
        reportedAt: now,
      },
    },
    {
      $set: {
        failingAccounts:
          person !== undefined && failures > 0 ? withFailing(person) : known("$failingAccounts"),
      },
    },
  ];
}

function plus(field: unknown, amount: number) {
  return { $add: [{ $ifNull: [field, 0] }, amount] };
}

function known(field: string) {
  return { $ifNull: [field, []] };
}

function withPerson(person: string) {
  const accounts = known("$accounts");
  return {
    $cond: [{ $lt: [{ $size: accounts }, peopleMax] }, { $setUnion: [accounts, [person]] }, accounts],
  };
}

/** Adds counted users only: otherwise failures of users beyond the first 500 would raise the share. */
function withFailing(person: string) {
  const failing = known("$failingAccounts");
  return { $cond: [{ $in: [person, "$accounts"] }, { $setUnion: [failing, [person]] }, failing] };
}

function bucketOf(ms: number): number {
  const at = timeLimits.findIndex((limit) => ms <= limit);
  return at === -1 ? timeLimits.length : at;
}

/** Quantile of the load times in milliseconds, interpolated within its bucket; null without loads. */
export function timeOf(times: readonly number[], share: number): number | null {
  const total = times.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = total * share;
  for (const [at, count] of times.entries()) {
    if (count > 0 && left <= count) {
      const from = timeLimits[at - 1] ?? 0;
      const to = timeLimits[at] ?? from;
      return Math.round(from + ((to - from) * left) / count);
    }
    left -= count;
  }
  return timeLimits[timeLimits.length - 1] ?? null;
}
