import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import {
  type PlaybookContent,
  type PlaybookDraft,
  PlaybookVersion,
  playbookLimits,
  type publishPlaybook,
  type savePlaybookDraft,
  sizeOfEntry,
} from "@souffleur/contracts/playbook";
import type { z } from "zod";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isUpserted } from "../database/duplicate-keys.ts";
import { appError } from "../http/errors.ts";
import { createSlices } from "../slices.ts";
import {
  type ContentDoc,
  type DraftDoc,
  hashOf,
  type PlaybookModels,
  type VersionDoc,
} from "./playbook-records.ts";
import type { PublishedPlaybooks } from "./published-playbooks.ts";

interface DraftsDeps {
  models: PlaybookModels;
  published: PublishedPlaybooks;
  keys: Keyring;
  audit: Pick<Audit, "wake">;
}

/** The author of a change. */
export interface Author {
  organizationId: string;
  userId: string;
  name: string;
  source: string;
}

/** Changes of one person within this time are one entry of the audit log, because a draft is saved while it is typed. */
const editedTogetherMs = 10 * 60_000;

/** Reads, saves and publishes the drafts of the organizations' playbooks. */
export function createPlaybookDrafts({ models, published, keys, audit }: DraftsDeps) {
  const { playbooks, drafts, contents } = models;
  const read = async (organizationId: string) => (await readBoth(organizationId)).draft;

  /** The draft as it compares with these versions, which were read with it. */
  async function readBoth(organizationId: string) {
    const [stored, { versions }] = await Promise.all([
      drafts.findById(organizationId).lean<DraftDoc>(),
      published.find(organizationId),
    ]);
    const latest = versions.at(-1);
    return { draft: await draftOf(stored, latest, published), hash: stored?.hash, latest };
  }

  async function refuseChanged(organizationId: string): Promise<never> {
    throw appError("INVALID_TRANSITION", {
      text: "The draft was changed elsewhere.",
      current: await read(organizationId),
    });
  }

  return {
    read,

    /** @throws AppError INVALID_TRANSITION with the stored draft, where `revision` is no longer the stored one */
    async save(
      author: Author,
      { revision, ...content }: z.output<typeof savePlaybookDraft.body>,
      now: Date,
    ): Promise<PlaybookDraft> {
      const { organizationId: _id } = author;
      const before = await drafts
        .findById(_id, { revision: 1, enteredAt: 1, enteredFor: 1 })
        .lean<Pick<DraftDoc, "revision" | "enteredAt" | "enteredFor">>();
      if ((before?.revision ?? 0) !== revision) return refuseChanged(_id);
      const isEntered =
        before !== null &&
        before.enteredFor === author.userId &&
        now.getTime() - before.enteredAt.getTime() < editedTogetherMs;
      const event = auditEvent("playbook.drafted", _id, now, {
        actorId: author.userId,
        to: countsOf(content),
        source: author.source,
      });
      const change = { ...content, hash: hashOf(content), changedAt: now, changedBy: author.name };
      // In a turn of its own, as what follows takes as long.
      await turn();
      const isSaved = await isUpserted(
        drafts.updateOne(
          { _id, revision: revision === 0 ? { $exists: false } : revision },
          {
            $set: { ...change, ...(!isEntered && { enteredAt: now, enteredFor: author.userId }) },
            $inc: { revision: 1 },
            ...(!isEntered && { $push: { audit: sealEvent(keys, event) } }),
          },
          { upsert: revision === 0 },
        ),
      );
      if (!isSaved) return refuseChanged(_id);
      if (!isEntered) audit.wake();
      return read(_id);
    },

    /**
     * Publishes the draft: its content is stored first, and takes effect when the organization's document names it. A draft
     * that equals the current version is not published again.
     * @throws AppError INVALID_TRANSITION with the stored draft, where it or the current version has changed meanwhile
     */
    async publish(
      author: Author,
      { revision, note }: z.output<typeof publishPlaybook.body>,
      now: Date,
    ): Promise<PlaybookVersion> {
      const { organizationId } = author;
      const {
        draft: { entries, facts, ...draft },
        hash,
        latest,
      } = await readBoth(organizationId);
      if (draft.revision !== revision) return refuseChanged(organizationId);
      if (!draft.changed || hash === undefined)
        return toVersionDto(latest, await published.contentOf(latest));
      // In a turn of its own: to write a large one takes as long as to read it.
      await turn();
      const content = { entries, facts };
      const publication = { hash, publishedAt: now, publishedBy: author.name, note };
      const made = versionAfter(latest, content, publication);
      await storeContent(models, { _id: made.contentId, organizationId, version: made.version, ...content });
      const event = auditEvent("playbook.published", organizationId, now, {
        actorId: author.userId,
        from: `version ${latest?.version ?? 0}`,
        to: `version ${made.version}: ${countsOf(content)}`,
        reason: note || null,
        source: author.source,
      });
      const isPublished = await isUpserted(
        playbooks.updateOne(
          {
            _id: organizationId,
            versions: { $not: { $elemMatch: { version: { $gte: made.version } } } },
            ...(latest && { "versions.contentId": latest.contentId }),
          },
          {
            $push: {
              versions: { $each: [made], $slice: -playbookLimits.versions },
              audit: sealEvent(keys, event),
            },
          },
          { upsert: latest === undefined },
        ),
      );
      if (!isPublished) {
        await contents.deleteOne({ _id: made.contentId });
        const other = (await published.find(organizationId)).versions.at(-1);
        // A concurrent request has published the same draft.
        if (other?.hash === made.hash) return toVersionDto(other, content);
        return refuseChanged(organizationId);
      }
      audit.wake();
      // A process that died may have left content for the same version, which can no longer take effect. Of older versions
      // than those that are kept, nothing is.
      const { version, contentId } = made;
      await contents.deleteMany({ organizationId, version, _id: { $ne: contentId } });
      await contents.deleteMany({ organizationId, version: { $lte: version - playbookLimits.versions } });
      return toVersionDto(made, content);
    },
  };
}
export type PlaybookDrafts = ReturnType<typeof createPlaybookDrafts>;

