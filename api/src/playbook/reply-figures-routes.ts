import { daysOfRange } from "@souffleur/contracts";
import { readPlaybookFigures } from "@souffleur/contracts/playbook";
import type { Calls } from "../calls/calls.ts";
import type { PublishedEntries } from "../calls/records/call-words.ts";
import type { Mount } from "../http/mount.ts";
import { insteadOfReplies, replyFigures } from "./reply-figures.ts";

interface ReplyFiguresDeps {
  mount: Mount;
  calls: Calls["forPlaybook"];
  publishedEntries: PublishedEntries;
  /** The entries of former versions with these replies, those of newer versions last. */
  formerEntries: (organizationId: string, replyIds: readonly string[]) => ReturnType<PublishedEntries>;
}

const dayMs = 24 * 60 * 60_000;

/** Mounts the figures of an organization's replies, for roles that may view all of its calls. */
export function mountReplyFigures({ mount, calls, publishedEntries, formerEntries }: ReplyFiguresDeps): void {
  mount(readPlaybookFigures, async ({ query, caller: { organizationId } }) => {
    const since = new Date(Date.now() - daysOfRange[query.range] * dayMs);
    const [howMany, counts, instead, published] = await Promise.all([
      calls.calls(organizationId, since),
      calls.given(organizationId, since),
      calls.instead(organizationId, since),
      publishedEntries(organizationId),
    ]);
    const known = new Set(published.flatMap(({ replies }) => replies.map(({ id }) => id)));
    const retired = [...new Set(counts.map(({ replyId }) => replyId))].filter((id) => !known.has(id));
    const former = retired.length === 0 ? [] : await formerEntries(organizationId, retired);
    return {
      data: {
        calls: howMany,
        replies: replyFigures(counts, published, former),
        instead: insteadOfReplies(instead, [...former, ...published]),
      },
    };
  });
}
