import type { Line } from "@souffleur/contracts";
import type { CallsForDesk } from "../calls/calls.ts";
import type { RunningCall } from "../calls/records/desk-records.ts";
import type { PublishedPlaybooks } from "../playbook/published-playbooks.ts";
import { createSlices } from "../slices.ts";
import type { CompiledPlaybook } from "../suggestions/matching/compile-playbook.ts";
import { createWallCall, type WallCall } from "./wall-call.ts";
import type { WallFollowers } from "./wall-followers.ts";
import type { Watches } from "./watches.ts";

export interface WallCallsDeps {
  organizationId: string;
  calls: Pick<CallsForDesk, "linesOf" | "linesAfter"> & {
    running(organizationId: string): PromiseLike<RunningCall[]>;
  };
  playbooks: Pick<PublishedPlaybooks, "guidanceOf">;
  watches: Pick<Watches, "of">;
  /** By id; only this adds and removes any. */
  shown: Map<string, WallCall>;
  followers: Pick<WallFollowers, "callChanged" | "callGone" | "forgetSent">;
}

/** Lines are read in batches of this many calls, so that other requests are answered in between. */
const callsAtOnce = 20;

/** A call may have thousands of lines, and each is matched with the playbook. */
async function withPauses<Line>(lines: Iterable<Line> | AsyncIterable<Line>, take: (line: Line) => void) {
  const pause = createSlices();
  for await (const line of lines) {
    take(line);
    await pause();
  }
}

/** Keeps the calls of a wall as the database and the events of all processes say. */
export function createWallCalls(deps: WallCallsDeps) {
  const { organizationId, calls, playbooks, watches, shown, followers } = deps;
  const bySession = new Map<string, WallCall>();
  const behind = new Set<string>();
  /** Calls of which a line may have another text. */
  const corrected = new Set<string>();
  let playbook: CompiledPlaybook | undefined;
  /** Increases whenever a call begins or ends. */
  let turnover = 0;
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
    followers.callGone(callId);
    turnover++;
  }

  function take(call: WallCall, line: Parameters<WallCall["add"]>[0]): void {
    const isChanged = call.add(line, playbook);
    if (isChanged === undefined) behind.add(call.id);
    else if (isChanged) followers.callChanged(call.id);
  }

  /** A line has another text. */
  function correct(line: Pick<Line, "callId" | "seq" | "text">): void {
    const call = shown.get(line.callId);
    if (call?.correct(line)) followers.forgetSent(call.id);
  }

  /** Reads the stored calls, once for all that ask meanwhile. */
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
        followers.callChanged(call.id);
        begun.push(call.id);
        turnover++;
      } else if (stored.seq > call.through()) behind.add(call.id);
      if (call.isCorrected(stored.corrections)) corrected.add(call.id);
      if (touched.has(call.id)) continue;
      const isHelpNew = call.setHelp(stored.help);
      if (call.setWatchers(watchers.get(call.id) ?? { names: [], userIds: [] }) || isHelpNew)
        followers.callChanged(call.id);
    }
    for (let from = 0; from < begun.length; from += callsAtOnce) {
      await withPauses(calls.linesOf(begun.slice(from, from + callsAtOnce)), (line) => {
        const call = shown.get(line.callId);
        if (call) take(call, line);
      });
    }
  }

  /** Reads the lines that are missing, and those that may have another text. */
  async function readLines(): Promise<void> {
    const late = [...behind];
    behind.clear();
    for (const callId of late) {
      const call = shown.get(callId);
      if (call === undefined) continue;
      await withPauses(await calls.linesAfter(callId, call.through()), (line) => take(call, line));
    }
    for (const callId of corrected) {
      corrected.delete(callId);
      const call = shown.get(callId);
      if (call) await withPauses(await calls.linesAfter(callId, call.turnFrom() - 1), correct);
    }
  }

  return {
    call: (callId: string) => shown.get(callId),
    ofSession: (sessionId: string) => bySession.get(sessionId),
    turnover: () => turnover,
    refresh,
    readLines,
    take,
    correct,
    remove,
    touch(callId: string): void {
      followers.callChanged(callId);
      if (refreshing) touched.add(callId);
    },
  };
}