/** Through the driver: mongoose would copy all of it before. */
const storeContent = ({ contents }: PlaybookModels, content: ContentDoc) =>
  contents.collection.insertOne(content as object);

function versionAfter(
  latest: VersionDoc | undefined,
  content: PlaybookContent,
  {
    note,
    ...publication
  }: Pick<VersionDoc, "hash" | "publishedAt" | "publishedBy"> & { note?: string | undefined },
): VersionDoc {
  return {
    version: (latest?.version ?? 0) + 1,
    contentId: randomUUID(),
    ...publication,
    ...(note && { note }),
    ...sizesOf(content),
  };
}

/** The draft as it compares with the latest version; without a stored one, that version's content. */
async function draftOf(
  stored: DraftDoc | null,
  latest: VersionDoc | undefined,
  published: DraftsDeps["published"],
): Promise<PlaybookDraft> {
  const version = latest?.version ?? 0;
  if (stored === null) {
    const { entries, facts } = await published.contentOf(latest);
    return { entries: [...entries], facts: [...facts], revision: 0, version, changed: false };
  }
  // The account of the last change, whether or not that was recorded by itself.
  const { entries, facts, revision, changedBy, enteredFor: changedById } = stored;
  const changed = stored.hash !== (latest?.hash ?? hashOf(await published.contentOf(undefined)));
  const changedAt = stored.changedAt.toISOString();
  return { entries, facts, revision, version, changed, changedAt, changedBy, changedById };
}

/** How much a playbook has of what has a maximum. */
export async function sizeOf({ entries }: Pick<PlaybookContent, "entries">) {
  const pause = createSlices();
  const size = { phrases: 0, phraseWords: 0 };
  for (const entry of entries) {
    const { phrases, words } = sizeOfEntry(entry);
    size.phrases += phrases;
    size.phraseWords += words;
    await pause();
  }
  return size;
}

export function sizesOf({ entries }: Pick<PlaybookContent, "entries">) {
  return {
    entryCount: entries.length,
    replyCount: entries.reduce((sum, { replies }) => sum + replies.length, 0),
  };
}

function countsOf(content: PlaybookContent): string {
  const { entryCount, replyCount } = sizesOf(content);
  return `${entryCount} entries, ${replyCount} replies, ${content.facts.length} facts`;
}

/** A version without its content. @param doc undefined for the built-in playbook */
export function toVersionDto(
  doc: VersionDoc | undefined,
  content: Pick<PlaybookContent, "entries">,
): PlaybookVersion {
  if (doc === undefined) return { version: 0, ...sizesOf(content) };
  return PlaybookVersion.parse({ ...doc, publishedAt: doc.publishedAt.toISOString() });
}
