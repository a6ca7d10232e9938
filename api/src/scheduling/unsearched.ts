import type { Model } from "mongoose";

/** The collections in which a pool may find jobs, of some organizations or of any. */
export function createUnsearched<Doc>() {
  const owners = new Map<Model<Doc>, readonly string[] | "any">();
  return {
    /** There may be jobs in a collection. */
    add(model: Model<Doc>): void {
      owners.set(model, "any");
    },

    /**
     * Searches a collection, unless nothing can be found there.
     * @param without whose jobs are left out
     * @param take with the filter that leaves them out
     */
    async search<Work>(
      model: Model<Doc>,
      without: readonly string[],
      take: (others: object) => Promise<readonly Work[]>,
    ): Promise<readonly Work[]> {
      const known = owners.get(model);
      if (known === undefined || (known !== "any" && known.every((id) => without.includes(id)))) return [];
      // Before the search: what is written during it is searched for again.
      owners.delete(model);
      // Documents of some collections are of no organization.
      const isOwned = without.length > 0 && model.schema.path("organizationId") !== undefined;
      try {
        const work = await take(isOwned ? { organizationId: { $nin: without } } : {});
        if (work.length > 0) owners.set(model, "any");
        else if (isOwned && !owners.has(model)) owners.set(model, without);
        return work;
      } catch (error) {
        owners.set(model, "any");
        throw error;
      }
    },
  };
}
