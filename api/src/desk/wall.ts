import type { FollowDesk, TeamMember } from "@souffleur/contracts/desk";
import type { Peer } from "../realtime/requests.ts";
import type { Presences } from "./presence.ts";
import type { WallCall } from "./wall-call.ts";
import { createWallCalls, type WallCallsDeps } from "./wall-calls.ts";
import { createWallFollowers } from "./wall-followers.ts";

export interface WallDeps extends Omit<WallCallsDeps, "shown" | "followers"> {
  presences: Pick<Presences, "teamOf">;
}

/** How often the stored calls are read, because events between processes may get lost. */
const refreshMs = 5000;
const refreshAgainMs = 1000;
const teamMs = 3000;

/**
 * The running calls of an organization, for the pages of this process that show its wall. It is loaded from the
 * database, follows the events of all processes, and is regularly compared with the database.
 */
export function createWall({ organizationId, presences, ...deps }: WallDeps) {
  const shown = new Map<string, WallCall>();
  const followers = createWallFollowers(shown);
  const calls = createWallCalls({ organizationId, ...deps, shown, followers });
  let team: { members: TeamMember[]; json: string; isNew: boolean } = { members: [], json: "", isNew: false };
  const due = { refresh: 0, team: 0 };
  /** The `turnover` of the calls when the team was last read. */
  let teamTurnover = 0;
  let refreshedAt = 0;
  let isLoaded = false;

  async function readTeam(): Promise<void> {
    const inCall = new Map([...shown.values()].map(({ agentId, startedAt }) => [agentId, startedAt]));
    const members = await presences.teamOf(organizationId, inCall);
    const json = JSON.stringify(members);
    team = { members, json, isNew: team.isNew || json !== team.json };
  }

  async function load(): Promise<void> {
    await calls.refresh();
    await readTeam();
    isLoaded = true;
  }

  return {
    call: calls.call,
    ofSession: calls.ofSession,
    take: calls.take,
    correct: calls.correct,
    remove: calls.remove,
    touch: calls.touch,

    /** @returns the whole wall, unless the page has it already, and the calls' last lines */
    async follow(peer: Peer, asked: FollowDesk) {
      // Before anything is awaited, because a wall without followers is dropped.
      const { follower, isWhole } = followers.add(peer, asked);
      if (!isLoaded) await load();
      return {
        isWhole,
        calls: isWhole ? [...shown.values()].map((call) => call.wire()) : [],
        gone: [],
        ...(isWhole && { team: team.members }),
        lines: followers.linesFor(follower),
      };
    },
    /** @returns whether the wall has no followers left */
    unfollow: followers.delete,

    /** A call has begun at some process, perhaps in this organization. */
    refreshSoon(): void {
      due.refresh = Math.min(due.refresh, refreshedAt + refreshAgainMs);
    },

    /** Sends the changes since the last tick. */
    async tick(now: number): Promise<void> {
      if (now >= due.refresh) {
        due.refresh = now + refreshMs;
        refreshedAt = now;
        await calls.refresh();
      }
      await calls.readLines();
      if (now >= due.team || calls.turnover() !== teamTurnover) {
        due.team = now + teamMs;
        teamTurnover = calls.turnover();
        await readTeam();
      }
      for (const call of shown.values()) if (call.becomesQuiet(now)) followers.callChanged(call.id);
      const newTeam = team.isNew ? team.members : undefined;
      team.isNew = false;
      followers.flush(newTeam);
    },
  };
}
export type Wall = ReturnType<typeof createWall>;
