import type { Session } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import type { Users } from "../auth/accounts/users.ts";
import { belongs } from "../auth/authenticate.ts";
import type { Place, SessionDoc, Sessions } from "../auth/sessions.ts";
import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { browserNames } from "./browser-names.ts";
import { changeMail } from "./mails.ts";
import { requireProof } from "./proof.ts";

interface OwnSessionsDeps {
  users: Users;
  sessions: Sessions;
  outboxes: Outboxes;
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** What owners do with their sessions: look at them, and end them. */
export function createOwnSessions({ users, sessions, outboxes }: OwnSessionsDeps) {
  /** Those that a request would accept, that of the caller first. */
  async function liveOf({ userId, sessionId }: Caller, now: Date): Promise<SessionDoc[]> {
    const [user, all] = await Promise.all([users.findForRequest(userId), sessions.listOf(userId, now)]);
    const own = user === null ? [] : all.filter((session) => belongs(session, user));
    const isCurrent = ({ _id }: SessionDoc) => _id === sessionId;
    return [...own.filter(isCurrent), ...own.filter((session) => !isCurrent(session))];
  }

  function end({ userId }: Caller, id: string, { source }: Place, now: Date): Promise<boolean> {
    const audit = auditEvent("session.ended", userId, now, {
      actorId: userId,
      from: "live",
      to: "ended",
      reason: id,
      source,
    });
    return sessions.endOf(userId, id, audit, now);
  }

  /** The mail follows the end of the sessions: one that is lost in a crash between them has changed nothing. */
  async function report({ email }: Caller, place: Place, now: Date): Promise<void> {
    await users.queueMail(email, changeMail("sessions", place, now));
    outboxes.wake();
  }

  return {
    async list(caller: Caller, now: Date): Promise<Session[]> {
      return (await liveOf(caller, now)).map((session) => toDto(session, caller));
    },

    /** @throws AppError PROOF_REQUIRED, NOT_FOUND */
    async end(caller: Caller, id: string, place: Place, now: Date): Promise<void> {
      requireProof(caller, now);
      if (await end(caller, id, place, now)) return report(caller, place, now);
      if (!(await sessions.isOf(caller.userId, id))) throw appError("NOT_FOUND");
    },

    /** @returns how many have ended @throws AppError PROOF_REQUIRED */
    async endOthers(caller: Caller, place: Place, now: Date): Promise<number> {
      requireProof(caller, now);
      let ended = 0;
      // The list is bounded: it is read until nothing is left to end.
      for (;;) {
        const others = (await liveOf(caller, now)).filter(({ _id }) => _id !== caller.sessionId);
        let endedNow = 0;
        for (const { _id } of others) if (await end(caller, _id, place, now)) endedNow++;
        ended += endedNow;
        if (endedNow === 0) break;
      }
      if (ended > 0) await report(caller, place, now);
      return ended;
    },
  };
}

function toDto({ _id, place, createdAt, renewedAt }: SessionDoc, { sessionId }: Caller): Session {
  return {
    id: _id,
    ...browserNames(place?.userAgent),
    ...(place !== undefined && { address: place.source }),
    startedAt: createdAt.toISOString(),
    lastUsedAt: renewedAt.toISOString(),
    isCurrent: _id === sessionId,
  };
}
