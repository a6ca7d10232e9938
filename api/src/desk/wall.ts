import type { Line } from "@souffleur/contracts";
import type { DeskChange, DeskLine, FollowDesk, TeamMember } from "@souffleur/contracts/desk";
import type { CallsForDesk } from "../calls/calls.ts";
import type { RunningCall } from "../calls/records/desk-records.ts";
import type { PublishedPlaybooks } from "../playbook/published-playbooks.ts";
import type { Peer } from "../realtime/requests.ts";
import type { CompiledPlaybook } from "../suggestions/matching/compile-playbook.ts";
import type { Presences } from "./presence.ts";
import { createWallCall, type WallCall } from "./wall-call.ts";
import type { Watches } from "./watches.ts";

interface Follower {
  peer: Peer;
  callIds: ReadonlySet<string>;
  /** The number of the last line that was sent, by call. */
  sent: Map<string, number>;
}

export interface WallDeps {
  organizationId: string;
  calls: Pick<CallsForDesk, "linesOf" | "linesAfter"> & {
    running(organizationId: string): PromiseLike<RunningCall[]>;
  };
  playbooks: Pick<PublishedPlaybooks, "guidanceOf">;
  watches: Pick<Watches, "of">;
  presences: Pick<Presences, "teamOf">;
}

/** How often the stored calls are read, because events between processes may get lost. */
const refreshMs = 5000;
const refreshAgainMs = 1000;
const teamMs = 3000;
/** Lines are read in batches of this many calls, so that other requests are answered in between. */
const callsAtOnce = 20;

/**
 * The running calls of an organization, for the pages of this process that show its wall. It is loaded from the
 * database, follows the events of all processes, and is regularly compared with the database.
 */
