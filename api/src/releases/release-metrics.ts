import { type Connection, type Model, Schema } from "mongoose";
import { clock } from "../clock.ts";
import { repeatUpsert } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** Upper bounds of the histogram's buckets for load times, in milliseconds; one more bucket has no bound. */
const timeLimits = [50, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2400, 3200, 5000, 10_000] as const;
/** Enough to estimate a share; more would only make the document grow. */
const peopleMax = 500;
/** So many places has an organization, so that none takes all of them. */
const peopleOfOneMax = 50;

/** What browsers have reported about a release since it went live. */
export interface ReleaseMetrics {
  /** `<remote>/<version>/<live since, in ms>`: a release that is live again starts at zero. */
  _id: string;
  remote: string;
  version: string;
  loads: number;
  failures: number;
  /** The number of loads in each bucket that has any. */
  times?: Readonly<Record<number, number>>;
  /**
   * Pseudonyms of the signed-in users whose browsers reported anything (the first 500, and 50 of an organization), and of
   * those among them with a failure: `<organization>.<person>`.
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
    times: { type: Object },
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

/**
 * Adds what one browser has reported.
 * @returns the metrics after a failure of a counted person; undefined after any other report
 */
export async function addTally(
  model: Model<ReleaseMetrics>,
  one: Pick<ReleaseMetrics, "_id" | "remote" | "version">,
  { loads, failures, times, person }: Tally,
): Promise<ReleaseMetrics | undefined> {
  const { _id, remote, version } = one;
  const counts: Record<string, number> = {};
  for (const ms of times) counts[`times.${bucketOf(ms)}`] = (counts[`times.${bucketOf(ms)}`] ?? 0) + 1;
  await repeatUpsert(() =>
    model.updateOne(
      { _id },
      { $set: { remote, version, reportedAt: clock.now() }, $inc: { loads, failures, ...counts } },
      { upsert: true },
    ),
  );
  if (person === undefined) return undefined;
  const organization = person.slice(0, person.indexOf(".") + 1);
  const ofOne = {
    $filter: {
      input: { $ifNull: ["$accounts", []] },
      cond: { $eq: [{ $indexOfBytes: ["$$this", organization] }, 0] },
    },
  };
  await model.updateOne(
    {
      _id,
      [`accounts.${peopleMax - 1}`]: { $exists: false },
      $expr: { $lt: [{ $size: ofOne }, peopleOfOneMax] },
    },
    { $addToSet: { accounts: person } },
  );
  if (failures === 0) return undefined;
  // Of counted users only: otherwise failures of others would raise the share.
  const counted = { _id, accounts: person };
  const options = { returnDocument: "after" } as const;
  const failing = model.findOneAndUpdate(counted, { $addToSet: { failingAccounts: person } }, options);
  return (await failing.lean<ReleaseMetrics>()) ?? undefined;
}

function bucketOf(ms: number): number {
  const at = timeLimits.findIndex((limit) => ms <= limit);
  return at === -1 ? timeLimits.length : at;
}

/** Quantile of the load times in milliseconds, interpolated within its bucket; null without loads. */
export function timeOf(times: Readonly<Record<number, number>>, share: number): number | null {
  const buckets = Object.entries(times).map(([at, count]) => ({ at: Number(at), count: count ?? 0 }));
  let left = buckets.reduce((sum, { count }) => sum + count, 0) * share;
  const found = buckets.find(({ count }) => {
    left -= count;
    return count > 0 && left <= 0;
  });
  if (found === undefined) return null;
  const from = timeLimits[found.at - 1] ?? 0;
  const to = timeLimits[found.at] ?? from;
  return Math.round(from + ((to - from) * (left + found.count)) / found.count);
}
