import { randomUUID } from "node:crypto";
import { limits, type z } from "@souffleur/contracts";
import type { OrganizationToken, TokenInput } from "@souffleur/contracts/tokens";
import { requireProof } from "../account/proof.ts";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { appError } from "../http/errors.ts";
import type { By, Member } from "../http/guard.ts";
import { hashOf, newToken } from "./machines.ts";
import type { StoredToken, TokenRecords } from "./token-records.ts";

interface OwnTokensDeps {
  records: TokenRecords;
  audit: Pick<Audit, "wake">;
}

export type OwnTokens = ReturnType<typeof createOwnTokens>;

/** What administrators do with their organization's tokens. */
export function createOwnTokens({ records, audit }: OwnTokensDeps) {
  /** Why a token was not added. */
  async function refusalOf(organizationId: string, name: string) {
    const known = await records.listOf(organizationId);
    if (known.some((token) => token.name === name))
      return appError("INVALID_TRANSITION", {
        text: "Your organization has a token of this name. Choose another name, or delete that one first.",
        field: "name",
      });
    return appError("INVALID_TRANSITION", {
      text: "An organization has at most {most} tokens. Delete one first.",
      values: { most: limits.tokensMax },
    });
  }

  return {
    async list({ organizationId }: Member): Promise<OrganizationToken[]> {
      return (await records.listOf(organizationId)).map(toDto).reverse();
    },

    /** @throws AppError PROOF_REQUIRED, VALIDATION_ERROR, INVALID_TRANSITION */
    async create(
      { name, scopes, expiresAt: until }: z.output<typeof TokenInput>,
      { caller, source }: By,
      now: Date,
    ): Promise<OrganizationToken & { token: string }> {
      requireProof(caller, now);
      const { organizationId, userId: actorId } = caller;
      const expiresAt = until === undefined ? undefined : new Date(until);
      if (expiresAt !== undefined && expiresAt <= now)
        throw appError("VALIDATION_ERROR", { text: "The end must be in the future.", field: "expiresAt" });
      const token = newToken();
      const stored: StoredToken = {
        id: randomUUID(),
        name,
        scopes,
        hash: hashOf(token),
        createdAt: now,
        ...(expiresAt !== undefined && { expiresAt }),
      };
      const event = auditEvent("token.created", organizationId, now, {
        actorId,
        to: `${name} (${stored.id})`,
        reason: scopes.join(" "),
        source,
      });
      if (!(await records.add(organizationId, stored, event))) throw await refusalOf(organizationId, name);
      audit.wake();
      return { ...toDto(stored), token };
    },

    /** @throws AppError NOT_FOUND */
    async remove(id: string, { caller, source }: By, now: Date): Promise<void> {
      const { organizationId, userId: actorId } = caller;
      const token = (await records.listOf(organizationId)).find((one) => one.id === id);
      const event = auditEvent("token.deleted", organizationId, now, {
        actorId,
        from: `${token?.name} (${id})`,
        source,
      });
      if (token === undefined || !(await records.remove(organizationId, id, event)))
        throw appError("NOT_FOUND", { text: "This token has been deleted already." });
      audit.wake();
    },
  };
}

function toDto({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: StoredToken): OrganizationToken {
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    ...(lastUsedAt !== undefined && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