export function createWall({ organizationId, calls, playbooks, watches, presences }: WallDeps) {
  const shown = new Map<string, WallCall>();
  const bySession = new Map<string, WallCall>();
  const followers = new Map<string, Follower>();
  const changed = new Set<string>();
  const gone = new Set<string>();
  const behind = new Set<string>();
  /** Calls of which a line may have another text. */
  const corrected = new Set<string>();
  let team: { members: TeamMember[]; json: string; isNew: boolean } = { members: [], json: "", isNew: false };
  let playbook: CompiledPlaybook | undefined;
  const due = { refresh: 0, team: 0 };
  let refreshedAt = 0;
  let isLoaded = false;
  let refreshing: Promise<void> | undefined;
  /** Calls that end during a read, which may still find them active. */
  const ended = new Set<string>();
  /** Calls whose help or watchers change during a read, whose result may be older. */
  const touched = new Set<string>();

  function remove(callId: string): void {
    if (refreshing) ended.add(callId);
    const call = shown.get(callId);
    if (call === undefined) return;
    shown.delete(callId);
    bySession.delete(call.sessionId);
    changed.delete(callId);
    gone.add(callId);
    for (const { sent } of followers.values()) sent.delete(callId);
    due.team = 0;
  }

  function take(call: WallCall, line: Parameters<WallCall["add"]>[0]): void {
    const isChanged = call.add(line, playbook);
    if (isChanged === undefined) behind.add(call.id);
    else if (isChanged) changed.add(call.id);
  }

  /** A line has another text. */
  function correct(line: Pick<Line, "callId" | "seq" | "text">): void {
    const call = shown.get(line.callId);
    if (call?.correct(line)) for (const { sent } of followers.values()) sent.delete(call.id);
  }

  function refresh(): Promise<void> {
    refreshing ??= read().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function read(): Promise<void> {
    ended.clear();
    touched.clear();
    ({ playbook } = await playbooks.guidanceOf(organizationId));
    const [running, watchers] = await Promise.all([
      calls.running(organizationId),
      watches.of(organizationId),
    ]);
    const ids = new Set(running.map(({ _id }) => _id));
    for (const callId of shown.keys()) if (!ids.has(callId)) remove(callId);
    const begun: string[] = [];
    for (const stored of running) {
      if (ended.has(stored._id)) continue;
      const known = shown.get(stored._id);
      const call = known ?? createWallCall(stored);
      if (known === undefined) {
        shown.set(call.id, call);
        bySession.set(call.sessionId, call);
        changed.add(call.id);
        begun.push(call.id);
        due.team = 0;
      } else if (stored.seq > call.through()) behind.add(call.id);
      if (call.isCorrected(stored.corrections)) corrected.add(call.id);
      if (touched.has(call.id)) continue;
      const isHelpNew = call.setHelp(stored.help);
      if (call.setWatchers(watchers.get(call.id) ?? { names: [], userIds: [] }) || isHelpNew)
        changed.add(call.id);
    }
    for (let from = 0; from < begun.length; from += callsAtOnce) {
      for (const line of await calls.linesOf(begun.slice(from, from + callsAtOnce))) {
        const call = shown.get(line.callId);
        if (call) take(call, line);
      }
    }
  }

  async function readBehind(): Promise<void> {
    const late = [...behind];
    behind.clear();
    for (const callId of late) {
      const call = shown.get(callId);
      if (call === undefined) continue;
      for (const line of await calls.linesAfter(callId, call.through())) take(call, line);
    }
    for (const callId of corrected) {
      corrected.delete(callId);
      const call = shown.get(callId);
      for (const line of call ? await calls.linesAfter(callId, call.turnFrom() - 1) : []) correct(line);
    }
  }

  async function readTeam(): Promise<void> {
    const inCall = new Map([...shown.values()].map(({ agentId, startedAt }) => [agentId, startedAt]));
    const members = await presences.teamOf(organizationId, inCall);
    const json = JSON.stringify(members);
    team = { members, json, isNew: team.isNew || json !== team.json };
  }

  function linesFor(follower: Follower): DeskLine[] {
    return [...follower.callIds].flatMap((callId) => {
      const line = shown.get(callId)?.line();
      if (line === undefined || line.seq === follower.sent.get(callId)) return [];
      follower.sent.set(callId, line.seq);
      return [line];
    });
  }

  function flush(): void {
    const change: DeskChange = {
      calls: [...changed].flatMap((callId) => shown.get(callId)?.wire() ?? []),
      gone: [...gone],
      ...(team.isNew && { team: team.members }),
    };
    const isNews = change.calls.length + change.gone.length > 0 || team.isNew;
    changed.clear();
    gone.clear();
    team.isNew = false;
    for (const follower of followers.values()) {
      if (isNews) follower.peer.emit("desk_changed", change);
      const lines = linesFor(follower);
      if (lines.length > 0) follower.peer.emit("desk_lines", { lines });
    }
  }

  async function load(): Promise<void> {
    await refresh();
    await readTeam();
    isLoaded = true;
  }

  return {
    /** @returns the whole wall, unless the page has it already, and the calls' last lines */
    async follow(peer: Peer, { callIds, hasWhole }: FollowDesk) {
      const before = followers.get(peer.id);
      const isWhole = !hasWhole || before === undefined;
      const sent = isWhole ? new Map<string, number>() : before.sent;
      const follower: Follower = { peer, callIds: new Set(callIds), sent };
      // Before anything is awaited, because a wall without followers is dropped.
      followers.set(peer.id, follower);
      if (!isLoaded) await load();
      return {
        isWhole,
        calls: isWhole ? [...shown.values()].map((call) => call.wire()) : [],
        gone: [],
        ...(isWhole && { team: team.members }),
        lines: linesFor(follower),
      };
    },
    /** @returns whether the wall has no followers left */
    unfollow(peerId: string): boolean {
      followers.delete(peerId);
      return followers.size === 0;
    },

    call: (callId: string) => shown.get(callId),
    ofSession: (sessionId: string) => bySession.get(sessionId),
    take,
    correct,
    remove,
    touch(callId: string): void {
      changed.add(callId);
      if (refreshing) touched.add(callId);
    },
    /** A call has begun at some process, perhaps in this organization. */
    refreshSoon(): void {
      due.refresh = Math.min(due.refresh, refreshedAt + refreshAgainMs);
    },

    /** Sends the changes since the last tick. */
    async tick(now: number): Promise<void> {
      if (now >= due.refresh) {
        due.refresh = now + refreshMs;
        refreshedAt = now;
        await refresh();
      }
      await readBehind();
      if (now >= due.team) {
        due.team = now + teamMs;
        await readTeam();
      }
      for (const call of shown.values()) if (call.becomesQuiet(now)) changed.add(call.id);
      flush();
    },
  };
}
export type Wall = ReturnType<typeof createWall>;
