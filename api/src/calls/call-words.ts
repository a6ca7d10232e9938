import { stem, wordsOf } from "../suggestions/french-stem.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineRecords } from "./line-records.ts";
import { isFound } from "./search/search-terms.ts";

const texts = { clientName: 1, agentName: 1, notes: 1, nextStep: 1, wordsDue: 1 } as const;
type Due = Pick<CallDoc, "_id" | keyof typeof texts>;

/** So that stored calls of an older version are done soon, and leave the process time for its work. */
const callsAtOnce = 50;

/** What the search finds a call by, from all words of its texts. */
export const foundStems = (words: Iterable<string>): string[] => [
  ...new Set([...words].map(stem).filter(isFound)),
];

/** The stems that the search finds ended calls by. */
export function createCallWords({ calls, lines }: CallModels, { settled }: Pick<LineRecords, "settled">) {
  async function wordsIn({ _id: callId, clientName, agentName, notes, nextStep = "" }: Due) {
    // A line that was on its way when the call ended counts too.
    await settled(callId);
    const words = new Set([clientName, agentName, notes, nextStep].flatMap(wordsOf));
    const spoken = lines.find({ callId }, { _id: 0, text: 1 }).lean<{ text: string }>().cursor();
    for await (const { text } of spoken) for (const word of wordsOf(text)) words.add(word);
    return foundStems(words);
  }

  return {
    /**
     * Collects the words of some ended calls whose texts have changed; several processes may do the same. A text that
     * changes meanwhile leaves its call due.
     */
    async collect(): Promise<void> {
      const due = await calls
        .find({ wordsDue: { $exists: true }, status: "ended" }, texts)
        .limit(callsAtOnce)
        .lean<Due[]>();
      for (const { _id, ...call } of due) {
        const words = await wordsIn({ _id, ...call });
        await calls.updateOne(
          { _id, wordsDue: call.wordsDue as string },
          { $set: { words }, $unset: { wordsDue: "" } },
        );
      }
    },
  };
}
