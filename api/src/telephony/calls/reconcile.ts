import * as z from "zod";
import type { CallsForTelephony } from "../../calls/calls-for-telephony.ts";
import type { Logger } from "../../http/logger.ts";
import { pause } from "../../scheduling/backoff.ts";
import type { AriClient } from "../ari/ari-client.ts";
import { Bridge, Channel } from "../ari/ari-events.ts";
import type { FollowedCalls } from "./followed-calls.ts";
import type { PbxEventRouter } from "./pbx-event-router.ts";
import type { PbxState } from "./pbx-state.ts";

interface ReconcileDeps {
  ari: Pick<AriClient, "get">;
  calls: CallsForTelephony;
  followedCalls: FollowedCalls;
  eventRouter: PbxEventRouter;
  pbxState: PbxState;
  log: Logger;
}

const againMs = 1000;
const Info = z.object({ system: z.object({ entity_id: z.string() }) });

/** Reconciles the PBX, the stored calls and those that this process follows. */
export function createReconcile({ ari, calls, followedCalls, eventRouter, pbxState, log }: ReconcileDeps) {
  /** Follows the calls of ended processes whose channels still exist, and ends the others. */
  async function adoptOrphans(): Promise<void> {
    for (const call of await calls.findActive()) {
      const channelId = followedCalls.isOrphan(call) ? followedCalls.channelOf(call) : undefined;
      if (channelId === undefined) continue;
      await eventRouter.lookAt(channelId);
      if (!pbxState.has(channelId)) await calls.endAbandoned(call);
    }
  }

  async function load(aborted: AbortSignal, onAnswer: () => void): Promise<void> {
    const [{ system }, channels, bridges] = await Promise.all([
      ari.get(Info, "/asterisk/info"),
      ari.get(z.array(Channel), "/channels"),
      ari.get(z.array(Bridge), "/bridges"),
    ]);
    if (aborted.aborted) return;
    followedCalls.setPbx(system.entity_id);
    onAnswer();
    await eventRouter.load(channels, bridges);
    await adoptOrphans();
  }

  return {
    adoptOrphans,

    /**
     * Loads the PBX's state and finds the calls again, after the events' connection was opened. Tries until it succeeds
     * or is aborted.
     * @param onAnswer runs when the PBX has answered
     */
    async loadPbx(aborted: AbortSignal, onAnswer: () => void): Promise<void> {
      while (!aborted.aborted) {
        try {
          return await load(aborted, onAnswer);
        } catch (err) {
          log.warn({ err }, "Asterisk's state could not be read; trying again");
          await pause(againMs, aborted);
        }
      }
    },

    /** Stops following calls that were ended elsewhere. */
    async dropEnded(): Promise<void> {
      const followed = followedCalls.all().map(({ phone }) => phone.call._id);
      for (const callId of await calls.findEnded(followed)) await followedCalls.drop(callId);
    },
  };
}
