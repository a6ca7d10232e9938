import type { DeskChange, DeskLine, FollowDesk, TeamMember } from "@souffleur/contracts/desk";
import type { Peer } from "../realtime/requests.ts";
import type { WallCall } from "./wall-call.ts";

interface Follower {
  peer: Peer;
  callIds: ReadonlySet<string>;
  /** The number of the last line that was sent, by call. */
  sent: Map<string, number>;
}

/** The pages that follow a wall, and what has changed on it since they were last sent something. */
export function createWallFollowers(shown: ReadonlyMap<string, WallCall>) {
  const followers = new Map<string, Follower>();
  const changed = new Set<string>();
  const gone = new Set<string>();

  /** Its last line is sent again, such as after another text. */
  function forgetSent(callId: string): void {
    for (const { sent } of followers.values()) sent.delete(callId);
  }

  /** The last lines that the page has not been sent. */
  function linesFor(follower: Follower): DeskLine[] {
    return [...follower.callIds].flatMap((callId) => {
      const line = shown.get(callId)?.line();
      if (line === undefined || line.seq === follower.sent.get(callId)) return [];
      follower.sent.set(callId, line.seq);
      return [line];
    });
  }

  return {
    /** @returns also whether the page has to be sent the whole wall */
    add(peer: Peer, { callIds, hasWhole }: FollowDesk): { follower: Follower; isWhole: boolean } {
      const before = followers.get(peer.id);
      const isWhole = !hasWhole || before === undefined;
      const sent = isWhole ? new Map<string, number>() : before.sent;
      const follower: Follower = { peer, callIds: new Set(callIds), sent };
      followers.set(peer.id, follower);
      return { follower, isWhole };
    },
    /** @returns whether none is left */
    delete(peerId: string): boolean {
      followers.delete(peerId);
      return followers.size === 0;
    },

    callChanged(callId: string): void {
      changed.add(callId);
    },
    callGone(callId: string): void {
      changed.delete(callId);
      gone.add(callId);
      forgetSent(callId);
    },
    forgetSent,
    linesFor,

    /** Sends the changes, and the team where it has changed. */
    flush(team: TeamMember[] | undefined): void {
      const change: DeskChange = {
        calls: [...changed].flatMap((callId) => shown.get(callId)?.wire() ?? []),
        gone: [...gone],
        ...(team && { team }),
      };
      const isNews = change.calls.length + change.gone.length > 0 || team !== undefined;
      changed.clear();
      gone.clear();
      for (const follower of followers.values()) {
        if (isNews) follower.peer.emit("desk_changed", change);
        const lines = linesFor(follower);
        if (lines.length > 0) follower.peer.emit("desk_lines", { lines });
      }
    },
  };
}
export type WallFollowers = ReturnType<typeof createWallFollowers>;
