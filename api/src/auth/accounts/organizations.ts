import { createHash } from "node:crypto";
import { normalizeName, type Organization } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import { isWritten } from "../../database/duplicate-keys.ts";
import { schemaOptions } from "../../database/schema-options.ts";
import { areSimilarNames, nameStart } from "./similar-names.ts";

interface OrganizationDoc {
  _id: string;
  /** The normalised name. */
  key: string;
  name: string;
  industryType?: string;
  /** The user whose approval founded it. */
  founderId: string;
  /** The e-mail domains of its members, up to a maximum. */
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
/** Ignores case, accents, spaces and punctuation. */
const nameCollation = { locale: "fr", strength: 1, alternate: "shifted" } as const;
schema.index({ name: 1 }, { collation: nameCollation });

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

interface FoundedOrganization extends Organization {
  founderId: string;
}

/** Of one organization; most have one or two. */
const domainsMax = 20;
/** Organizations that are shown before an approval, for each kind of similarity. */
const similarMax = 5;
/** Names with the same first letters. */
const comparedMax = 200;
/** Cached organizations, about 10 MB. */
const cachedMax = 20_000;

export type Organizations = ReturnType<typeof createOrganizations>;

export function createOrganizations(connection: Connection) {
  const model = connection.model<OrganizationDoc>("Organization", schema, "organizations");
  const read = async (id: string): Promise<FoundedOrganization | undefined> => {
    const found = await model.findById(id).lean();
    if (found === null) return undefined;
    const { _id, name, industryType, founderId } = found;
    return { id: _id, name, ...(industryType !== undefined && { industryType }), founderId };
  };
  // A founded organization never changes, and every sign-in reads it.
  const cache = new Map<string, Organization>();
  return {
    /** Undefined for an organization without an approved member. */
    async find(id: string | null): Promise<Organization | undefined> {
      if (id === null) return undefined;
      const cached = cache.get(id);
      if (cached !== undefined) return cached;
      const found = await read(id);
      if (found === undefined) return undefined;
      const { founderId: _, ...organization } = found;
      if (cache.size >= cachedMax) cache.clear();
      cache.set(id, organization);
      return organization;
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
    /** Adds the e-mail domain of a new member. */
    async addDomain(id: string, domain: string): Promise<void> {
      await model.updateOne(
        { _id: id, [`domains.${domainsMax - 1}`]: { $exists: false } },
        { $addToSet: { domains: domain } },
      );
    },
    /** The names of organizations with members of this domain, and of those with a similar name. */
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
      return {
        sameDomain: ofDomain.map((one) => one.name),
        similarNames: candidates
          .map((one) => one.name)
          .filter((other) => areSimilarNames(name, other))
          .slice(0, similarMax),
      };
    },
    createIndexes: (): Promise<void> => model.createIndexes(),
  };
}
