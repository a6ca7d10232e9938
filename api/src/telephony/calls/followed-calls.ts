import type { Sender } from "@souffleur/contracts";
import type { CallsForTelephony, StoredCall } from "../../calls/calls-for-telephony.ts";
import { clock } from "../../clock.ts";
import type { PbxState } from "./pbx-state.ts";
import type { PbxStatus } from "./pbx-status.ts";
import { type Channels, followPhoneCall, type PhoneCall, type PhoneCallDeps } from "./phone-call.ts";
import type { PhoneCounters } from "./phone-counters.ts";

interface FollowedCallsDeps extends Pick<PhoneCallDeps, "taps" | "streams" | "realtime" | "log"> {
  pbxState: PbxState;
  calls: CallsForTelephony;
  counters: PhoneCounters;
  /** The name of this process at the PBX. */
  app: string;
  status: Pick<PbxStatus, "isUp">;
}

interface Followed {
  phone: PhoneCall;
  address: string;
}

/** The telephone calls that this process follows, from their beginning to their end or release. */
export function createFollowedCalls(deps: FollowedCallsDeps) {
  const { pbxState, calls, log, counters, app, status } = deps;
  const followed = new Map<string, Followed>();
  const ending = new Map<string, Promise<void>>();
  let pbx = "";
  let isReleased = false;

  /** Identifies a call by its agent's channel, among the calls of all PBXs. */
  const keyOf = (channelId: string) => `${pbx}/${channelId}`;
  const all = () => [...followed.values()];
  const withChannel = (leg: Sender, channelId: string) =>
    all().find(({ phone }) => phone.channelOf(leg) === channelId);
  const isOfAgent = (agentId: string) => all().some(({ phone }) => phone.call.agentId === agentId);

  /**
   * Whether no process follows a stored call. No other process can use this application's name at the PBX now; one of our
   * own calls is an orphan where ending it has failed.
   */
  function isOrphan(call: StoredCall): boolean {
    if (call.owner === calls.owner) return !followed.has(call._id) && !ending.has(call._id);
    return call.phone?.app === app || call.leaseUntil.getTime() < clock.ms();
  }

  /** Follows a stored call. @param address the agent's */
  function begin(call: StoredCall, channels: Channels, address: string): void {
    const phone = followPhoneCall({ ...deps, onOver: () => void drop(call._id) }, call, channels);
    const followedCall = { phone, address };
    followed.set(call._id, followedCall);
    counters.active.set(followed.size);
    phone.reports.established();
    if (status.isUp()) phone.reports.asterisk("monitoring");
    // A channel may have been hung up while the call was being stored.
    const isGone = Object.values(channels).some((channelId) => !pbxState.has(channelId));
    if (isGone) void end(followedCall, undefined);
  }

  function leave({ phone }: Followed): void {
    followed.delete(phone.call._id);
    counters.active.set(followed.size);
    if (!isOfAgent(phone.call.agentId) && status.isUp()) phone.reports.asterisk("ready");
  }

  /** Stops following a call, once, however often it is called. */
  function finish(followedCall: Followed, how: () => Promise<void>): Promise<void> {
    const { _id: callId } = followedCall.phone.call;
    const known = ending.get(callId);
    if (known) return known;
    leave(followedCall);
    const done = how()
      .catch((err: unknown) => log.error({ err, callId }, "a telephone call could not be ended"))
      .finally(() => ending.delete(callId));
    ending.set(callId, done);
    return done;
  }

  const end = (followedCall: Followed, cause: string | undefined) =>
    finish(followedCall, () => followedCall.phone.end(cause));

  /** Stops following a call that was ended on the screen; the telephones are not affected. */
  async function drop(callId: string): Promise<void> {
    const followedCall = followed.get(callId);
    if (followedCall) await finish(followedCall, () => followedCall.phone.release());
  }

  return {
    isOrphan,
    begin,
    end,
    drop,
    all,
    withChannel,
    keyOf,
    isReleased: () => isReleased,

    /** @param id identifies this PBX among all */
    setPbx(id: string): void {
      pbx = id;
    },

    /** The agent's channel of a stored call; undefined for one of another PBX. */
    channelOf({ phone }: StoredCall): string | undefined {
      return phone?.key.startsWith(keyOf("")) ? phone.key.slice(keyOf("").length) : undefined;
    },

    findByChannel: (channelId: string) => withChannel("agent", channelId) ?? withChannel("client", channelId),

    /** Stops following all calls, so that a successor can take them over; the telephones are not affected. */
    async release(): Promise<void> {
      isReleased = true;
      const phones = all().map(({ phone }) => phone);
      followed.clear();
      await Promise.allSettled([...phones.map((phone) => phone.release()), ...ending.values()]);
      await calls.release();
    },
  };
}
export type FollowedCalls = ReturnType<typeof createFollowedCalls>;
