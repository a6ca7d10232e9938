import { setImmediate as turn } from "node:timers/promises";
import type { PlaybookContent, PlaybookEntry, PlaybookSettings } from "@souffleur/contracts/playbook";
import { LRUCache } from "lru-cache";
import { createSlices } from "../slices.ts";
import { builtInContent, builtInPlaybook } from "../suggestions/matching/built-in-playbook.ts";
import { type CompiledPlaybook, compilePlaybook } from "../suggestions/matching/compile-playbook.ts";
import type { ContentDoc, PlaybookDoc, PlaybookModels, VersionDoc } from "./playbook-records.ts";

/** An organization's settings of its suggestions. */
export interface Guidance {
  playbook: CompiledPlaybook;
  /** When the language model is used. */
  model: PlaybookSettings["model"];
  /** Whether replies that an agent says unprompted are shown less. */
  quieter: boolean;
}

export interface LoadedPlaybook extends PlaybookContent {
  compiled: CompiledPlaybook;
}

export const defaultSettings: PlaybookSettings = { model: "first", quieter: false };

const builtIn: LoadedPlaybook = { ...builtInContent, compiled: builtInPlaybook };
/** In characters of their content, of which a compiled playbook takes about ten times as many bytes. */
const keptMax = 6_000_000;

export type PublishedPlaybooks = ReturnType<typeof createPublishedPlaybooks>;

/** The current playbooks. Published content never changes, so each is read and compiled once. */
export function createPublishedPlaybooks({ playbooks, contents }: PlaybookModels) {
  const known = new LRUCache<string, LoadedPlaybook>({
    maxSize: keptMax,
    sizeCalculation: ({ entries, facts }) => Math.min(keptMax, JSON.stringify([entries, facts]).length),
    fetchMethod: load,
  });

  async function load(contentId: string): Promise<LoadedPlaybook> {
    const found = await contents.findById(contentId).lean<ContentDoc>();
    if (found === null) throw new Error(`the playbook ${contentId} is gone`);
    const { entries, facts } = found;
    // In a turn of its own: to read a large one has taken long.
    await turn();
    return { entries, facts, compiled: await compilePlaybook({ entries, facts }) };
  }

  const find = async (organizationId: string): Promise<PlaybookDoc> => ({
    _id: organizationId,
    versions: [],
    audit: [],
    ...(await playbooks.findById(organizationId).lean<PlaybookDoc>()),
  });
  const contentOf = (version: VersionDoc | undefined) =>
    version === undefined ? Promise.resolve(builtIn) : known.forceFetch(version.contentId);

  const publishedContent = async (organizationId: string | null): Promise<LoadedPlaybook> =>
    organizationId === null ? builtIn : contentOf((await find(organizationId)).versions.at(-1));

  return {
    find,
    /** The content of a version, or of the built-in playbook. */
    contentOf,

    /** Read for each suggestion, so that a publication takes effect immediately at every process. */
    async guidanceOf(organizationId: string | null): Promise<Guidance> {
      if (organizationId === null) return { playbook: builtInPlaybook, ...defaultSettings };
      const { versions = [], settings = defaultSettings } =
        (await playbooks
          .findById(organizationId, { versions: { $slice: -1 }, settings: 1 })
          .lean<Pick<PlaybookDoc, "versions" | "settings">>()) ?? {};
      const { compiled } = await contentOf(versions.at(-1));
      return { playbook: compiled, ...settings };
    },

    publishedContent,
    publishedEntries: async (organizationId: string | null): Promise<readonly PlaybookEntry[]> =>
      (await publishedContent(organizationId)).entries,

    /** The entries of former versions with these replies, those of newer versions last. */
    async formerEntries(organizationId: string, replyIds: readonly string[]): Promise<PlaybookEntry[]> {
      const { versions } = await find(organizationId);
      const order = new Map(versions.map(({ contentId }, at) => [contentId, at]));
      const wanted = new Set(replyIds);
      const found: { entry: PlaybookEntry; version: number }[] = [];
      const pause = createSlices();
      const read = contents
        .aggregate<{ _id: string; entry: PlaybookEntry }>([
          { $match: { organizationId, "entries.replies.id": { $in: replyIds } } },
          { $project: { entry: "$entries" } },
          { $unwind: "$entry" },
          { $match: { "entry.replies.id": { $in: replyIds } } },
        ])
        .cursor();
      for await (const { _id, entry } of read) {
        const version = order.get(_id);
        if (version !== undefined) found.push({ entry, version });
        await pause();
      }
      const builtInOnes = builtInContent.entries.filter(({ replies }) =>
        replies.some(({ id }) => wanted.has(id)),
      );
      return [...builtInOnes, ...found.toSorted((a, b) => a.version - b.version).map(({ entry }) => entry)];
    },
  };
}
