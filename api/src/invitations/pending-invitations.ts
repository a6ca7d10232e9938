import { type Invitation, type Language, limits, type Role, rolesGivenBy } from "@souffleur/contracts";
import { requireGrantable } from "../administration/target.ts";
import { auditEvent } from "../audit/event.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import { type By, type Member, nameOf } from "../http/guard.ts";
import { queuedMail, toMailFailure } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import { tooEarly } from "../throttle/too-early.ts";
import type { InvitationDoc, InvitationRecords } from "./invitation-records.ts";
import { requireWays, type SignInRulesOf } from "./ways.ts";

interface PendingInvitationsDeps {
  records: InvitationRecords;
  quota: MailQuota;
  rulesOf: SignInRulesOf;
  outboxes: Outboxes;
}

/** The origin of a request. */
interface Request extends By {
  language: Language;
}

export type PendingInvitations = ReturnType<typeof createPendingInvitations>;

/** What administrators do with invitations: send, send again, list and withdraw. */
export function createPendingInvitations({ records, quota, rulesOf, outboxes }: PendingInvitationsDeps) {
  /** Which of the addresses may get a mail. @throws AppError RATE_LIMITED where none may */
  async function admitted(organizationId: string, emails: readonly string[], now: Date): Promise<string[]> {
    const free: string[] = [];
    const waits: number[] = [];
    for (const email of emails) {
      const wait =
        (await quota.take("invitation", `${organizationId}|${email}`, now)) ||
        (await quota.take("invitations of an organization", organizationId, now));
      if (wait === 0) free.push(email);
      else waits.push(wait);
    }
    if (free.length === 0) throw tooEarly(Math.min(...waits));
    return free;
  }

  return {
    async list({ organizationId }: Member): Promise<Invitation[]> {
      return (await records.listPending(organizationId)).map(toDto);
    },

    /**
     * Invites addresses, or sends their invitations again. One that was sent a moment ago is left as it is.
     * @returns the invitations that were sent
     * @throws AppError FORBIDDEN, PROOF_REQUIRED, VALIDATION_ERROR, INVALID_TRANSITION, RATE_LIMITED
     */
    async send(
      { caller, source, language }: Request,
      emails: readonly string[],
      role: Role,
    ): Promise<Invitation[]> {
      const { userId: senderId, organizationId } = caller;
      requireGrantable(caller, role);
      requireWays(emails, await rulesOf(organizationId));
      const known = await records.pendingOf(organizationId, emails);
      for (const invitation of known) requireGrantable(caller, invitation.role);
      const count = (await records.countPending(organizationId)) + emails.length - known.length;
      if (count > limits.invitationsPending)
        throw appError("INVALID_TRANSITION", {
          text: "An organization has at most {most} pending invitations. Withdraw some first.",
          values: { most: limits.invitationsPending },
        });
      const now = clock.now();
      const sent: Invitation[] = [];
      const by = { organizationId, role, senderId, senderName: nameOf(caller), language };
      for (const email of await admitted(organizationId, emails, now)) {
        const event = (id: string) =>
          auditEvent("user.invited", id, now, { actorId: senderId, to: role, source });
        const invitation = await records.send({ email, ...by }, queuedMail("invitation", now), event, now);
        if (invitation) sent.push(toDto(invitation));
      }
      outboxes.wake();
      return sent;
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
    async withdraw({ caller, source }: By, id: string): Promise<void> {
      const { userId: actorId, organizationId, role } = caller;
      const event = auditEvent("invitation.withdrawn", id, clock.now(), {
        actorId,
        from: "pending",
        to: "withdrawn",
        source,
      });
      const roles = rolesGivenBy(role);
      if ((await records.withdraw({ id, organizationId, roles }, event)) !== null) return outboxes.wake();
      const invitation = await records.find(id);
      if (invitation?.organizationId !== organizationId) throw appError("NOT_FOUND");
      if (invitation.state === "withdrawn")
        throw appError("INVALID_TRANSITION", { text: "This invitation was withdrawn before." });
      if (invitation.state === "accepted" || invitation.acceptance)
        throw appError("INVALID_TRANSITION", { text: "This invitation was accepted in the meantime." });
      throw appError("FORBIDDEN");
    },
  };
}

function toDto({
  _id: id,
  email,
  role,
  senderName,
  sentAt,
  expiresAt,
  mailFailure,
}: InvitationDoc): Invitation {
  return {
    id,
    email,
    role,
    sentBy: senderName,
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(mailFailure && { mailFailure: toMailFailure(mailFailure) }),
  };
}
