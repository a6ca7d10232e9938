import { may, type Suggestion } from "@souffleur/contracts";
import type { Whisper } from "@souffleur/contracts/desk";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Auth } from "../auth/auth.ts";
import type { CallDoc, CallsForDesk } from "../calls/calls.ts";
import { maskSecrets } from "../calls/masking/masking.ts";
import type { WhisperDoc } from "../calls/records/desk-records.ts";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { appError } from "../http/errors.ts";
import { type Caller, nameOf } from "../http/guard.ts";
import { serverLimits } from "../limits.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Emit } from "../realtime/requests.ts";
import { rooms } from "../realtime/rooms.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import { contentOf, isSaid, nextLines } from "../suggestions/matching/content-words.ts";
import type { Presences } from "./presence.ts";

interface WhispersDeps {
  calls: CallsForDesk;
  audit: Pick<Audit, "wake">;
  keys: Keyring;
  realtime: Pick<Realtime, "emit" | "emitHere">;
  people: Pick<Auth["people"], "rightsOf">;
  presences: Pick<Presences, "accountsHere">;
  jobs: Pick<Jobs, "moved">;
}

interface NewWhisper {
  id: string;
  text: string;
  /** The network address of the sender. */
  source: string;
}

/** How soon one that no page has reported is sent again; a little less than the interval of looks. */
const everyMs = 900;
/** A reloaded page receives whispers of this age again. */
const openMs = 5 * 60_000;

/**
 * Whispers are stored before they are emitted, and each process repeats those that no page has reported, so that none is
 * lost with a connection, a process or Redis. Pages recognize repeated ones by their ids.
 */
export function createWhispers(deps: WhispersDeps) {
  const { calls, audit, keys, realtime, people, presences, jobs } = deps;
  const queue = createKeyedQueue();

  /** Whether the whisper's sender may still whisper. */
  async function isAllowed({ sender }: WhisperDoc, call: CallDoc): Promise<boolean> {
    const rights = await people.rightsOf(sender.userId);
    return rights?.organizationId === call.organizationId && may(rights.role, "coach");
  }

  let sentAt = Number.NEGATIVE_INFINITY;
  // Each process does it for the pages that it has, so that none claims a whisper.
  const resends = jobs.moved<WhisperDoc, "all">({
    models: [calls.whispers],
    name: "whispers",
    shares: serverLimits.jobs.moves,
    batch: serverLimits.batches.whispers,
    waiting: { filter: { provider: "coach", pending: true, agentId: { $gt: "" } }, since: "timestamp" },
    where(now) {
      const agentIds = presences.accountsHere();
      if (agentIds.length === 0 || performance.now() < sentAt + everyMs) return undefined;
      return { agentId: { $in: agentIds }, timestamp: { $lt: new Date(now.getTime() - everyMs) } };
    },
    async move(pending) {
      sentAt = performance.now();
      for (const whisper of pending.toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime())) {
        const call = await calls.find(whisper.callId);
        if (call?.status === "active" && (await isAllowed(whisper, call)))
          realtime.emitHere(rooms.user(call.agentId), "suggestion", suggestionOf(whisper));
        else await calls.dropWhisper(whisper._id);
      }
    },
  });

  async function send(call: CallDoc, caller: Caller, { id, text, source }: NewWhisper): Promise<Whisper> {
    if ((await calls.countWaitingWhispers(call._id, id)) >= serverLimits.whispersWaiting)
      throw appError("RATE_LIMITED", { retryAfter: 10 });
    const event = auditEvent("call.whispered", call._id, clock.now(), { actorId: caller.userId, source });
    const sender = { userId: caller.userId, name: nameOf(caller) };
    const whisper = { _id: id, text: maskSecrets(text), sender, audit: [sealEvent(keys, event)] };
    const kept = await calls.keepWhisper(whisper, call);
    audit.wake();
    if (kept?.callId !== call._id || kept.sender?.userId !== caller.userId)
      throw appError("INVALID_TRANSITION", { text: "This id is taken. Send the whisper with another one." });
    if (kept.pending) realtime.emit(rooms.user(call.agentId), "suggestion", suggestionOf(kept));
    calls.announceWhispers(call);
    return wire(kept, false);
  }

  return {
    /** Sends a whisper; a repetition with the same id, even a concurrent one, changes nothing. */
    send: (call: CallDoc, caller: Caller, given: NewWhisper): Promise<Whisper> =>
      queue.acquire(given.id, () => send(call, caller, given)),

    /** The call's whispers, each with whether the agent has said it. */
    async of(call: CallDoc, caller: Caller): Promise<Whisper[]> {
      const kept = await calls.whispersOf(call._id);
      const [first] = kept;
      if (first === undefined) return [];
      const lines = await calls.readLines.after(caller, call._id, first.seq);
      const own = lines.filter(({ sender }) => sender === "agent");
      return kept.map((whisper) => {
        const after = nextLines(own, whisper.seq).map(({ text }) => contentOf(text));
        return wire(whisper, isSaid(contentOf(whisper.text), after));
      });
    },

    /** Emits open whispers to a page of the agent that joins the call, because it may have been reloaded. */
    async emitOpen(call: CallDoc, emit: Emit): Promise<void> {
      for (const whisper of await calls.openWhispers(call._id, new Date(clock.ms() - openMs))) {
        if (whisper.state !== undefined || (await isAllowed(whisper, call)))
          emit("suggestion", suggestionOf(whisper));
      }
    },

    ...resends,
  };
}
export type Whispers = ReturnType<typeof createWhispers>;

function suggestionOf(whisper: WhisperDoc): Suggestion {
  const { _id: id, callId, text, confidence, category, sender } = whisper;
  const timestamp = whisper.timestamp.toISOString();
  return { id, callId, text, confidence, category, timestamp, provider: "coach", from: sender.name };
}

const states = {
  delivered: "delivered",
  shown: "seen",
  dismissed: "dismissed",
  copied: "used",
  used: "used",
} as const;

function wire({ _id: id, text, sender, timestamp, state }: WhisperDoc, said: boolean): Whisper {
  return {
    id,
    text,
    sender,
    timestamp: timestamp.toISOString(),
    state: state === undefined ? "sent" : states[state],
    said,
  };
}
