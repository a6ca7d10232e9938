import type { CallSummary } from "@souffleur/contracts";
import type { DeskCall, DeskLine, TeamMember } from "@souffleur/contracts/desk";
import type { ServerEvent } from "@souffleur/contracts/realtime";

/** A running call: at first as in the list of calls, complete once the wall is followed. */
export type WallCall = Pick<DeskCall, "callId" | "agentId" | "agentName" | "customer" | "startedAt"> &
  Partial<DeskCall>;

export interface Wall {
  calls: ReadonlyMap<string, WallCall>;
  lines: ReadonlyMap<string, DeskLine>;
  team: readonly TeamMember[];
  /** Whether the server has sent the complete wall. */
  isWhole: boolean;
}

export const emptyWall: Wall = { calls: new Map(), lines: new Map(), team: [], isWhole: false };

/** Shows the list of running calls until the complete wall has arrived. */
export function listed(wall: Wall, running: readonly CallSummary[]): Wall {
  if (wall.isWhole) return wall;
  return { ...wall, calls: new Map(running.map((call) => [call.callId, call])) };
}

/** Replaces the wall with a complete one. */
export function replaced(wall: Wall, { calls, team = [] }: ServerEvent<"desk_changed">): Wall {
  return { ...wall, calls: new Map(calls.map((call) => [call.callId, call])), team, isWhole: true };
}

/** Applies a change of the wall. */
export function changed(wall: Wall, { calls, gone, team }: ServerEvent<"desk_changed">): Wall {
  const next = new Map(wall.calls);
  for (const call of calls) next.set(call.callId, call);
  const lines = new Map(wall.lines);
  for (const callId of gone) {
    next.delete(callId);
    lines.delete(callId);
  }
  return { ...wall, calls: next, lines, team: team ?? wall.team };
}

export function withLines(wall: Wall, arrived: readonly DeskLine[]): Wall {
  if (arrived.length === 0) return wall;
  const lines = new Map(wall.lines);
  for (const line of arrived) {
    if (line.seq >= (lines.get(line.callId)?.seq ?? 0)) lines.set(line.callId, line);
  }
  return { ...wall, lines };
}

/** What makes a call urgent, the most urgent first. */
const alerts: readonly ((call: WallCall) => boolean)[] = [
  ({ help }) => help !== undefined && help.takenBy === undefined,
  ({ audio }) => audio === "lost",
  ({ quietSince }) => quietSince !== undefined,
  ({ help }) => help !== undefined,
  ({ audio }) => audio === "gaps",
  ({ mention }) => mention !== undefined,
];

function rank(call: WallCall): number {
  const at = alerts.findIndex((has) => has(call));
  return at < 0 ? alerts.length : at;
}

/** The most urgent calls first; among equals the one whose request for help, or whose start, is the oldest. */
export function byUrgency(calls: Iterable<WallCall>): WallCall[] {
  return [...calls]
    .map((call) => ({ call, rank: rank(call), since: call.help?.askedAt ?? call.startedAt }))
    .sort((a, b) => a.rank - b.rank || compare(a.since, b.since) || compare(a.call.callId, b.call.callId))
    .map(({ call }) => call);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The calls in a given order, without those that have ended; new calls are appended. */
export function inOrder(order: readonly string[], calls: ReadonlyMap<string, WallCall>): WallCall[] {
  const known = new Set(order);
  const remaining = order.flatMap((callId) => calls.get(callId) ?? []);
  return [...remaining, ...byUrgency([...calls.values()].filter(({ callId }) => !known.has(callId)))];
}
