import {
  listPlaybookVersions,
  publishPlaybook,
  readPlaybook,
  readPlaybookDraft,
  readPlaybookSettings,
  readPlaybookVersion,
  savePlaybookDraft,
  savePlaybookSettings,
  tryPlaybook,
} from "@souffleur/contracts/playbook";
import type { z } from "zod";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import { type By, type Member, nameOf } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import { compilePlaybook } from "../suggestions/matching/compile-playbook.ts";
import { type Author, type PlaybookDrafts, sizesOf, toVersionDto } from "./playbook-drafts.ts";
import type { PlaybookSettingsRecords } from "./playbook-settings.ts";
import type { PublishedPlaybooks } from "./published-playbooks.ts";
import { type TriedLine, tryPlaybooks } from "./try-playbook.ts";

/** A call's lines, in order. @throws AppError NOT_FOUND where the caller may not see the call */
export type LinesOfCall = (callId: string, caller: Member) => Promise<TriedLine[]>;

interface PlaybookRoutesDeps {
  mount: Mount;
  published: PublishedPlaybooks;
  drafts: PlaybookDrafts;
  settings: PlaybookSettingsRecords;
  linesOfCall: LinesOfCall;
}

function authorOf({ caller, source }: By): Author {
  return { organizationId: caller.organizationId, userId: caller.userId, name: nameOf(caller), source };
}

export function mountPlaybook({ mount, published, drafts, settings, linesOfCall }: PlaybookRoutesDeps): void {
  async function versionOf(organizationId: string, wanted?: number) {
    const { versions } = await published.find(organizationId);
    const found = wanted === undefined ? versions.at(-1) : versions.find(({ version }) => version === wanted);
    if (found === undefined && wanted !== undefined && wanted !== 0) {
      throw appError("NOT_FOUND", {
        text: "There is no version {version} of the playbook.",
        values: { version: wanted },
      });
    }
    const { entries, facts } = await published.contentOf(found);
    return { ...toVersionDto(found, { entries }), entries, facts };
  }

  mount(readPlaybook, async ({ caller }) => ({
    data: await versionOf(caller.organizationId),
  }));

  mount(readPlaybookVersion, async ({ caller, params }) => ({
    data: await versionOf(caller.organizationId, params.version),
  }));

  mount(listPlaybookVersions, async ({ caller }) => {
    const { versions } = await published.find(caller.organizationId);
    const builtIn = await published.contentOf(undefined);
    const all = versions.map((doc) => toVersionDto(doc, builtIn)).toReversed();
    return { data: { versions: [...all, { version: 0, ...sizesOf(builtIn) }] } };
  });

  mount(readPlaybookDraft, async ({ caller }) => ({
    data: await drafts.read(caller.organizationId),
  }));

  mount(savePlaybookDraft, async ({ by, body }) => ({
    data: await drafts.save(authorOf(by), body, clock.now()),
  }));

  mount(publishPlaybook, async ({ by, body }) => ({
    data: await drafts.publish(authorOf(by), body, clock.now()),
  }));

  /** The accounts that are trying a playbook, which takes as long as hundreds of other requests. */
  const trying = new Set<string>();

  async function tryOut({ organizationId, ...caller }: Member, body: z.output<typeof tryPlaybook.body>) {
    const lines: TriedLine[] =
      "text" in body
        ? [{ messageId: "tried", sender: "client", text: body.text }]
        : await linesOfCall(body.callId, { ...caller, organizationId });
    const [draft, { playbook }] = await Promise.all([
      drafts.read(organizationId),
      published.guidanceOf(organizationId),
    ]);
    const tried = await tryPlaybooks({ draft: await compilePlaybook(draft), published: playbook }, lines);
    // A single line reaches few entries, so the unreached ones mean nothing.
    return { data: "text" in body ? { ...tried, unreached: [] } : tried };
  }

  mount(tryPlaybook, async ({ caller, body }) => {
    if (trying.has(caller.userId)) throw appError("RATE_LIMITED", { retryAfter: 1 });
    trying.add(caller.userId);
    try {
      return await tryOut(caller, body);
    } finally {
      trying.delete(caller.userId);
    }
  });

  mount(readPlaybookSettings, async ({ caller }) => ({
    data: await settings.read(caller.organizationId),
  }));

  mount(savePlaybookSettings, async ({ by, body }) => ({
    data: await settings.save(authorOf(by), body, clock.now()),
  }));
}
