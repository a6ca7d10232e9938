import type { SummaryPoint } from "@souffleur/contracts";
import * as z from "zod";
import type { Config } from "../../config.ts";
import { createSlices } from "../../slices.ts";
import { createChat } from "../../suggestions/chat.ts";
import { ModelFault } from "../../suggestions/chat-stream.ts";
import { isPlainReply, plainBeginning } from "../../suggestions/plain-reply.ts";
import { createObjectReader } from "../../suggestions/read-objects.ts";
import { summaryFormat, summaryMessages } from "./model-prompt.ts";
import { isContained, textsOf } from "./summarize.ts";
import { plainOf, type SummaryLine } from "./turns.ts";

const limitMs = 8000;
const sentencesMost = 5;

const Sentence = z.object({
  lines: z.array(z.int().positive()).min(1).max(20),
  text: z.string().trim().min(1).max(300, { abort: true }).refine(isPlainReply),
});
const Draft = z.object({ text: z.string().max(300).transform(plainBeginning).pipe(z.string().min(1)) });

/** What is said to a machine and not to the other side: nobody says "tu" and gives orders in such words on the telephone. */
const orders = new RegExp(
  [
    "(?:ignor|oubli)[a-z]* .{0,40}(?:consigne|instruction|regle|precede|prompt|ci-dessus)",
    '(?:^|[.!?:;,»"\\]] ?)(?:ignore|oublie|ecris|note|reponds|ajoute|affiche|repete|traduis|resume|conclus|marque|inscris|indique|accorde|considere|mentionne|dis|donne)(?:[ -]|$)',
    "(?:consignes?|instructions?)(?: ?:|\\b.{0,20}(?:systeme|nouvelle|suivante))|nouvelle consigne|(?:message|mode|prompt) (?:systeme|developpeur|debogage)",
    "tu es (?:maintenant|desormais)|a partir de maintenant,? tu|(?:fin|debut) de la transcription|mon assistant",
    "(?:system|systeme|assistant|user) ?[:\\]]|[{}<>]|```|<\\|",
    "(?:le|ton|ce|du) resume (?:doit|devra|dira|final|est)|resume-(?:moi|le|la)|faits? ci-dessus",
  ].join("|"),
  "u",
);

/** Names in a statement, but for its first word. */
const names = /(?<=[\p{Ll}\p{N},;:] )\p{Lu}[\p{L}'-]{2,}/gu;

const wordsIn = (text: string) => plainOf(text).match(/[\p{L}'-]+/gu) ?? [];

function namesKnown({ text }: SummaryPoint, said: ReadonlySet<string>): boolean {
  return (text.match(names) ?? []).every((name) => said.has(plainOf(name)));
}

/** A summary in a few sentences by the configured language model; undefined where there is none. */
export function createModelSummary(config: Config) {
  const chat = createChat(config);
  if (chat === undefined) return undefined;

  async function* readSentences(pieces: AsyncIterable<string>) {
    const { read, unfinished } = createObjectReader();
    let howMany = 0;
    for await (const piece of pieces) {
      for (const object of read(piece)) {
        const sentence = Sentence.safeParse(object);
        if (!sentence.success) continue;
        howMany += 1;
        yield { as: "whole" as const, ...sentence.data };
      }
      const draft = Draft.safeParse(unfinished());
      if (draft.success) yield { as: "draft" as const, ...draft.data };
    }
    if (howMany === 0) throw new ModelFault("malformed", "the answer holds no sentence that can be used");
  }

  return {
    available: chat.available,

    /**
     * At most five sentences whose lines contain them, and how many were dropped because theirs don't.
     * @param people the names of the speakers, which no line need have
     * @param onDraft called with the text so far, also of a sentence that is dropped at its end
     * @throws ModelFault within 8 s, also where no sentence is left
     */
    async write(
      lines: readonly SummaryLine[],
      people: readonly string[],
      onDraft: (text: string) => void,
    ): Promise<{ points: SummaryPoint[]; dropped: number }> {
      // What stands on an order to a machine is what the order wants to be written.
      const usable: SummaryLine[] = [];
      const said = new Set(wordsIn(people.join(" ")));
      const pause = createSlices();
      for (const line of lines) {
        await pause();
        if (orders.test(plainOf(line.text))) continue;
        usable.push(line);
        for (const word of wordsIn(line.text)) said.add(word);
      }
      const texts = textsOf(usable);
      const points: SummaryPoint[] = [];
      let dropped = 0;
      const question = { messages: summaryMessages(lines), format: summaryFormat, limitMs };
      for await (const one of chat.ask(question, readSentences)) {
        const before = points.map(({ text }) => text);
        if (one.as === "draft") {
          onDraft([...before, one.text].join(" "));
          continue;
        }
        const point: SummaryPoint = {
          kind: "summary",
          text: one.text,
          lines: [...new Set(one.lines)].sort((a, b) => a - b),
        };
        const isKnown = point.lines.every((seq) => texts.has(seq));
        if (!isKnown || !isContained(point, texts, false) || !namesKnown(point, said)) {
          dropped += 1;
          continue;
        }
        points.push(point);
        chat.succeeded();
        onDraft([...before, point.text].join(" "));
        if (points.length === sentencesMost) break;
      }
      return { points, dropped };
    },
  };
}
export type ModelSummary = NonNullable<ReturnType<typeof createModelSummary>>;
