import { randomUUID } from "node:crypto";
import { limits } from "@souffleur/contracts";
import type { AcceptedPasskeys, CreatedPasskey, Passkey } from "@souffleur/contracts/passkeys";
import { changeMail } from "../account/mails.ts";
import { requireProof } from "../account/proof.ts";
import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { isUsable, type StoredPasskey } from "../auth/accounts/passkey.ts";
import { demandedFrom } from "../auth/accounts/passkey-demand.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { Place, Sessions } from "../auth/sessions.ts";
import { appError } from "../http/errors.ts";
import { type Caller, nameOf } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { type Ceremonies, challengeIn } from "./ceremonies.ts";
import type { Challenges } from "./challenges.ts";

interface OwnPasskeysDeps {
  users: Users;
  sessions: Sessions;
  organizations: Organizations;
  challenges: Challenges;
  ceremonies: Ceremonies;
  outboxes: Outboxes;
}

export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>;

/** What owners do with their passkeys: add, name and remove them. */
export function createOwnPasskeys(deps: OwnPasskeysDeps) {
  const { users, sessions, organizations, challenges, ceremonies, outboxes } = deps;
  const purposeOf = ({ sessionId }: Caller) => ({ purpose: "add", sessionId }) as const;

  /** Why the account takes no passkey, or not this one. */
  function requireRoom(known: readonly StoredPasskey[]): void {
    if (known.length >= limits.passkeysMax)
      throw appError("INVALID_TRANSITION", {
        text: "An account has at most {most} passkeys. Remove one first.",
        values: { most: limits.passkeysMax },
      });
  }

  async function passkeyOf({ userId }: Caller, id: string): Promise<StoredPasskey> {
    const found = (await users.passkeysOf(userId)).find((passkey) => passkey.id === id);
    if (found === undefined) throw appError("NOT_FOUND");
    return found;
  }

  return {
    async list(caller: Caller): Promise<{ passkeys: Passkey[]; accepted: AcceptedPasskeys }> {
      const known = await users.passkeysOf(caller.userId);
      return { passkeys: known.map(toDto).reverse(), accepted: ceremonies.accepted(ownerIn(caller), known) };
    },

    /**
     * Where the session lacks the passkey that is demanded, its password is proof enough for the first one alone: otherwise a
     * stolen password would be enough for another.
     * @throws AppError PROOF_REQUIRED, PASSKEY_REQUIRED, INVALID_TRANSITION
     */
    async start(caller: Caller, now: Date) {
      requireProof(caller, now);
      const known = await users.passkeysOf(caller.userId);
      if (caller.needsPasskey && known.some(isUsable)) throw appError("PASSKEY_REQUIRED");
      requireRoom(known);
      const challenge = await challenges.issue(purposeOf(caller), now);
      return ceremonies.creationOptions(ownerIn(caller), known, challenge);
    },

    /**
     * The challenge carries the proof that `start` has asked for. The passkey is one more proof, and confirms the session.
     * @throws AppError PASSKEY_INVALID, INVALID_TRANSITION
     */
    async add(
      caller: Caller,
      { name, answer }: { name: string; answer: CreatedPasskey },
      place: Place,
      now: Date,
    ): Promise<Passkey> {
      const { userId, sessionId } = caller;
      const challenge = challengeIn(answer);
      const issued =
        challenge === undefined ? null : await challenges.take(purposeOf(caller), challenge, now);
      if (challenge === undefined || issued === null) throw appError("PASSKEY_INVALID");
      const created = await ceremonies.created(answer, challenge);
      if (created === undefined) throw appError("PASSKEY_INVALID");
      const passkey: StoredPasskey = { id: randomUUID(), name, createdAt: now, ...created };
      const audit = auditEvent("passkey.added", userId, now, {
        actorId: userId,
        to: passkey.id,
        source: place.source,
      });
      const mail = changeMail("passkeyAdded", place, now);
      if (!(await users.addPasskey(userId, passkey, { audit, mail }))) {
        requireRoom(await users.passkeysOf(userId));
        throw appError("INVALID_TRANSITION", { text: "This passkey has been added before." });
      }
      await sessions.setProven(sessionId, now, passkey.id);
      outboxes.wake();
      return toDto(passkey);
    },

    /** @throws AppError PROOF_REQUIRED, NOT_FOUND */
    async rename(caller: Caller, id: string, name: string, { source }: Place, now: Date): Promise<Passkey> {
      requireProof(caller, now);
      const { userId } = caller;
      const passkey = await passkeyOf(caller, id);
      if (passkey.name === name) return toDto(passkey);
      // The names are the owner's own words: the audit log has none of them.
      const audit = auditEvent("passkey.renamed", userId, now, { actorId: userId, to: id, source });
      if (!(await users.renamePasskey(userId, id, name, audit))) throw appError("NOT_FOUND");
      outboxes.wake();
      return toDto({ ...passkey, name });
    },

    /** @throws AppError PROOF_REQUIRED, NOT_FOUND, INVALID_TRANSITION */
    async remove(caller: Caller, id: string, place: Place, now: Date): Promise<void> {
      requireProof(caller, now);
      const { userId, role, organizationId } = caller;
      const { passkeys: demand } = await organizations.findWithDemand(organizationId);
      const keepsOne = demandedFrom(role, demand) !== undefined;
      const audit = auditEvent("passkey.removed", userId, now, {
        actorId: userId,
        from: id,
        source: place.source,
      });
      const mail = changeMail("passkeyRemoved", place, now);
      if (!(await users.removePasskey(userId, id, { keepsOne, audit, mail }))) {
        await passkeyOf(caller, id);
        throw appError("INVALID_TRANSITION", {
          text: "Your organization requires a passkey. Add another one before you remove this one.",
        });
      }
      outboxes.wake();
    },
  };
}

const ownerIn = (caller: Caller) => ({ id: caller.userId, email: caller.email, name: nameOf(caller) });

function toDto({ id, name, createdAt, lastUsedAt, isSynced, blockedAt }: StoredPasskey): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt !== undefined && { lastUsedAt: lastUsedAt.toISOString() }),
    isSynced,
    isBlocked: blockedAt !== undefined,
  };
}
