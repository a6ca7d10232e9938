import { isAdmin, Role } from "@souffleur/contracts";
import type { MailKind, QueuedMail } from "../../mail/outbox.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/** People who wait for a decision: the latest of them, and their number. */
export interface Waiting {
  people: Pick<UserDoc, "firstName" | "lastName" | "email" | "organizationName">[];
  count: number;
}

type Decider = Pick<UserDoc, "_id" | "email" | "organizationId" | "language">;

const digestEveryMs = 10 * 60_000;
/** More than any organization needs. */
const decidersNotified = 50;
const peopleListed = 20;

const deciding = { status: "active", role: { $in: Role.options.filter(isAdmin) } } as const;
const deciderFields = { email: 1, organizationId: 1, language: 1 } as const;

/** The part of `Users` for the digests to administrators about people who wait for a decision. */
export function createDigests(model: UserModel) {
  const decidersOf = (organizationId: string | null) =>
    model
      .find({ organizationId, ...deciding }, deciderFields)
      .limit(decidersNotified)
      .lean<Decider[]>();
  /** Platform administrators are not notified of applicants whose organization has its own deciders. */
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
    decidersOf,
    /** The accounts that decide on an organization's applicants: its administrators, else the platform's. */
    async decidersOn(organizationId: string | null): Promise<Decider[]> {
      const own = organizationId === null ? [] : await decidersOf(organizationId);
      return own.length > 0 ? own : decidersOf(null);
    },
    /** Null where the account may not decide, or may no longer. */
    findDecider: (id: string): Promise<Decider | null> =>
      model.findOne({ _id: id, ...deciding }, deciderFields).lean<Decider>(),
    /** The people who wait for an organization's deciders; for null, for the platform's. */
    async waitingFor(organizationId: string | null): Promise<Waiting> {
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
    /** Queues a digest, unless another one waits to be composed. */
    async queueDigest(id: string, mail: QueuedMail): Promise<void> {
      // A digest that is being sent may have been composed before the latest applicants.
      await model.updateOne({ _id: id, outbox: { $not: unwritten() } }, { $push: { outbox: mail } });
    },
    /** Whether this digest may be sent now, must wait, or is redundant because another one waits. */
    async takeDigest(
      id: string,
      mailId: string,
      now: Date,
    ): Promise<"now" | { notBefore: Date } | "redundant"> {
      const due = { $lte: new Date(now.getTime() - digestEveryMs) };
      const free = [{ digest: { $exists: false } }, { "digest.at": due }, { "digest.mail": mailId }];
      const { matchedCount } = await model.updateOne(
        { _id: id, $or: free },
        { $set: { digest: { mail: mailId, at: now } } },
      );
      if (matchedCount === 1) return "now";
      const last = (await model.findById(id, { digest: 1 }).lean())?.digest?.at ?? now;
      const notBefore = new Date(last.getTime() + digestEveryMs);
      // Of two that were queued at the same moment, this write makes the first wait, and the second then finds it.
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
