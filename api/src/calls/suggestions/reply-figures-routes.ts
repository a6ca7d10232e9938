import { daysOfRange } from "@souffleur/contracts";
import { readPlaybookFigures } from "@souffleur/contracts/playbook";
import { clock } from "../../clock.ts";
import type { Mount } from "../../http/mount.ts";
import type { PublishedPlaybooks } from "../../playbook/published-playbooks.ts";
import type { ReplyRecords } from "../records/reply-records.ts";
import { insteadOfReplies, replyFigures } from "./reply-figures.ts";

interface ReplyFiguresDeps {
  mount: Mount;
  replies: ReplyRecords;
  playbooks: PublishedPlaybooks;
}

const dayMs = 24 * 60 * 60_000;

/** Mounts the figures of an organization's replies, for roles that may view all of its calls. */
export function mountReplyFigures({ mount, replies, playbooks }: ReplyFiguresDeps): void {
  mount(readPlaybookFigures, async ({ query, caller: { organizationId } }) => {
    const since = new Date(clock.ms() - daysOfRange[query.range] * dayMs);
    const [howMany, counts, instead, published] = await Promise.all([
      replies.calls(organizationId, since),
      replies.given(organizationId, since),
      replies.instead(organizationId, since),
      playbooks.publishedEntries(organizationId),
    ]);
    const known = new Set(published.flatMap((entry) => entry.replies.map(({ id }) => id)));
    const retired = [...new Set(counts.map(({ replyId }) => replyId))].filter((id) => !known.has(id));
    const former = retired.length === 0 ? [] : await playbooks.formerEntries(organizationId, retired);
    return {
      data: {
        calls: howMany,
        replies: await replyFigures(counts, published, former),
        instead: insteadOfReplies(instead, [...former, ...published]),
      },
    };
  });
}
