import { createHash } from "node:crypto";
import { defaultCurrency, limits, normalizeName, type Organization } from "@souffleur/contracts";
import type { Connection, Model } from "mongoose";
import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { isWritten, unlessTaken } from "../../database/duplicate-keys.ts";
import { readById } from "../../database/read-by-id.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { nameCollation, type OrganizationDoc, organizationSchema } from "./organization-model.ts";
import type { PasskeyDemandTimes } from "./passkey-demand.ts";
import { areSimilarNames, nameStart } from "./similar-names.ts";
import { createVendorSpeechRecords } from "./vendor-speech-records.ts";

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/**
 * The normalised name: the same for all spellings that differ in case, width, spaces, invisible characters, or in the
 * character that a keyboard writes for a hyphen or an apostrophe.
 */
export function organizationKey(name: string): string {
  return normalizeName(name.normalize("NFKC"))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .trim()
    .replace(/\s+/gu, " ");
}

/**
 * The id of an organization that is not founded yet. It is derived from the name, so that a registration can refer to an organization that does not exist yet, and
 * takes the same writes for a new name as for a known one. One that was founded when fewer spellings counted as the same
 * name keeps its id.
 */
export function organizationIdOf(name: string): string {
  return createHash("sha256")
    .update(`organization:${organizationKey(name)}`)
    .digest("hex")
    .slice(0, 32);
}

export interface FoundedOrganization extends Organization {
  founderId: string;
}

/** Of one organization; most have one or two. */
const domainsMax = 20;
/** Organizations that are shown before an approval, for each kind of similarity. */
const similarMax = 5;
/** Names with the same first letters. */
const comparedMax = 200;

export type Organizations = ReturnType<typeof createOrganizations>;

/** The name is another organization's, now or formerly. */
export class NameTaken extends Error {}
/** It has had as many names as are kept. */
export class TooManyNames extends Error {}

