import { limits } from "@souffleur/contracts";
import { LRUCache } from "lru-cache";
import type { Connection } from "mongoose";
import type { AuditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isUpserted, unlessTaken } from "../database/duplicate-keys.ts";
import { readById } from "../database/read-by-id.ts";
import { setOrUnset } from "../database/set-or-unset.ts";
import {
  type Failure,
  type ProviderSettings,
  type SsoDoc,
  type StoredDomain,
  ssoModel,
} from "./sso-model.ts";

export type { ProviderSettings, SsoDoc, StoredDomain } from "./sso-model.ts";

/** An organization that has an identity provider. */
export type ConfiguredSso = SsoDoc & { provider: ProviderSettings };

export const isConfigured = (doc: SsoDoc | null): doc is ConfiguredSso => doc?.provider !== undefined;

/** For how long a process takes an organization or a domain for one without a provider, in ms. */
const absentMs = 5000;
const absentMax = 10_000;

export type SsoRecords = ReturnType<typeof createSsoRecords>;

/** The only access to the organizations' identity providers and domains. Each change is one guarded write. */
export function createSsoRecords(connection: Connection, keys: Keyring) {
  const model = ssoModel(connection);
  const find = readById<SsoDoc>(model.collection, { audit: 0 });
  /**
   * The organizations and domains without a provider, which are most: their sign-ins and renewals need not ask again. What has
   * one is always read.
   */
  const absent = new LRUCache<string, true>({ max: absentMax, ttl: absentMs });
  async function unlessAbsent(key: string, read: () => Promise<SsoDoc | null>): Promise<SsoDoc | null> {
    if (absent.has(key)) return null;
    const found = await read();
    if (found === null) absent.set(key, true);
    return found;
  }
  return {
    model,
    find,
    /** The same for a sign-in or a renewal: the first settings in another process count after five seconds. */
    findAtSignIn: (organizationId: string) =>
      unlessAbsent(`organization:${organizationId}`, () => find(organizationId)),
    /** The organization for which this domain is confirmed; in another process that counts after five seconds. */
    findByDomain: (name: string): Promise<SsoDoc | null> =>
      unlessAbsent(
        `domain:${name}`,
        () =>
          // Through the driver: every sign-in waits for it.
          model.collection.findOne(
            // The type, with which the partial index can be used.
            { confirmed: { $eq: name, $type: "string" } },
            { projection: { audit: 0 } },
          ) as Promise<SsoDoc | null>,
      ),
    /** Those that wait for a decision first, then the latest. */
    async listDomains(): Promise<{ organizationId: string; domain: StoredDomain }[]> {
      return model.aggregate<{ organizationId: string; domain: StoredDomain }>([
        { $match: { "domains.state": { $in: ["waiting", "confirmed", "refused"] } } },
        { $unwind: "$domains" },
        { $set: { isWaiting: { $eq: ["$domains.state", "waiting"] } } },
        { $sort: { isWaiting: -1, "domains.requestedAt": -1, "domains.name": 1, _id: 1 } },
        { $limit: limits.ssoDomainsListed },
        { $project: { _id: 0, organizationId: "$_id", domain: "$domains" } },
      ]);
    },
    /** Replaces provider and domains of this revision (0 where there are none). False where it is no longer the current one. */
    save: (
      organizationId: string,
      revision: number,
      { provider, former, domains }: Pick<SsoDoc, "provider" | "former" | "domains">,
      audit: AuditEvent,
    ): Promise<boolean> => {
      const confirmed = domains.filter(({ state }) => state === "confirmed").map(({ name }) => name);
      return isUpserted(
        model.updateOne(
          { _id: organizationId, revision },
          {
            ...setOrUnset({
              domains,
              confirmed,
              revision: revision + 1,
              provider,
              former,
              failure: undefined,
            }),
            $push: { audit: sealEvent(keys, audit) },
          },
          // Of a document with another revision, the insertion fails.
          { upsert: true },
        ),
      ).finally(() => absent.clear());
    },
    /** Keeps why a sign-in went wrong, until the provider is saved anew: others succeed meanwhile. */
    async setFailure(_id: string, failure: Failure): Promise<void> {
      await model.updateOne({ _id }, { $set: { failure } });
    },
    /** Decides on a domain that waits. "taken" where it is confirmed for another organization, "decided" where it does not wait. */
    async decide(
      organizationId: string,
      name: string,
      state: "confirmed" | "refused",
      audit: AuditEvent,
    ): Promise<"done" | "taken" | "decided"> {
      const write = model.updateOne(
        { _id: organizationId, domains: { $elemMatch: { name, state: "waiting" } } },
        {
          $set: { "domains.$.state": state },
          ...(state === "confirmed" && { $addToSet: { confirmed: name } }),
          $inc: { revision: 1 },
          $push: { audit: sealEvent(keys, audit) },
        },
      );
      const done = await unlessTaken(write);
      absent.clear();
      if (done === undefined) return "taken";
      return done.matchedCount === 1 ? "done" : "decided";
    },
  };
}
