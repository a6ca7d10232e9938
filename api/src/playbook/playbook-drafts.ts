import { randomUUID } from "node:crypto";
import {
  type PlaybookContent,
  type PlaybookDraft,
  PlaybookVersion,
  type publishPlaybook,
  type savePlaybookDraft,
} from "@souffleur/contracts/playbook";
import type { z } from "zod";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { refusal } from "../http/errors.ts";
import { type DraftDoc, hashOf, type PlaybookModels, type VersionDoc } from "./playbook-records.ts";
import type { PublishedPlaybooks } from "./published-playbooks.ts";

interface DraftsDeps {
  models: PlaybookModels;
  published: PublishedPlaybooks;
  keys: Keyring;
  audit: Pick<Audit, "wake">;
}

/** Somebody of the organization who acts. */
export interface Author {
  organizationId: string;
  userId: string;
  name: string;
  source: string;
}

/** Changes of one person within this time are one entry of the audit log: a draft is saved as it is typed. */
const editedTogetherMs = 10 * 60_000;

/** The draft of an organization's playbook, and how it is published. */
export function createPlaybookDrafts({
  models: { playbooks, drafts, contents },
  published,
  keys,
  audit,
}: DraftsDeps) {
  async function read(organizationId: string): Promise<PlaybookDraft> {
    const [stored, { versions }] = await Promise.all([
      drafts.findById(organizationId).lean<DraftDoc>(),
      published.find(organizationId),
    ]);
    const latest = versions.at(-1);
    if (stored === null) {
      const { entries, facts } = await published.contentOf(latest);
      return {
        entries: [...entries],
        facts: [...facts],
        revision: 0,
        version: latest?.version ?? 0,
        changed: false,
      };
    }
    const hash = latest?.hash ?? hashOf(await published.contentOf(undefined));
    return {
      entries: stored.entries,
      facts: stored.facts,
      revision: stored.revision,
      version: latest?.version ?? 0,
      changed: stored.hash !== hash,
      changedAt: stored.changedAt.toISOString(),
      changedBy: stored.changedBy,
    };
  }

  async function refuseChanged(organizationId: string): Promise<never> {
    throw refusal("INVALID_TRANSITION", {
      text: "The draft was changed elsewhere.",
      current: await read(organizationId),
    });
  }

  return {
    read,

    /** @throws AppError INVALID_TRANSITION with the stored draft, where it has changed since `revision` */
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
      const change = {
        $set: {
          ...content,
          hash: hashOf(content),
          changedAt: now,
          changedBy: author.name,
          ...(!isEntered && { enteredAt: now, enteredFor: author.userId }),
        },
        $inc: { revision: 1 },
        ...(!isEntered && { $push: { audit: sealEvent(keys, event) } }),
      };
      try {
        const { matchedCount, upsertedCount } = await drafts.updateOne(
          { _id, revision: revision === 0 ? { $exists: false } : revision },
          change,
          { upsert: revision === 0 },
        );
        if (matchedCount + upsertedCount === 0) return await refuseChanged(_id);
      } catch (thrown) {
        if (isDuplicateKey(thrown)) return refuseChanged(_id);
        throw thrown;
      }
      if (!isEntered) audit.wake();
      return read(_id);
    },

    /**
     * Publishes the draft: its content is stored first, and in force when the organization's document names it. A
     * draft that is in force already is not published twice.
     * @throws AppError INVALID_TRANSITION with the stored draft, where it or what is in force has changed meanwhile
     */
    async publish(
      author: Author,
      { revision, note }: z.output<typeof publishPlaybook.body>,
      now: Date,
    ): Promise<PlaybookVersion> {
      const { organizationId } = author;
      const [{ entries, facts, ...draft }, { versions }] = await Promise.all([
        read(organizationId),
        published.find(organizationId),
      ]);
      if (draft.revision !== revision) return refuseChanged(organizationId);
      const latest = versions.at(-1);
      if (!draft.changed) return wireVersion(latest, await published.contentOf(latest));
      const content = { entries, facts };
      const made: VersionDoc = {
        version: (latest?.version ?? 0) + 1,
        contentId: randomUUID(),
        hash: hashOf(content),
        publishedAt: now,
        publishedBy: author.name,
        ...(note && { note }),
        ...sizesOf(content),
      };
      await contents.create({ _id: made.contentId, organizationId, version: made.version, ...content });
      const event = auditEvent("playbook.published", organizationId, now, {
        actorId: author.userId,
        from: `version ${latest?.version ?? 0}`,
        to: `version ${made.version}: ${countsOf(content)}`,
        reason: note || null,
        source: author.source,
      });
      const isFirst = latest === undefined;
      const inForce = await playbooks
        .updateOne(
          {
            _id: organizationId,
            [`versions.${versions.length}`]: { $exists: false },
            ...(!isFirst && { "versions.contentId": latest.contentId }),
          },
          { $push: { versions: made, audit: sealEvent(keys, event) } },
          { upsert: isFirst },
        )
        .then(({ matchedCount, upsertedCount }) => matchedCount + upsertedCount > 0)
        .catch((thrown: unknown) => {
          if (isDuplicateKey(thrown)) return false;
          throw thrown;
        });
      if (!inForce) {
        await contents.deleteOne({ _id: made.contentId });
        const other = (await published.find(organizationId)).versions.at(-1);
        // Pressed twice, or by two at once: it is published.
        if (other?.hash === made.hash) return wireVersion(other, content);
        return refuseChanged(organizationId);
      }
      audit.wake();
      // What a process that died had stored as the same version: it can't come into force any more.
      await contents.deleteMany({
        organizationId,
        version: made.version,
        _id: { $ne: made.contentId },
      });
      return wireVersion(made, content);
    },
  };
}
export type PlaybookDrafts = ReturnType<typeof createPlaybookDrafts>;

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

/** A version without its content; that of the built-in playbook without one. */
export function wireVersion(
  doc: VersionDoc | undefined,
  content: Pick<PlaybookContent, "entries">,
): PlaybookVersion {
  if (doc === undefined) return { version: 0, ...sizesOf(content) };
  return PlaybookVersion.parse({ ...doc, publishedAt: doc.publishedAt.toISOString() });
}
