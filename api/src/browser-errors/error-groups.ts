import { createHash } from "node:crypto";
import { type Connection, type Model, Schema } from "mongoose";
import { repeatUpsert } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** A release in which an error was seen. */
export interface SeenRelease {
  version: string;
  commit: string | null;
}

/** The data of an error; a group keeps that of its last error. */
export interface Occurrence {
  /** A live remote, or the shell. */
  remote: string;
  /** Undefined where it is not known, for example from a page that was open for months. */
  release: SeenRelease | undefined;
  name: string;
  /** Masked. */
  message: string;
  screen: string | null;
  browser: string;
  stack: string[];
  /** Whether a signed-in user's browser reported it. */
  signedIn: boolean;
  /** Equal for errors of the same cause; where it is empty, the message is compared. */
  cause: readonly string[];
}

export interface ErrorGroup extends Omit<Occurrence, "release" | "cause"> {
  /** The hash of remote, name and cause. */
  _id: string;
  count: number;
  firstSeen: Date;
  lastSeen: Date;
  /** The latest ones, the newest last. */
  releases: SeenRelease[];
  /** The release in which it was first seen, or seen again after it was resolved; null where it is not known. */
  newIn: string | null;
  resolved: boolean;
}

const keptMs = 30 * 24 * 3_600_000;
const releasesMax = 5;
/** Of one remote, by whether a signed-in user reported them: anybody can send any number of different errors. */
const groupsMax = { signedIn: 100, anonymous: 30 };
const listedMax = 100;

const schema = new Schema<ErrorGroup>(
  {
    _id: { type: String, required: true },
    remote: { type: String, required: true },
    name: { type: String, required: true },
    message: { type: String, default: "" },
    screen: { type: String, default: null },
    browser: { type: String, required: true },
    stack: { type: [String], default: [] },
    count: { type: Number, required: true },
    firstSeen: { type: Date, required: true },
    lastSeen: { type: Date, required: true },
    releases: { type: [{ _id: false, version: String, commit: String }], default: [] },
    newIn: { type: String, default: null },
    resolved: { type: Boolean, required: true },
    signedIn: { type: Boolean, default: false },
  },
  schemaOptions,
);
schema.index({ resolved: 1, signedIn: 1, lastSeen: -1 });
schema.index({ remote: 1, signedIn: 1, lastSeen: -1 });
schema.index({ lastSeen: 1 });

/** The errors of browsers, one document for each cause. */
export function createErrorGroups(connection: Connection) {
  const model: Model<ErrorGroup> = connection.model<ErrorGroup>("BrowserError", schema, "browser_errors");

  async function dropOldest(remote: string, signedIn: boolean): Promise<void> {
    const surplus = await model
      .find({ remote, signedIn }, { _id: 1 })
      .sort({ lastSeen: -1 })
      .skip(groupsMax[signedIn ? "signedIn" : "anonymous"])
      .lean<Pick<ErrorGroup, "_id">[]>();
    if (surplus.length > 0) await model.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
  }

  return {
    async add(occurrence: Occurrence, now: Date): Promise<void> {
      const options = { upsert: true, returnDocument: "after", updatePipeline: true } as const;
      const group = await repeatUpsert(async () =>
        model.findOneAndUpdate({ _id: idOf(occurrence) }, adding(occurrence, now), options),
      );
      if (group?.count === 1) await dropOldest(occurrence.remote, occurrence.signedIn);
    },

    /** The groups that are not resolved, the last seen first; those of signed-in users have the first places. */
    async list(now: Date): Promise<ErrorGroup[]> {
      const open = { resolved: false, lastSeen: { $gte: new Date(now.getTime() - keptMs) } };
      const [signedIn, anonymous] = await Promise.all(
        [true, false].map((by) =>
          model
            .find({ ...open, signedIn: by })
            .sort({ lastSeen: -1 })
            .limit(listedMax)
            .lean<ErrorGroup[]>(),
        ),
      );
      return [...(signedIn ?? []), ...(anonymous ?? [])]
        .slice(0, listedMax)
        .sort((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime());
    },

    /** @returns whether there is such a group */
    async resolve(id: string): Promise<boolean> {
      const { matchedCount } = await model.updateOne({ _id: id }, { $set: { resolved: true } });
      return matchedCount > 0;
    },

    createIndexes: (): Promise<void> => model.createIndexes(),

    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ lastSeen: { $lt: new Date(now.getTime() - keptMs) } });
    },
  };
}

/** Numbers in a message are ignored, because they differ between errors of the same cause. */
function idOf({ remote, name, message, cause }: Occurrence): string {
  const same = cause.length > 0 ? cause : [message.replace(/\d+/g, "0")];
  return createHash("sha256")
    .update(JSON.stringify([remote, name, same]))
    .digest("base64url")
    .slice(0, 22);
}

/** The atomic update that adds an error. It is a pipeline, because the list of releases is bounded. */
function adding(occurrence: Occurrence, now: Date) {
  const { remote, release, name, message, screen, browser, stack, signedIn } = occurrence;
  const known = { $ifNull: ["$releases", []] };
  const last = { remote, name, message, screen, browser, stack };
  // An anonymous report is counted, but neither rewrites nor reopens what a signed-in user has reported.
  const isTrusted = { $or: [{ $literal: signedIn }, { $ne: ["$signedIn", true] }] };
  const isNew = { $and: [isTrusted, { $ne: [{ $ifNull: ["$resolved", true] }, false] }] };
  return [
    {
      $set: {
        ...Object.fromEntries(
          Object.entries(last).map(([field, value]) => [
            field,
            // Text from a browser may begin with a dollar sign.
            { $cond: [isTrusted, { $literal: value }, `$${field}`] },
          ]),
        ),
        signedIn: { $or: [{ $literal: signedIn }, { $eq: ["$signedIn", true] }] },
        count: { $add: [{ $ifNull: ["$count", 0] }, 1] },
        firstSeen: { $ifNull: ["$firstSeen", now] },
        lastSeen: { $cond: [isTrusted, now, "$lastSeen"] },
        releases:
          release === undefined
            ? known
            : {
                $cond: [
                  { $in: [release.version, { $map: { input: known, in: "$$this.version" } }] },
                  known,
                  { $slice: [{ $concatArrays: [known, [release]] }, -releasesMax] },
                ],
              },
        newIn: { $cond: [isNew, release?.version ?? null, "$newIn"] },
        resolved: { $cond: [isTrusted, false, "$resolved"] },
      },
    },
  ];
}
