import type { Presence, TeamMember } from "@souffleur/contracts/desk";
import type { Connection } from "mongoose";
import type { Auth } from "../auth/auth.ts";
import type { CallsForDesk } from "../calls/calls.ts";
import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import type { Peer } from "../realtime/requests.ts";
import type { Pollers } from "../scheduling/pollers.ts";

/** Times are by the database's clock. */
interface PresenceDoc {
  /** The account's id. */
  _id: string;
  organizationId: string;
  onlineSince?: Date;
  /** When the lease of the account's pages ends; later, no page of the account is connected. */
  seenUntil?: Date;
  away?: boolean;
  /** When `away` last changed. */
  awayAt?: Date;
}

interface PresencesDeps {
  connection: Connection;
  calls: Pick<CallsForDesk, "lastEnded">;
  people: Pick<Auth["people"], "membersOf">;
  log: Logger;
  pollers: Pick<Pollers, "add">;
}

const renewMs = 2000;
/** A reloaded page, or a page that moves to another process, reconnects within this time. */
const leaseMs = 6000;
/** An agent who saves no outcome within this time counts as available again. */
const wrapUpMs = 5 * 60_000;

const seen = {
  onlineSince: { $cond: [{ $gt: ["$seenUntil", "$$NOW"] }, "$onlineSince", "$$NOW"] },
  seenUntil: { $add: ["$$NOW", leaseMs] },
};

/** The presence of an organization's accounts, from their pages at all processes and from their calls. */
export function createPresences({ connection, calls, people, log, pollers }: PresencesDeps) {
  const stored = connection.collection<PresenceDoc>("presences");
  /** The accounts with pages at this process. */
  const here = new Map<string, { organizationId: string; pages: Set<string> }>();

  const store = (_id: string, organizationId: string) =>
    stored.updateOne({ _id }, [{ $set: { organizationId, ...seen } }], { upsert: true });

  async function renew(): Promise<void> {
    if (here.size === 0) return;
    const { matchedCount } = await stored.updateMany({ _id: { $in: [...here.keys()] } }, [{ $set: seen }]);
    // The database may have been unavailable when they connected.
    if (matchedCount < here.size)
      await Promise.all([...here].map(([userId, { organizationId }]) => store(userId, organizationId)));
  }

  return {
    async arrive(peer: Peer): Promise<void> {
      const { userId, organizationId } = peer.caller;
      if (organizationId === null) return;
      const one = here.get(userId) ?? { organizationId, pages: new Set() };
      here.set(userId, one);
      one.pages.add(peer.id);
      peer.onEnd("presence", () => {
        one.pages.delete(peer.id);
        if (one.pages.size === 0 && here.get(userId) === one) here.delete(userId);
      });
      await store(userId, organizationId);
    },

    /** The accounts with pages at this process. */
    accountsHere: () => [...here.keys()],

    isAway: async (userId: string): Promise<boolean> =>
      (await stored.findOne({ _id: userId }))?.away === true,

    async setAway(userId: string, organizationId: string | null, away: boolean): Promise<void> {
      if (organizationId === null) return;
      const awayAt = { $cond: [{ $eq: ["$away", away] }, "$awayAt", "$$NOW"] };
      await stored.updateOne({ _id: userId }, [{ $set: { organizationId, awayAt, away } }], { upsert: true });
    },

    /** @param inCall the start of each agent's running call, by agent */
    async teamOf(organizationId: string, inCall: ReadonlyMap<string, Date>): Promise<TeamMember[]> {
      const [members, presences, ended] = await Promise.all([
        people.membersOf(organizationId),
        stored
          .aggregate<PresenceDoc & { isHere: boolean }>([
            { $match: { organizationId } },
            { $set: { isHere: { $gt: ["$seenUntil", "$$NOW"] } } },
          ])
          .toArray(),
        calls.lastEnded(organizationId),
      ]);
      const byUser = new Map(presences.map((one) => [one._id, one]));
      return members.map((member) => {
        const call = inCall.get(member.userId);
        const [presence, since] =
          call === undefined
            ? stateOf(byUser.get(member.userId), ended.get(member.userId))
            : (["in-call", call] as const);
        return { ...member, presence, ...(since && { since: since.toISOString() }) };
      });
    },

    createIndexes: () => stored.createIndex({ organizationId: 1 }),
    ...pollers.add({
      name: "presences",
      everyMs: renewMs,
      task: renew,
      failed: (err) => log.warn({ err }, "presences could not be renewed"),
    }),
  };
}
export type Presences = ReturnType<typeof createPresences>;

function stateOf(
  presence: (PresenceDoc & { isHere: boolean }) | undefined,
  last: { endedAt: Date; isWrappedUp: boolean } | undefined,
): readonly [Presence, Date | undefined] {
  if (!presence?.isHere) return ["offline", presence?.seenUntil];
  const { onlineSince, away, awayAt } = presence;
  const isWrappingUp = last && !last.isWrappedUp && clock.ms() - last.endedAt.getTime() < wrapUpMs;
  // A presence that the agent sets after the call takes precedence.
  if (isWrappingUp && !(away === true && awayAt && awayAt > last.endedAt))
    return ["wrapping-up", last.endedAt];
  if (away === true) return ["away", awayAt];
  const times = [onlineSince, awayAt, last?.endedAt].filter((time) => time !== undefined);
  return ["available", times.length > 0 ? new Date(Math.max(...times.map(Number))) : undefined];
}
