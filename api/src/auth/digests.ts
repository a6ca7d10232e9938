import { isAdmin, Role } from "@souffleur/contracts";
import type { MailKind, QueuedMail } from "../mail/outbox.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/** People who wait for a decision: the latest of them, and how many there are. */
export interface Waiting {
  people: Pick<UserDoc, "firstName" | "lastName" | "email" | "organizationName">[];
  count: number;
}

type Decider = Pick<UserDoc, "_id" | "email" | "organizationId" | "language">;

export interface Digests {
  /** Who decides on applicants of this organization: its own administrators, else the platform's. */
  decidersOn(organizationId: string | null): Promise<Decider[]>;
  /** Null where the account may not decide on anyone (any more). */
  findDecider(id: string): Promise<Decider | null>;
  /** The people who wait for an organization's deciders, or for the platform's. */
  waitingFor(organizationId: string | null): Promise<Waiting>;
  /** Orders a digest, unless one waits already that is still to be written. */
  queueDigest(id: string, mail: QueuedMail): Promise<void>;
  /** Whether this mail may go now (it counts from then on), or waits for its time, or for nothing beside another. */
  takeDigest(id: string, mailId: string, now: Date): Promise<"now" | { notBefore: Date } | "redundant">;
}

const digestEveryMs = 10 * 60_000;
/** More than any organization needs. */
const decidersNotified = 50;
const peopleListed = 20;

const deciding = { status: "active", role: { $in: Role.options.filter(isAdmin) } } as const;
const deciderFields = { email: 1, organizationId: 1, language: 1 } as const;

export function createDigests(model: UserModel): Digests {
  const decidersOf = (organizationId: string | null) =>
    model
      .find({ organizationId, ...deciding }, deciderFields)
      .limit(decidersNotified)
      .lean<Decider[]>();
  /** The platform's deciders are not notified for organizations with deciders of their own. */
  const waitingOn = async (organizationId: string | null) => {
    const waiting = { status: "pending_approval" } as const;
    if (organizationId !== null) return { organizationId, ...waiting };
    const wanted = await model.distinct("organizationId", waiting);
    const governed = await model.distinct("organizationId", {
      organizationId: { $in: wanted.filter((id) => id !== null) },
      ...deciding,
    });
    return { organizationId: { $nin: governed }, ...waiting };
  };
  return {
    async decidersOn(organizationId) {
      const own = organizationId === null ? [] : await decidersOf(organizationId);
      return own.length > 0 ? own : decidersOf(null);
    },
    findDecider: (id) => model.findOne({ _id: id, ...deciding }, deciderFields).lean<Decider>(),
    async waitingFor(organizationId) {
      const filter = await waitingOn(organizationId);
      const [people, count] = await Promise.all([
        model
          .find(filter, { firstName: 1, lastName: 1, email: 1, organizationName: 1 })
          .sort({ requestedAt: -1 })
          .limit(peopleListed)
          .lean<Waiting["people"]>(),
        model.countDocuments(filter),
      ]);
      return { people, count };
    },
    async queueDigest(id, mail) {
      // One that is being sent was composed already, perhaps without the latest applicants.
      await model.updateOne({ _id: id, outbox: { $not: unwritten() } }, { $push: { outbox: mail } });
    },
    async takeDigest(id, mailId, now) {
      const long = new Date(now.getTime() - digestEveryMs);
      const free = [
        { digest: { $exists: false } },
        { "digest.at": { $lte: long } },
        { "digest.mail": mailId },
      ];
      const { matchedCount } = await model.updateOne(
        { _id: id, $or: free },
        { $set: { digest: { mail: mailId, at: now } } },
      );
      if (matchedCount === 1) return "now";
      const last = (await model.findById(id, { digest: 1 }).lean())?.digest?.at ?? now;
      const notBefore = new Date(last.getTime() + digestEveryMs);
      // Two that were ordered in the same moment: in one write the first goes back to wait, and the second finds it.
      const waiting = await model.updateOne(
        { _id: id, outbox: { $not: unwritten({ id: { $ne: mailId } }) } },
        { $set: { "outbox.$[this].dueAt": notBefore, "outbox.$[this].attempts": 0 } },
        { arrayFilters: [{ "this.id": mailId }] },
      );
      return waiting.matchedCount === 1 ? { notBefore } : "redundant";
    },
  };
}

function unwritten(which: object = {}) {
  return { $elemMatch: { kind: "people-waiting" satisfies MailKind, attempts: 0, ...which } };
}
