import { stem, wordsOf } from "../suggestions/french-stem.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineRecords } from "./line-records.ts";
import type { PublishedEntry, SpokenLine } from "./measured-replies.ts";
import { type MeasuredCall, measuredCall, type ReplyRecords } from "./reply-records.ts";
import { isFound } from "./search/search-terms.ts";

const texts = { clientName: 1, agentName: 1, notes: 1, nextStep: 1, wordsDue: 1 } as const;
type Due = MeasuredCall & Pick<CallDoc, keyof typeof texts>;

/** So that stored calls of an older version are done soon, and leave the process time for its work. */
const callsAtOnce = 50;

/** What the search finds a call by, from all words of its texts. */
export const foundStems = (words: Iterable<string>): string[] => [
  ...new Set([...words].map(stem).filter(isFound)),
];

/** What is read off all lines of ended calls: the stems that the search finds them by, and what became of replies. */
export function createCallWords(
  { calls, lines }: CallModels,
  { settled }: Pick<LineRecords, "settled">,
  { measure }: Pick<ReplyRecords, "measure">,
) {
  async function read(call: Due, publishedEntries: PublishedEntries): Promise<string[]> {
    const { _id: callId, clientName, agentName, notes, nextStep = "", organizationId } = call;
    // A line that was on its way when the call ended counts too.
    await settled(callId);
    const spoken = await lines
      .find({ callId }, { seq: 1, sender: 1, text: 1 })
      .sort({ seq: 1 })
      .lean<SpokenLine[]>();
    await measure(call, spoken, await publishedEntries(organizationId));
    const words = new Set([clientName, agentName, notes, nextStep].flatMap(wordsOf));
    for (const { text } of spoken) for (const word of wordsOf(text)) words.add(word);
    return foundStems(words);
  }

  return {
    /**
     * Reads some ended calls whose texts or outcome have changed; several processes may do the same. What changes
     * meanwhile leaves its call due.
     * @param publishedEntries of no playbook where it is left out
     */
    async collect(publishedEntries: PublishedEntries = async () => []): Promise<void> {
      const due = await calls
        .find({ wordsDue: { $exists: true }, status: "ended" }, { ...texts, ...measuredCall })
        .limit(callsAtOnce)
        .lean<Due[]>();
      for (const call of due) {
        const words = await read(call, publishedEntries);
        await calls.updateOne(
          { _id: call._id, wordsDue: call.wordsDue as string },
          { $set: { words }, $unset: { wordsDue: "" } },
        );
      }
    },
  };
}

/** An organization's playbook now. */
export type PublishedEntries = (organizationId: string | null) => Promise<readonly PublishedEntry[]>;
