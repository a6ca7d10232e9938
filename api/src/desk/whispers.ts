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
import type { Logger } from "../http/logger.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Emit } from "../realtime/requests.ts";
import { rooms } from "../realtime/rooms.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import { contentOf, isSaid, nextLines } from "../suggestions/matching/content-words.ts";
import type { Presences } from "./presence.ts";

interface WhispersDeps {
  calls: CallsForDesk;
  audit: Pick<Audit, "wake">;
  keys: Keyring;
  realtime: Pick<Realtime, "emit" | "emitHere">;
  people: Pick<Auth["people"], "rightsOf">;
  presences: Pick<Presences, "accountsHere">;
  log: Logger;
  pollers: Pick<Pollers, "add">;
}

interface NewWhisper {
  id: string;
  text: string;
  /** The network address of the sender. */
  source: string;
}

const pollMs = 1000;
/** A reloaded page receives whispers of this age again. */
const openMs = 5 * 60_000;

/**
 * Whispers are stored before they are emitted, and each process repeats those that no page has reported, so that none is
 * lost with a connection, a process or Redis. Pages recognize repeated ones by their ids.
 */
export function createWhispers(deps: WhispersDeps) {
  const { calls, audit, keys, realtime, people, presences, log, pollers } = deps;
  const queue = createKeyedQueue();

  /** Whether the whisper's sender may still whisper. */
  async function isAllowed({ sender }: WhisperDoc, call: CallDoc): Promise<boolean> {
    const rights = await people.rightsOf(sender.userId);
    return rights?.organizationId === call.organizationId && may(rights.role, "coach");
  }

  /** @returns whether some wait */
  async function sendAgain(): Promise<boolean> {
    const agentIds = presences.accountsHere();
    if (agentIds.length === 0) return false;
    const pending = await calls.pendingWhispers(agentIds, new Date(clock.ms() - pollMs));
    for (const whisper of pending) {
      const call = await calls.find(whisper.callId);
      if (call?.status === "active" && (await isAllowed(whisper, call)))
        realtime.emitHere(rooms.user(call.agentId), "suggestion", suggestionOf(whisper));
      else await calls.dropWhisper(whisper._id);
    }
    return pending.length > 0;
  }

  async function send(call: CallDoc, caller: Caller, { id, text, source }: NewWhisper): Promise<Whisper> {
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

    ...pollers.add({
      name: "whispers",
      everyMs: pollMs,
      backsOff: true,
      task: sendAgain,
      failed: (err) => log.warn({ err }, "whispers could not be sent again"),
    }),
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
