import { randomUUID } from "node:crypto";
import { limits, type VerificationMethod } from "@souffleur/contracts";
import { claimsOf, formsOf, meantBy } from "../auth/accounts/pending-registration.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { codeMatches, linkHash } from "../crypto/mailed-tokens.ts";
import { appError } from "../http/errors.ts";
import type { Invitations } from "../invitations/invitations.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { MailWorker } from "../mail/worker.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import { tooEarly } from "../throttle/too-early.ts";
import type { VerificationDoc, Verifications } from "./verification-model.ts";

interface AddressVerificationDeps {
  users: Users;
  verifications: Verifications;
  keys: Keyring;
  quota: MailQuota;
  mail: Pick<MailWorker, "wake">;
  invitations: Pick<Invitations, "settle">;
}

export type AddressVerification = ReturnType<typeof createAddressVerification>;

/** In all functions `own` are the ids of the registrations that the caller's browser has made. */
export function createAddressVerification(deps: AddressVerificationDeps) {
  const { users, verifications, keys, quota, mail, invitations } = deps;

  /**
   * Verifies the account, which then waits for its approval, unless its organization has invited the address. A mailed link also
   * reaches the owner where somebody else has registered the address, with a password that is not the owner's: only the browser
   * that has registered shows whose it is. False where another registration has become the account.
   */
  const confirm = async (
    userId: string,
    formId: string,
    own: readonly string[],
    now: Date,
    hash?: string,
  ): Promise<boolean> => {
    const verified = (await users.verify(userId, formId, now, hash)) ?? (await users.findById(userId));
    const isVerified = verified?.verifiedForm === formId;
    if (isVerified && own.includes(formId))
      await invitations.settle(verified, now, { isMailed: true, byPassword: true });
    mail.wake();
    return isVerified;
  };

  /** The registration that a code verifies; undefined where that is ambiguous. */
  const meantByCode = async (
    { userId, formId, sole }: VerificationDoc,
    own: readonly string[],
    now: Date,
  ): Promise<string | undefined> => {
    if (userId === null || formId === null) return undefined;
    const claims = claimsOf(await users.findById(userId), now);
    const named = claims.find(({ id }) => id === formId);
    const meant = meantBy(own, claims, named)?.id ?? formId;
    const proven = !sole || own.includes(meant);
    return proven || claims.length <= 1 ? meant : undefined;
  };

  /** Whether the account was verified by the registration that this code was used for, or is for. */
  const hasVerified = async ({ userId, formId }: VerificationDoc): Promise<boolean> => {
    if (userId === null || formId === null) return false;
    return (await users.findById(userId))?.verifiedForm === formId;
  };

  return {
    /**
     * Queues a mail with a code or a link; returns the session's id. An address with nothing to verify gets a session
     * by the same steps.
     * @throws AppError RATE_LIMITED
     */
    async initiate(email: string, method: VerificationMethod, own: readonly string[], now: Date) {
      const wait = await quota.take("verification", email, now);
      if (wait > 0) throw tooEarly(wait);
      const { queued, ...whose } = addressee(await users.findByEmail(email, now), method, own, now);
      const sessionId = randomUUID();
      await verifications.insert({
        _id: sessionId,
        ...whose,
        method,
        attempts: 0,
        codeHash: null,
        expiresAt: new Date(now.getTime() + limits.codeValidMs),
        usedAt: null,
        settled: true,
        createdAt: now,
        outbox: [queued],
      });
      mail.wake();
      return sessionId;
    },

    /** @throws AppError CODE_INVALID, CODE_EXPIRED, TOO_MANY_ATTEMPTS */
    async verifyCode(sessionId: string, code: string, own: readonly string[], now: Date): Promise<void> {
      const session = await verifications.countAttempt(sessionId, now);
      if (session === null) {
        const usedUp = (await verifications.find(sessionId, now)) !== null;
        throw usedUp
          ? appError("TOO_MANY_ATTEMPTS", { retryAfter: limits.verificationBlockMs / 1000 })
          : appError("CODE_INVALID");
      }
      const right = session.codeHash !== null && codeMatches(keys, sessionId, code, session.codeHash);
      // A mail scanner or the reader has opened the mail's link before: the code is not wrong, and its address is verified.
      if (right && (await hasVerified(session))) return;
      // The answer to a wrong code depends on the time of the request, not on whether and when a mail was sent.
      const overAt = right ? session.expiresAt.getTime() : session.createdAt.getTime() + limits.codeValidMs;
      if (overAt <= now.getTime()) throw appError("CODE_EXPIRED");
      if (!right || session.userId === null) throw appError("CODE_INVALID");
      const formId = await meantByCode(session, own, now);
      if (formId === undefined) throw appError("CODE_EXPIRED");
      const isFirst = await verifications.use(sessionId, now, formId);
      // Another request is using it at this moment: the registration that it verifies is the one that both get.
      const used = isFirst ? formId : ((await verifications.find(sessionId, now))?.formId ?? formId);
      const verified = await confirm(session.userId, used, own, now);
      await verifications.settle(sessionId);
      if (!verified) throw appError("CODE_INVALID");
    },

    /** @throws AppError LINK_INVALID, LINK_EXPIRED */
    async verifyLink(token: string, own: readonly string[], now: Date): Promise<void> {
      const hash = linkHash(token);
      const user = hash === undefined ? null : await users.findByLink(hash);
      if (user === null || hash === undefined) throw appError("LINK_INVALID");
      // The link has been followed before: by a second click, or by a mail scanner.
      if (user.link?.hash === hash) return;
      const named = formsOf(user, now).find(({ link }) => link?.hash === hash);
      if (named?.link === undefined || named.link.expiresAt <= now) throw appError("LINK_EXPIRED");
      const meant = meantBy(own, claimsOf(user, now), named) ?? named;
      if (await confirm(user._id, meant.id, own, now, hash)) return;
      // A newer link has replaced it meanwhile, or another registration has become the account.
      throw appError("LINK_INVALID");
    },

    /** Completes verifications that a crash interrupted after the use of their code; an invited address waits. */
    async repair(): Promise<void> {
      for (const { _id, userId, formId, usedAt } of await verifications.unsettled()) {
        if (userId !== null && formId !== null) await confirm(userId, formId, [], usedAt ?? clock.now());
        await verifications.settle(_id);
      }
    },
  };
}

/** The registration that a request from this browser is about, and its mail. */
function addressee(user: UserDoc | null, method: VerificationMethod, own: readonly string[], now: Date) {
  const claims = claimsOf(user, now);
  const [only] = claims.length === 1 ? claims : [];
  const registration = meantBy(own, claims, only);
  const userId = claims.length === 0 ? null : (user?._id ?? null);
  const kind = method === "code" ? "verification-code" : "verification-link";
  const data = {
    ...(userId !== null && { userId }),
    ...(registration !== undefined && { form: registration.id }),
  };
  // For an address with nothing to verify a mail is queued too, and dropped when it is due.
  const isUnclear = userId !== null && registration === undefined;
  const queued = queuedMail(isUnclear ? "verification-unclear" : kind, now, data);
  const sole = registration !== undefined && !own.includes(registration.id);
  return { userId, formId: registration?.id ?? null, sole, queued };
}
