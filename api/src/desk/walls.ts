import { FollowDesk } from "@souffleur/contracts/desk";
import {
  lineOf,
  type ServerEvent,
  type ServerEventName,
  type TranscriptionEvent,
} from "@souffleur/contracts/realtime";
import * as z from "zod";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { requireInOrganization } from "../calls/access.ts";
import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import type { Onboarding } from "../onboarding/onboarding.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import { createWall, type Wall, type WallDeps } from "./wall.ts";

interface WallsDeps extends Omit<WallDeps, "organizationId"> {
  realtime: Pick<Realtime, "onRequest" | "onEmitted">;
  audit: Pick<Audit, "append">;
  onboarding: Pick<Onboarding, "openedFloor">;
  log: Logger;
  pollers: Pick<Pollers, "add">;
}

const tickMs = 500;

/** The walls that pages of this process show. */
export function createWalls({ realtime, audit, log, pollers, ...deps }: WallsDeps) {
  const walls = new Map<string, Wall>();
  /** The organization whose wall a page follows. */
  const followed = new Map<string, string>();

  function unfollow(peerId: string): void {
    const organizationId = followed.get(peerId);
    followed.delete(peerId);
    if (organizationId !== undefined && walls.get(organizationId)?.unfollow(peerId))
      walls.delete(organizationId);
  }

  realtime.onRequest(
    "follow_desk",
    { payload: FollowDesk, text: "callIds must be a list of at most 60 calls' ids." },
    async (peer, asked) => {
      const organizationId = requireInOrganization("viewAllCalls", peer.caller);
      if (!followed.has(peer.id)) {
        // The account may have lost its role since the page connected; then the connection ends before any call is sent.
        await peer.recheck();
        const { userId: actorId } = peer.caller;
        await audit.append([auditEvent("desk.opened", organizationId, clock.now(), { actorId })]);
        await deps.onboarding.openedFloor(peer.caller);
      }
      const wall = walls.get(organizationId) ?? createWall({ organizationId, ...deps });
      walls.set(organizationId, wall);
      followed.set(peer.id, organizationId);
      const answer = wall.follow(peer, asked);
      // After `follow`, because the connection may have ended meanwhile.
      peer.onEnd("wall", () => unfollow(peer.id));
      return answer;
    },
  );
  realtime.onRequest(
    "leave_desk",
    { payload: z.object({}), text: "The payload must be an empty object." },
    async (peer) => {
      unfollow(peer.id);
      return {};
    },
  );

  function takeLine(wall: Wall, event: TranscriptionEvent): void {
    const line = lineOf(event);
    const call = line && wall.call(line.callId);
    if (call) wall.take(call, line);
  }

  const apply: { [Name in ServerEventName]?: (wall: Wall, event: ServerEvent<Name>) => void } = {
    call_started: (wall) => wall.refreshSoon(),
    call_ended: (wall, { callId }) => wall.remove(callId),
    live_transcription: takeLine,
    bridge_transcription: takeLine,
    line_changed(wall, { line }) {
      wall.correct(line);
    },
    audio_health(wall, { sessionId, legs }) {
      const call = wall.ofSession(sessionId);
      if (call?.setAudio(legs)) wall.touch(call.id);
    },
    help_changed(wall, { callId, help }) {
      const asked = help && { ...help, askedAt: new Date(help.askedAt) };
      if (wall.call(callId)?.setHelp(asked)) wall.touch(callId);
    },
    call_watchers(wall, { callId, names, userIds = [] }) {
      if (wall.call(callId)?.setWatchers({ names, userIds })) wall.touch(callId);
    },
  };
  realtime.onEmitted((name, event) => {
    const applied = apply[name] as ((wall: Wall, event: object) => void) | undefined;
    if (applied) for (const wall of walls.values()) applied(wall, event);
  });

  const failed = (err: unknown, organizationId?: string) =>
    log.warn({ err, organizationId }, "the wall could not be renewed");

  async function tick(): Promise<void> {
    for (const [organizationId, wall] of walls) {
      await wall.tick(clock.ms()).catch((err) => failed(err, organizationId));
    }
  }

  return pollers.add({ name: "walls", everyMs: tickMs, task: tick, failed });
}
