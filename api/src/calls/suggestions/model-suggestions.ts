import type { Suggestion } from "@souffleur/contracts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../http/logger.ts";
import type { Guidance } from "../../playbook/published-playbooks.ts";
import { sameness } from "../../suggestions/candidate.ts";
import { ModelFault } from "../../suggestions/chat-stream.ts";
import { createDrafts } from "../../suggestions/drafts.ts";
import { createFounded } from "../../suggestions/founded.ts";
import { groundingOf, namesIn } from "../../suggestions/grounding.ts";
import { createLanguageModel } from "../../suggestions/model-replies.ts";
import { intentOf, rankEntries, type TranscriptLine } from "../../suggestions/rank-replies.ts";
import type { CallRecords } from "../records/call-records.ts";
import type { Counters } from "./counters.ts";
import type { Stopwatch } from "./stopwatch.ts";
import {
  isWeak,
  type SuggestionDelivery,
  type TargetCall,
  type Trigger,
  toSuggestion,
} from "./suggestion-delivery.ts";

/** What replies are chosen by. */
export type Context = Guidance & { lines: TranscriptLine[]; isAsked: boolean; wanted: number };

interface ModelSuggestionsDeps {
  config: Config;
  log: Logger;
  counters: Pick<Counters, "faults">;
  records: Pick<CallRecords, "suggested">;
  delivery: SuggestionDelivery;
}

const linesForModel = 12;
const repliesForModel = 12;

/** Replies of a language model, where one is configured. */
export function createModelSuggestions({ config, log, counters, records, delivery }: ModelSuggestionsDeps) {
  const model = createLanguageModel(config);

  return {
    /**
     * The model's suggestions; `complete` is false where it was not available, or its answer broke off. It writes the best
     * one first, which is shown as a draft until the others are emitted.
     */
    async ask(call: TargetCall, { playbook, lines, isAsked, wanted }: Context, watch: Stopwatch) {
      const given: Suggestion[] = [];
      if (!model?.available() || lines.length === 0) return { given, complete: false };
      const trigger = triggerOf(lines);
      const known = await watch.except(records.suggested(call._id));
      const before = known.filter(isText).slice(-repliesForModel);
      const grounding = groundingOf(playbook, lines);
      const [subject] = rankEntries(playbook, lines);
      const intent = subject && intentOf(subject.entry);
      const isFounded = createFounded({ playbook, lines, grounding, before });
      const drafts = createDrafts(call.sessionId, before, delivery.emit);
      let best: Suggestion | undefined;
      let complete = true;
      try {
        for await (const written of model.ask(lines.slice(-linesForModel), before, grounding)) {
          const isRefused =
            written.as === "void" ||
            !isFounded(written.reply.text) ||
            (written.as === "whole" && known.includes(sameness(written.reply.text)));
          if (isRefused) {
            if (best === undefined && written.as !== "draft") drafts.withdraw();
            continue;
          }
          const { entries, ...candidate } = written.reply;
          if (!isAsked && isWeak(candidate)) continue;
          const basedOn = namesIn(grounding, entries);
          const suggestion: Suggestion = {
            ...toSuggestion(call._id, candidate, "language-model", trigger),
            ...(intent && { intent }),
            ...(basedOn.length > 0 && { basedOn }),
          };
          if (best === undefined) {
            const draft = drafts.show(suggestion, written.as);
            if (written.as === "whole") best = draft;
          } else if (written.as === "whole") given.push(...(await delivery.deliver(call, suggestion, watch)));
          if (best !== undefined && given.length === wanted - 1) break;
        }
      } catch (thrown) {
        if (!(thrown instanceof ModelFault)) throw thrown;
        counters.faults.inc({ reason: thrown.reason });
        log.warn({ callId: call._id, reason: thrown.reason, err: thrown }, "the language model failed");
        complete = false;
      } finally {
        const last = best === undefined ? [] : await delivery.deliver(call, best, watch);
        if (last.length === 0) drafts.withdraw();
        given.push(...last);
      }
      return { given, complete: complete && given.length > 0 };
    },
  };
}

/** Whether a key is a text and not an id of the playbook, which has a colon. */
function isText(key: string): boolean {
  return !key.includes(":");
}

/** The client's last line, or the last line where the client has none. */
function triggerOf(lines: readonly TranscriptLine[]): Trigger | undefined {
  const line = lines.findLast(({ sender }) => sender === "client") ?? lines.at(-1);
  return line && { messageId: line.messageId, text: line.text };
}
