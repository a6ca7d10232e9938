import { randomUUID } from "node:crypto";
import type { Keyring } from "../auth/keyring.ts";
import { refusal } from "../auth/refusals.ts";
import type { UserDoc } from "../auth/user-model.ts";
import type { Users } from "../auth/users.ts";
import { limits, type VerificationMethod } from "../contracts/index.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import { codeMatches, linkHash } from "./secrets.ts";
import type { Verifications } from "./verification-model.ts";

interface VerificationDeps {
  users: Users;
  verifications: Verifications;
  keys: Keyring;
  quota: MailQuota;
  /** Mails were queued. */
  nudge: () => void;
}

export interface Verification {
  /**
   * Orders a code or a link; the session's id. An address without an account to verify gets a session too,
   * by the same steps. @throws AppError RATE_LIMITED
   */
  initiate(email: string, method: VerificationMethod, now: Date): Promise<string>;
  /** @throws AppError CODE_INVALID, CODE_EXPIRED, TOO_MANY_ATTEMPTS */
  verifyCode(sessionId: string, code: string, now: Date): Promise<void>;
  /** @throws AppError LINK_INVALID, LINK_EXPIRED */
  verifyLink(token: string, now: Date): Promise<void>;
  /** Completes what a crash cut between a code's use and the account's step. */
  repair(): Promise<void>;
}

export function createVerification({
  users,
  verifications,
  keys,
  quota,
  nudge,
}: VerificationDeps): Verification {
  /** The address is its owner's: the account now waits for its decision, and who decides is told. */
  const confirm = async (
    userId: string,
    now: Date,
    guard: { linkHash?: string } = {},
  ): Promise<UserDoc | null> => {
    const confirmed = await users.change(
      { id: userId, status: "pending_verification", ...guard },
      {
        set: { status: "pending_approval", requestedAt: now, verifiedAt: now },
        mails: [queuedMail("approval-wanted", now)],
      },
    );
    nudge();
    return confirmed;
  };

  return {
    async initiate(email, method, now) {
      const wait = await quota.take("verification", email, now);
      if (wait > 0) throw refusal("RATE_LIMITED", wait);
      const user = await users.findByEmail(email, now);
      const sessionId = randomUUID();
      const owner = user?.status === "pending_verification" ? user._id : null;
      const kind = method === "code" ? "verification-code" : "verification-link";
      await verifications.insert({
        _id: sessionId,
        userId: owner,
        method,
        attempts: 0,
        codeHash: null,
        expiresAt: new Date(now.getTime() + limits.codeValidMs),
        usedAt: null,
        settled: true,
        createdAt: now,
        outbox: owner === null ? [] : [queuedMail(kind, now, { data: { userId: owner } })],
      });
      nudge();
      return sessionId;
    },

    async verifyCode(sessionId, code, now) {
      const session = await verifications.countAttempt(sessionId);
      if (session === null) {
        const burnt = (await verifications.find(sessionId)) !== null;
        throw burnt
          ? refusal("TOO_MANY_ATTEMPTS", limits.verificationBlockMs / 1000)
          : refusal("CODE_INVALID");
      }
      if (session.expiresAt <= now) throw refusal("CODE_EXPIRED");
      const right = session.codeHash !== null && codeMatches(keys, sessionId, code, session.codeHash);
      if (!right || session.userId === null || !(await verifications.use(sessionId, now))) {
        throw refusal("CODE_INVALID");
      }
      await confirm(session.userId, now);
      await verifications.settle(sessionId);
    },

    async verifyLink(token, now) {
      const hash = linkHash(token);
      const user = hash === undefined ? null : await users.findByLink(hash);
      if (user === null || hash === undefined) throw refusal("LINK_INVALID");
      // A mail scanner or a second click: what the link was for has happened.
      if (user.status !== "pending_verification") return;
      if (user.link === undefined || user.link.expiresAt <= now) throw refusal("LINK_EXPIRED");
      if ((await confirm(user._id, now, { linkHash: hash })) !== null) return;
      // Lost a race: against the same link's other click, or against a newer link.
      const meanwhile = await users.findByLink(hash);
      if (meanwhile === null || meanwhile.status === "pending_verification") throw refusal("LINK_INVALID");
    },

    async repair() {
      for (const { _id, userId, usedAt } of await verifications.unsettled()) {
        if (userId !== null) await confirm(userId, usedAt ?? new Date());
        await verifications.settle(_id);
      }
    },
  };
}
