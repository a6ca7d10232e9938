import type { ReplyFigures, readPlaybookFigures } from "@souffleur/contracts/playbook";
import type { z } from "zod";
import { createSlices } from "../../slices.ts";
import type { PublishedEntry } from "../records/measured-replies.ts";
import type { GivenCount, SaidInstead } from "../records/reply-records.ts";
import { estimateOf } from "./estimate.ts";

type Described = Pick<ReplyFigures, "replyId" | "entryId" | "intent" | "text" | "wording">;

/**
 * The figures of each published reply, and of retired replies that were suggested; the most frequent first.
 * @param published the entries of the current version
 * @param former the entries of former versions, for retired replies
 */
export async function replyFigures(
  counts: readonly GivenCount[],
  published: readonly PublishedEntry[],
  former: readonly PublishedEntry[],
): Promise<ReplyFigures[]> {
  const pause = createSlices();
  const ofReply = new Map<string, GivenCount[]>();
  for (const count of counts) ofReply.set(keyOf(count), [...(ofReply.get(keyOf(count)) ?? []), count]);
  await pause();
  const now = described(published);
  await pause();
  const texts = new Map([...described(former), ...now]);
  const keys = new Set([...now.keys(), ...ofReply.keys()]);
  const figures: ReplyFigures[] = [];
  for (const key of keys) {
    const own = ofReply.get(key) ?? [];
    const reply = texts.get(key) ?? own.map(undescribed)[0];
    if (reply !== undefined) figures.push({ ...reply, published: now.has(key), ...figuresOf(own) });
    await pause();
  }
  return figures.sort((a, b) => b.given - a.given);
}

/** Lines that agents say instead, by entry; the entry with the most frequent line first. */
export function insteadOfReplies(said: readonly SaidInstead[], entries: readonly PublishedEntry[]) {
  const intents = new Map(entries.map(({ id, intent }) => [id, intent]));
  const found = new Map<string, z.output<typeof readPlaybookFigures.data>["instead"][number]>();
  for (const { entryId, text, times } of said.toSorted((a, b) => b.times - a.times)) {
    const known = found.get(entryId) ?? { entryId, intent: intents.get(entryId) ?? entryId, lines: [] };
    known.lines.push({ text, times });
    found.set(entryId, known);
  }
  return [...found.values()];
}

const keyOf = ({ replyId, wording }: Pick<Described, "replyId" | "wording">) => `${replyId} ${wording}`;

function described(entries: readonly PublishedEntry[]): Map<string, Described> {
  return new Map(
    entries
      .flatMap(({ id: entryId, intent, replies }) =>
        replies.flatMap(({ id: replyId, text, alternative }): Described[] => [
          { replyId, entryId, intent, text, wording: "first" },
          ...(alternative === undefined
            ? []
            : [{ replyId, entryId, intent, text: alternative, wording: "alternative" as const }]),
        ]),
      )
      .map((reply) => [keyOf(reply), reply]),
  );
}

/** For a reply that is in no known version. */
function undescribed({ replyId, entryId, wording }: GivenCount): Described {
  return { replyId, entryId, intent: entryId, text: replyId, wording };
}

function figuresOf(counts: readonly GivenCount[]) {
  const times = (fits: (one: GivenCount) => boolean) =>
    counts.reduce((sum, one) => sum + (fits(one) ? one.times : 0), 0);
  const success = (wanted: boolean) =>
    estimateOf(
      times(({ said, successful }) => said === wanted && successful === true),
      times(({ said, successful }) => said === wanted && successful !== null),
    );
  const given = times(() => true);
  const said = times((one) => one.said);
  const [saidRate, successWith, successWithout] = [estimateOf(said, given), success(true), success(false)];
  return {
    given,
    shown: times(({ state }) => state !== null),
    copied: times(({ state }) => state === "copied"),
    used: times(({ state }) => state === "used"),
    dismissed: times(({ state }) => state === "dismissed"),
    said,
    ...(saidRate && { saidRate }),
    ...(successWith && { successWith }),
    ...(successWithout && { successWithout }),
  };
}
