import { createHash } from "node:crypto";
import type { Organization } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { searchCollation } from "../database/search-collation.ts";
import { areSimilarNames, nameStart } from "./similar-names.ts";

interface OrganizationDoc {
  _id: string;
  /** The normalised name. */
  key: string;
  name: string;
  industryType?: string;
  /** The one whose approval founded it. */
  founderId: string;
  /** The e-mail domains of its members, some of them where they are many. */
  domains?: string[];
  createdAt: Date;
}

const schema = new Schema<OrganizationDoc>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    name: { type: String, required: true },
    industryType: String,
    founderId: { type: String, required: true },
    domains: { type: [String], default: undefined },
    createdAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ key: 1 }, { unique: true });
schema.index({ domains: 1 }, { sparse: true });
/** Spaces and punctuation matter as little as case and accents. */
const nameCollation = { ...searchCollation, alternate: "shifted" } as const;
schema.index({ name: 1 }, { collation: nameCollation });

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** The normalised name: spellings that people consider the same are the same. */
export function organizationKey(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .trim()
    .replace(/\s+/gu, " ");
}

/**
 * The id follows from the name: a registration refers to an organization before it exists, and writes one
 * document for a new name as for a known one.
 */
export function organizationIdOf(name: string): string {
  return createHash("sha256")
    .update(`organization:${organizationKey(name)}`)
    .digest("hex")
    .slice(0, 32);
}

export interface Organizations {
  /** Undefined while nobody has been approved into it. */
  find(id: string | null): Promise<Organization | undefined>;
  /** Founds it, unless another process was faster; returns the organization as it now is, and its founder. */
  found(
    wanted: { name: string; industryType?: string; founderId: string; domain: string },
    now: Date,
  ): Promise<FoundedOrganization>;
  /** Adds the e-mail domain of a new member. */
  addDomain(id: string, domain: string): Promise<void>;
  /** The names of organizations that one of this name may be meant to be, a few of each kind. */
  resembling(name: string, domain: string): Promise<{ sameDomain: string[]; similarNames: string[] }>;
  createIndexes(): Promise<void>;
}

interface FoundedOrganization extends Organization {
  founderId: string;
}

/** Of one organization; most have one or two. */
const domainsKept = 20;
/** Organizations that an approval names, of each kind of likeness. */
const mostSimilar = 5;
/** Names with the same beginning. */
const namesCompared = 200;
/** Organizations that need not be read again; some 10 MB of them. */
const mostKept = 20_000;

export function createOrganizations(connection: Connection): Organizations {
  const model = connection.model<OrganizationDoc>("Organization", schema, "organizations");
  const read = async (id: string): Promise<FoundedOrganization | undefined> => {
    const found = await model.findById(id).lean();
    if (found === null) return undefined;
    const { _id, name, industryType, founderId } = found;
    return { id: _id, name, ...(industryType !== undefined && { industryType }), founderId };
  };
  // Once founded, an organization never changes: every sign-in asks for it, and one read serves them all.
  const kept = new Map<string, Organization>();
  const keep = ({ founderId: _, ...organization }: FoundedOrganization): Organization => {
    if (kept.size >= mostKept) kept.clear();
    kept.set(organization.id, organization);
    return organization;
  };
  return {
    async find(id) {
      if (id === null) return undefined;
      const known = kept.get(id);
      if (known !== undefined) return known;
      const found = await read(id);
      return found && keep(found);
    },
    async found({ name, industryType, founderId, domain }, now) {
      const id = organizationIdOf(name);
      const fields = { key: organizationKey(name), name, founderId, createdAt: now };
      try {
        await model.updateOne(
          { _id: id },
          {
            $setOnInsert: { ...fields, ...(industryType !== undefined && { industryType }) },
            $addToSet: { domains: domain },
          },
          { upsert: true },
        );
      } catch (thrown) {
        if (!isDuplicateKey(thrown)) throw thrown;
      }
      const founded = await read(id);
      if (founded === undefined) throw new Error(`organization ${id} is gone`);
      return founded;
    },
    async addDomain(id, domain) {
      await model.updateOne(
        { _id: id, [`domains.${domainsKept - 1}`]: { $exists: false } },
        { $addToSet: { domains: domain } },
      );
    },
    async resembling(name, domain) {
      const start = nameStart(name);
      const [ofDomain, candidates] = await Promise.all([
        model.find({ domains: domain }, { name: 1 }).limit(mostSimilar).lean(),
        model
          .find({ name: { $gte: start, $lt: `${start}\uffff` } }, { name: 1 })
          .collation(nameCollation)
          .limit(namesCompared)
          .lean(),
      ]);
      return {
        sameDomain: ofDomain.map((one) => one.name),
        similarNames: candidates
          .map((one) => one.name)
          .filter((other) => areSimilarNames(name, other))
          .slice(0, mostSimilar),
      };
    },
    async createIndexes() {
      await model.createIndexes();
    },
  };
}
