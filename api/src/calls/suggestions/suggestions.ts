import { limits, type Sender, type Suggestion } from "@souffleur/contracts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../http/logger.ts";
import type { Metrics } from "../../http/metrics.ts";
import type { PublishedPlaybooks } from "../../playbook/published-playbooks.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import type { Candidate } from "../../suggestions/candidate.ts";
import { builtInContent } from "../../suggestions/matching/built-in-playbook.ts";
import { certainReplies } from "../../suggestions/moments/certain-replies.ts";
import { intentOf, rankEntries } from "../../suggestions/rank-replies.ts";
import { hideUnfinished } from "../masking/masking.ts";
import { toTranscriptLine } from "../records/call-dto.ts";
import type { CallRecords } from "../records/call-records.ts";
import { createCounters } from "./counters.ts";
import { type Context, createModelSuggestions } from "./model-suggestions.ts";
import { createPlaybookSuggestions, type PlaybookSuggestionsDeps } from "./playbook-suggestions.ts";
import { startStopwatch } from "./stopwatch.ts";
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
    PlaybookSuggestionsDeps["records"] & {
      suggestions: Pick<CallRecords["suggestions"], "countSince">;
      lines: Pick<CallRecords["lines"], "last">;
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
  /** The id of the intent of which the page shows a reply to the client's turn already. */
  answered?: string | undefined;
}

/** The playbook reads more lines than the model, because names and figures are mentioned early in a call. */
const linesRead = 60;

/** The number of the first line of the client's last turn; 0 where the client has not spoken. */
function turnStart(lines: readonly { sender: Sender; seq: number }[]): number {
  const end = lines.findLastIndex(({ sender }) => sender === "client");
  const before = lines.slice(0, end + 1).findLastIndex(({ sender }) => sender !== "client");
  return end === -1 ? 0 : (lines[before + 1]?.seq ?? 0);
}

/**
 * Replies for the last lines, from a language model where one is used, and from the playbook otherwise or where the model
 * fails. No reply is repeated in a call. Pages show the three newest: unasked, a turn of the client gets three at most, and
 * the best one is emitted last.
 */
export function createSuggestions(deps: SuggestionsDeps) {
  const { config, log, metrics, records, playbooks, realtime } = deps;
  const counters = createCounters(metrics);
  const delivery = createSuggestionDelivery({ counters, records, realtime });
  const model = createModelSuggestions({ config, log, counters, records, delivery });
  const replies = createPlaybookSuggestions({ records, delivery });
  /** Concurrent requests for a call share one answer. */
  const running = new Map<string, { isAsked: boolean; answer: Promise<Suggestion[]> }>();

  /** A half of a number is hidden before its other half makes it a secret. */
  async function lastLines({ _id: callId }: TargetCall) {
    return hideUnfinished((await records.lines.last(callId, linesRead)).map(toTranscriptLine));
  }

  /** What replies to the last lines are chosen by. Unasked, only what the client's last turn has room for is wanted. */
  async function contextOf(call: TargetCall, isAsked: boolean): Promise<Context> {
    const [lines, guidance] = await Promise.all([lastLines(call), playbooks.guidanceOf(call.organizationId)]);
    const before = isAsked ? 0 : await records.suggestions.countSince(call._id, turnStart(lines));
    return { ...guidance, lines, isAsked, wanted: Math.max(0, limits.suggestionsKept - before) };
  }

  async function generate(call: TargetCall, { isAsked, answered }: Wish): Promise<Suggestion[]> {
    const started = performance.now();
    const watch = startStopwatch();
    const context = await watch.except(contextOf(call, isAsked));
    const { playbook, lines, wanted, model: mode } = context;
    if (wanted === 0) return [];
    if (!isAsked && answered !== undefined) {
      const [subject] = [...certainReplies(playbook, lines), ...rankEntries(playbook, lines)];
      if (subject === undefined || subject.entry.id === answered) return [];
    }
    const isModelAsked =
      mode === "first" || (mode === "when-silent" && (await replies.isSilent(call, context, watch)));
    const { given, complete } = isModelAsked
      ? await model.ask(call, context, watch)
      : { given: [], complete: false };
    if (!complete) given.push(...(await replies.ask(call, context, wanted - given.length, watch)));
    counters.duration.observe(
      { provider: given[0]?.provider ?? "none" },
      (performance.now() - started) / 1000,
    );
    return given;
  }

  /** Given replies, which are the best of their turn: what the playbook has beside them comes first. */
  async function offer(
    call: TargetCall,
    candidates: readonly Offered[],
    trigger: Trigger,
  ): Promise<Suggestion[]> {
    const watch = startStopwatch();
    const context = await watch.except(contextOf(call, false));
    const best = candidates.filter((one) => !isWeak(one)).slice(0, context.wanted);
    const isFirst = context.wanted === limits.suggestionsKept;
    const given = isFirst ? await replies.ask(call, context, context.wanted - best.length, watch) : [];
    for (const { intent: id, ...candidate } of best) {
      const entry = builtInContent.entries.find((one) => one.id === id);
      const suggestion = toSuggestion(call._id, candidate, "playbook", trigger);
      const named = { ...suggestion, ...(entry && { intent: intentOf(entry) }) };
      given.push(...(await delivery.deliver(call, named, watch)));
    }
    return given;
  }

  /** One answer of a call after the other, so that each counts those before it. */
  function afterOthers(
    call: TargetCall,
    isAsked: boolean,
    next: (before: Suggestion[]) => Suggestion[] | Promise<Suggestion[]>,
  ): Promise<Suggestion[]> {
    const before = running.get(call._id)?.answer.catch(() => []) ?? Promise.resolve([]);
    const answer = before.then(next).finally(() => {
      if (running.get(call._id)?.answer === answer) running.delete(call._id);
    });
    running.set(call._id, { isAsked, answer });
    return answer;
  }

  return {
    /** At most three replies that are new in this call, in the order in which they are emitted: the best one is the last. */
    generate(call: TargetCall, wish: Wish = { isAsked: true }): Promise<Suggestion[]> {
      const known = running.get(call._id);
      if (known && (known.isAsked || !wish.isAsked)) return known.answer;
      // What the page has asked for by itself answers the press too, unless it brings nothing.
      return afterOthers(call, wish.isAsked, (before) => (before.length > 0 ? before : generate(call, wish)));
    },

    /** Stores and emits given replies that nobody has asked for, for example those of a script. */
    async offer(call: TargetCall, candidates: readonly Offered[], trigger: Trigger): Promise<void> {
      await afterOthers(call, false, () => offer(call, candidates, trigger));
    },
  };
}
export type Suggestions = ReturnType<typeof createSuggestions>;