export function createOrganizations(connection: Connection, keys: Keyring) {
  const model = connection.model<OrganizationDoc>("Organization", organizationSchema, "organizations");
  // Every sign-in and renewal reads one.
  const load = readById<OrganizationDoc>(model.collection, {
    name: 1,
    industryType: 1,
    currency: 1,
    founderId: 1,
    passkeys: 1,
  });
  const read = async (id: string): Promise<FoundedOrganization | undefined> => {
    const found = await load(id);
    return found === null ? undefined : { ...toDto(found), founderId: found.founderId };
  };
  /** The organization with its demand for passkeys. */
  const findWithDemand = async (
    id: string | null,
  ): Promise<{ organization: Organization | undefined; passkeys: PasskeyDemandTimes | undefined }> => {
    const found = id === null ? null : await load(id);
    return { organization: found === null ? undefined : toDto(found), passkeys: found?.passkeys };
  };
  return {
    model,
    /** Undefined for an organization without an approved member. */
    async find(id: string | null): Promise<Organization | undefined> {
      return (await findWithDemand(id)).organization;
    },
    findWithDemand,
    /** Replaces the demand for passkeys. False where it is no longer the one that the change is based on. */
    async setPasskeyDemand(
      id: string,
      before: PasskeyDemandTimes | undefined,
      times: PasskeyDemandTimes | undefined,
      audit: AuditEvent,
    ): Promise<boolean> {
      // Null also matches a document without the field.
      const { administratorsFrom = null, everybodyFrom = null } = before ?? {};
      const { matchedCount } = await model.updateOne(
        {
          _id: id,
          "passkeys.administratorsFrom": administratorsFrom,
          "passkeys.everybodyFrom": everybodyFrom,
        },
        { ...setOrUnset({ passkeys: times }), $push: { audit: sealEvent(keys, audit) } },
      );
      return matchedCount === 1;
    },
    /** Replaces the currency. False where it is no longer the one that the change is based on. */
    async setCurrency(id: string, from: string, currency: string, audit: AuditEvent): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        // Null also matches a document without the field.
        { _id: id, currency: from === defaultCurrency ? { $in: [from, null] } : from },
        { $set: { currency }, $push: { audit: sealEvent(keys, audit) } },
      );
      return matchedCount === 1;
    },
    /**
     * The organization that an approved account joins; undefined where it founds one. Another may have taken the name since.
     */
    async joinedBy({
      organizationId,
      organizationName,
    }: {
      organizationId: string | null;
      organizationName?: string | undefined;
    }): Promise<Organization | undefined> {
      const own = await this.find(organizationId);
      if (own !== undefined || organizationName === undefined) return own;
      return this.find(await this.idFor(organizationName));
    },
    /** The names of those that are founded, by their ids. */
    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const found = await model.find({ _id: { $in: [...new Set(ids)] } }, { name: 1 }).lean();
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },
    /** The id of the organization with this name, or the one that it would get. */
    async idFor(name: string): Promise<string> {
      const known = await model.findOne({ key: organizationKey(name) }, { _id: 1 }).lean();
      return known?._id ?? organizationIdOf(name);
    },
    /**
     * Founds it, unless another process was faster, or the name is that of a known organization under another id;
     * returns the organization with its founder.
     */
    async found(
      wanted: { id: string; name: string; industryType?: string; founderId: string; domain: string },
      now: Date,
    ): Promise<FoundedOrganization> {
      const { id, domain, ...fields } = wanted;
      await isWritten(
        model.updateOne(
          { _id: id },
          {
            $setOnInsert: { key: organizationKey(fields.name), ...fields, createdAt: now },
            $addToSet: { domains: domain },
          },
          { upsert: true },
        ),
      );
      const founded = (await read(id)) ?? (await read(await this.idFor(fields.name)));
      if (founded === undefined) throw new Error(`organization ${id} is gone`);
      return founded;
    },
    ...createRenaming(model, keys),
    ...createVendorSpeechRecords(model, keys),
    /** Adds the e-mail domain of a new member. */
    async addDomain(id: string, domain: string): Promise<void> {
      await model.updateOne(
        { _id: id, [`domains.${domainsMax - 1}`]: { $exists: false } },
        { $addToSet: { domains: domain } },
      );
    },
    /** Organizations with members of this domain, and those with a similar name. */
    async resembling(name: string, domain: string) {
      const start = nameStart(name);
      const [ofDomain, candidates] = await Promise.all([
        model.find({ domains: domain }, { name: 1 }).limit(similarMax).lean(),
        model
          .find({ name: { $gte: start, $lt: `${start}\uffff` } }, { name: 1 })
          .collation(nameCollation)
          .limit(comparedMax)
          .lean(),
      ]);
      const similar = candidates.filter((other) => areSimilarNames(name, other.name)).slice(0, similarMax);
      const all = new Map([...ofDomain, ...similar].map((one) => [one._id, one.name]));
      return {
        sameDomain: ofDomain.map((one) => one.name),
        similarNames: similar.map((one) => one.name),
        organizations: [...all].map(([id, shown]) => ({ id, name: shown })),
      };
    },
    createIndexes: (): Promise<void> => model.createIndexes(),
  };
}

function toDto({ _id, name, industryType, currency }: OrganizationDoc): Organization {
  return {
    id: _id,
    name,
    ...(industryType !== undefined && { industryType }),
    ...(currency !== undefined && { currency }),
  };
}

function createRenaming(model: Model<OrganizationDoc>, keys: Keyring) {
  return {
    /**
     * Gives it another name, where it still has the one that the caller has seen; without `from`, in any case. Its former
     * names lead to it as before, so that people who register by them still find it.
     * @returns undefined where another rename was faster
     * @throws NameTaken, TooManyNames
     */
    async rename(
      id: string,
      { name, from }: { name: string; from: string | undefined },
      audit: (former: string) => AuditEvent,
    ): Promise<{ name: string; isChanged: boolean } | undefined> {
      const now = await model.findById(id).lean<OrganizationDoc>();
      if (now === null) throw new Error(`organization ${id} is gone`);
      // Repeated after a lost answer.
      if (now.name === name) return { name, isChanged: false };
      if (from !== undefined && from !== now.name) return undefined;
      const key = [...new Set([organizationKey(name), ...[now.key].flat()])];
      if (key.length > limits.organizationNames) throw new TooManyNames();
      const update = {
        $set: { name, key },
        $inc: { renames: 1 },
        $push: { audit: sealEvent(keys, audit(now.name)) },
      };
      // Null also matches a document without the field.
      const done = await unlessTaken(model.updateOne({ _id: id, renames: now.renames ?? null }, update));
      if (done === undefined) throw new NameTaken();
      return done.matchedCount === 1 ? { name, isChanged: true } : undefined;
    },
  };
}
