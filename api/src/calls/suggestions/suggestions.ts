import { limits, type Suggestion } from "@souffleur/contracts";
import { clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../http/logger.ts";
import type { Metrics } from "../../http/metrics.ts";
import type { PublishedPlaybooks } from "../../playbook/published-playbooks.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import type { Candidate } from "../../suggestions/candidate.ts";
import { builtInContent } from "../../suggestions/matching/built-in-playbook.ts";
import {
  intentOf,
  rankEntries,
  suggest,
  type TranscriptLine,
} from "../../suggestions/matching/rank-replies.ts";
import { hideUnfinished } from "../masking/masking.ts";
import { toTranscriptLine } from "../records/call-dto.ts";
import type { CallRecords } from "../records/call-records.ts";
import { createCounters } from "./counters.ts";
import { type Context, createModelSuggestions } from "./model-suggestions.ts";
import { type Stopwatch, startStopwatch } from "./stopwatch.ts";
import {
  createSuggestionDelivery,
  isWeak,
  type SuggestionDeliveryDeps,
  type TargetCall,
  type Trigger,
  toSuggestion,
} from "./suggestion-delivery.ts";

interface SuggestionsDeps {
  config: Config;
  log: Logger;
  metrics: Metrics;
  records: SuggestionDeliveryDeps["records"] &
    Pick<CallRecords, "suggested"> & {
      lines: Pick<CallRecords["lines"], "last">;
      replies: Pick<CallRecords["replies"], "quiet">;
    };
  playbooks: Pick<PublishedPlaybooks, "guidanceOf">;
  realtime: Pick<Realtime, "emit">;
}

/** A given reply, with the id of the built-in playbook's entry that it answers. */
type Offered = Candidate & { intent?: string };

/** What a page asks for. */
export interface Wish {
  /** Whether the agent has pressed Generate; otherwise nothing under 50 % is suggested. */
  isAsked: boolean;
  /** At most so many suggestions; three by default. */
  wanted?: number | undefined;
  /** The id of the intent of which the page shows a reply to the client's turn already. */
  answered?: string | undefined;
}

/** The playbook reads more lines than the model, because names and figures are mentioned early in a call. */
const linesRead = 60;

/**
 * Replies for the last lines, from a language model where one is used, and from the playbook otherwise or where the model
 * fails. No reply is repeated in a call.
 */
export function createSuggestions(deps: SuggestionsDeps) {
  const { config, log, metrics, records, playbooks, realtime } = deps;
  const counters = createCounters(metrics);
  const delivery = createSuggestionDelivery({ counters, records, realtime });
  const model = createModelSuggestions({ config, log, counters, records, delivery });
  /** Concurrent requests for a call share one answer. */
  const running = new Map<string, { isAsked: boolean; answer: Promise<Suggestion[]> }>();

  /** A half of a number is hidden before its other half makes it a secret. */
  async function lastLines({ _id: callId }: TargetCall): Promise<TranscriptLine[]> {
    return hideUnfinished((await records.lines.last(callId, linesRead)).map(toTranscriptLine));
  }

  async function askPlaybook(
    call: TargetCall,
    { playbook, quieter, lines, isAsked }: Context,
    wanted: number,
    watch: Stopwatch,
  ) {
    const given: Suggestion[] = [];
    const [before, habitual] = await watch.except(
      Promise.all([
        records.suggested(call._id),
        quieter ? records.replies.quiet(call.agentId) : new Set<string>(),
      ]),
    );
    const used = new Set(before);
    // A reply whose text the call has already, from another source, is skipped for the next one.
    while (given.length < wanted) {
      const { suggestions } = suggest({ playbook, lines, callId: call._id, used, habitual, now: clock.ms() });
      const offered = suggestions.filter(({ suggestion }) => isAsked || !isWeak(suggestion));
      if (offered.length === 0) break;
      for (const { suggestion, origin } of offered.slice(0, wanted - given.length)) {
        used.add(suggestion.id);
        given.push(...(await delivery.deliver(call, suggestion, watch, origin)));
      }
    }
    return given;
  }

  /** Whether the playbook has no new reply for these lines. */
  async function isSilent(
    call: TargetCall,
    { playbook, lines }: Context,
    watch: Stopwatch,
  ): Promise<boolean> {
    const used = new Set(await watch.except(records.suggested(call._id)));
    const { suggestions } = suggest({ playbook, lines, callId: call._id, used, now: clock.ms() });
    // Replies that fit any moment have no trigger.
    return suggestions.every(({ suggestion }) => suggestion.trigger === undefined);
  }

  async function generate(
    call: TargetCall,
    { isAsked, answered, wanted = limits.suggestionsKept }: Wish,
  ): Promise<Suggestion[]> {
    const started = performance.now();
    const watch = startStopwatch();
    const [lines, guidance] = await watch.except(
      Promise.all([lastLines(call), playbooks.guidanceOf(call.organizationId)]),
    );
    if (!isAsked && answered !== undefined) {
      const [subject] = rankEntries(guidance.playbook, lines);
      if (subject === undefined || subject.entry.id === answered) return [];
    }
    const context = { ...guidance, lines, isAsked, wanted };
    const isModelAsked =
      guidance.model === "first" ||
      (guidance.model === "when-silent" && (await isSilent(call, context, watch)));
    const { given, complete } = isModelAsked
      ? await model.ask(call, context, watch)
      : { given: [], complete: false };
    if (!complete) {
      given.push(...(await askPlaybook(call, context, wanted - given.length, watch)));
    }
    counters.duration.observe(
      { provider: given[0]?.provider ?? "none" },
      (performance.now() - started) / 1000,
    );
    return given;
  }

  return {
    /** At most three replies that are new in this call, the best first; each is emitted as soon as it is known. */
    generate(call: TargetCall, wish: Wish = { isAsked: true }): Promise<Suggestion[]> {
      const known = running.get(call._id);
      if (known && (known.isAsked || !wish.isAsked)) return known.answer;
      // What the page has asked for by itself answers the press too, unless it brings nothing.
      const before = known?.answer.catch(() => []) ?? Promise.resolve([]);
      const answer = before
        .then((given) => (given.length > 0 ? given : generate(call, wish)))
        .finally(() => {
          if (running.get(call._id)?.answer === answer) running.delete(call._id);
        });
      running.set(call._id, { isAsked: wish.isAsked, answer });
      return answer;
    },

    /** Stores and emits given replies that nobody has asked for, for example those of a script. */
    async offer(call: TargetCall, candidates: readonly Offered[], trigger: Trigger): Promise<void> {
      const watch = startStopwatch();
      for (const { intent: id, ...candidate } of candidates) {
        if (isWeak(candidate)) continue;
        const entry = builtInContent.entries.find((one) => one.id === id);
        const suggestion = toSuggestion(call._id, candidate, "playbook", trigger);
        await delivery.deliver(call, { ...suggestion, ...(entry && { intent: intentOf(entry) }) }, watch);
      }
    },
  };
}
export type Suggestions = ReturnType<typeof createSuggestions>;
