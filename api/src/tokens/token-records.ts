import { limits } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import type { AuditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isUpserted } from "../database/duplicate-keys.ts";
import { type StoredToken, type TokensDoc, tokenModel } from "./token-model.ts";

export type { StoredToken } from "./token-model.ts";

export type TokenRecords = ReturnType<typeof createTokenRecords>;

/** The only access to the organizations' tokens. Each change is one guarded write. */
export function createTokenRecords(connection: Connection, keys: Keyring) {
  const model = tokenModel(connection);
  return {
    model,
    /** In the order of their creation. */
    async listOf(organizationId: string): Promise<StoredToken[]> {
      return (await model.findById(organizationId, { tokens: 1 }).lean<TokensDoc>())?.tokens ?? [];
    },
    /** The token with this hash and its organization. */
    async findByHash(hash: string): Promise<{ organizationId: string; token: StoredToken } | undefined> {
      // Through the driver: each request with a token reads it.
      const found = (await model.collection.findOne(
        { "tokens.hash": hash },
        { projection: { "tokens.$": 1 } },
      )) as Pick<TokensDoc, "_id" | "tokens"> | null;
      const [token] = found?.tokens ?? [];
      return found === null || token === undefined ? undefined : { organizationId: found._id, token };
    },
    /** False where another one has the name, or there are as many as are possible. */
    add: (organizationId: string, token: StoredToken, audit: AuditEvent): Promise<boolean> =>
      isUpserted(
        model.updateOne(
          {
            _id: organizationId,
            "tokens.name": { $ne: token.name },
            [`tokens.${limits.tokensMax - 1}`]: { $exists: false },
          },
          { $push: { tokens: token, audit: sealEvent(keys, audit) } },
          // Of a document that is not as expected, the insertion fails.
          { upsert: true },
        ),
      ),
    /** False where the organization has no such token. */
    async remove(organizationId: string, id: string, audit: AuditEvent): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: organizationId, "tokens.id": id },
        { $pull: { tokens: { id } }, $push: { audit: sealEvent(keys, audit) } },
      );
      return matchedCount === 1;
    },
    async setUsed(organizationId: string, id: string, now: Date): Promise<void> {
      await model.updateOne(
        { _id: organizationId, "tokens.id": id },
        { $max: { "tokens.$.lastUsedAt": now } },
      );
    },
  };
}
