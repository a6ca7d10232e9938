import type { Suggestion } from "@souffleur/contracts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../http/logger.ts";
import type { Guidance } from "../../playbook/published-playbooks.ts";
import { ModelFault } from "../../suggestions/chat-stream.ts";
import { createDrafts } from "../../suggestions/drafts.ts";
import { groundingOf, namesIn } from "../../suggestions/grounding.ts";
import { intentOf, rankEntries, type TranscriptLine } from "../../suggestions/matching/rank-replies.ts";
import { createLanguageModel } from "../../suggestions/model-replies.ts";
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
    /** The model's suggestions; `complete` is false where it was not available, or its answer broke off. */
    async ask(call: TargetCall, { playbook, lines, isAsked, wanted }: Context, watch: Stopwatch) {
      const given: Suggestion[] = [];
      if (!model?.available() || lines.length === 0) return { given, complete: false };
      const trigger = triggerOf(lines);
      const before = (await watch.except(records.suggested(call._id))).filter(isText).slice(-repliesForModel);
      const grounding = groundingOf(playbook, lines);
      const [subject] = rankEntries(playbook, lines);
      const intent = subject && intentOf(subject.entry);
      const drafts = createDrafts(call.sessionId, before, delivery.emit);
      try {
        for await (const written of model.ask(lines.slice(-linesForModel), before, grounding)) {
          if (written.as === "void") {
            drafts.withdraw();
            continue;
          }
          const { entries, ...candidate } = written.reply;
          if (!isAsked && isWeak(candidate)) continue;
          const basedOn = namesIn(grounding, entries);
          const suggestion = drafts.next({
            ...toSuggestion(call._id, candidate, "language-model", trigger),
            ...(intent && { intent }),
            ...(basedOn.length > 0 && { basedOn }),
          });
          if (written.as === "draft") {
            drafts.show(suggestion);
            continue;
          }
          const taken = await delivery.deliver(call, suggestion, watch);
          if (taken.length > 0) drafts.completed();
          else drafts.withdraw();
          given.push(...taken);
          if (given.length === wanted) break;
        }
      } catch (thrown) {
        if (!(thrown instanceof ModelFault)) throw thrown;
        counters.faults.inc({ reason: thrown.reason });
        log.warn({ callId: call._id, reason: thrown.reason, err: thrown }, "the language model failed");
        return { given, complete: false };
      } finally {
        drafts.withdraw();
      }
      return { given, complete: given.length > 0 };
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
