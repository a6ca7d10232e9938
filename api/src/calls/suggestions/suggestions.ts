import { randomUUID } from "node:crypto";
import { limits, type Suggestion } from "@souffleur/contracts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../http/logger.ts";
import type { Metrics } from "../../http/metrics.ts";
import type { Guidance, PublishedPlaybooks } from "../../playbook/published-playbooks.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import { rooms } from "../../realtime/rooms.ts";
import { type Candidate, sameness } from "../../suggestions/candidate.ts";
import { ModelFault } from "../../suggestions/chat-stream.ts";
import { createDrafts, type EmitSuggestion } from "../../suggestions/drafts.ts";
import { groundingOf, namesIn } from "../../suggestions/grounding.ts";
import { builtInContent } from "../../suggestions/matching/built-in-playbook.ts";
import {
  intentOf,
  type Origin,
  rankEntries,
  suggest,
  type TranscriptLine,
  warmPlaybook,
} from "../../suggestions/matching/rank-replies.ts";
import { createLanguageModel } from "../../suggestions/model-replies.ts";
import { hideUnfinished, maskSecrets } from "../masking/masking.ts";
import { toTranscriptLine } from "../records/call-dto.ts";
import type { CallRecords } from "../records/call-records.ts";
import { createCounters } from "./counters.ts";
import { type Stopwatch, startStopwatch } from "./stopwatch.ts";

interface SuggestionsDeps {
  config: Config;
  log: Logger;
  metrics: Metrics;
  records: Pick<CallRecords, "suggested" | "claimSuggestion"> & {
    lines: Pick<CallRecords["lines"], "last">;
    replies: Pick<CallRecords["replies"], "quiet">;
    suggestions: Pick<CallRecords["suggestions"], "keep">;
  };
  playbooks: Pick<PublishedPlaybooks, "guidanceOf">;
  realtime: Pick<Realtime, "emit">;
}

/** A given reply, with the id of the built-in playbook's entry that it answers. */
type Offered = Candidate & { intent?: string };

type Provider = NonNullable<Suggestion["provider"]>;
type Trigger = NonNullable<Suggestion["trigger"]>;

/** What a page asks for. */
export interface Wish {
  /** Whether the agent has pressed Generate; otherwise nothing under 50 % is suggested. */
  isAsked: boolean;
  /** At most so many suggestions; three by default. */
  wanted?: number | undefined;
  /** The id of the intent of which the page shows a reply to the client's turn already. */
  answered?: string | undefined;
}

type Context = Guidance & Required<Pick<Wish, "isAsked" | "wanted">> & { lines: TranscriptLine[] };

/** The call that suggestions are for. */
interface TargetCall {
  _id: string;
  organizationId: string | null;
  agentId: string;
  sessionId: string;
}

/** The playbook reads more lines than the model, because names and figures are mentioned early in a call. */
const linesRead = 60;
const linesForModel = 12;
const repliesForModel = 12;

/**
 * Replies for the last lines, from a language model where one is used, and from the playbook otherwise or where the model
 * fails. No reply is repeated in a call.
 */
export function createSuggestions(deps: SuggestionsDeps) {
  const { config, log, metrics, records, playbooks, realtime } = deps;
  const model = createLanguageModel(config);
  const counters = createCounters(metrics);
  /** Concurrent requests for a call share one answer. */
  const running = new Map<string, { isAsked: boolean; answer: Promise<Suggestion[]> }>();

  const emit: EmitSuggestion = (sessionId, name, event) =>
    realtime.emit(rooms.session(sessionId), name, event);

  /** A half of a number is hidden before its other half makes it a secret. */
  async function lastLines({ _id: callId }: TargetCall): Promise<TranscriptLine[]> {
    return hideUnfinished((await records.lines.last(callId, linesRead)).map(toTranscriptLine));
  }

  /** Claims the keys for a suggestion in its call, all or none, and stores it; false where one was claimed before. */
  async function claim(suggestion: Suggestion, keys: readonly string[], origin?: Origin): Promise<boolean> {
    const seq = await records.claimSuggestion(suggestion.callId, keys);
    if (seq === undefined) return false;
    await records.suggestions.keep(suggestion, seq, origin);
    return true;
  }

  /** Stores and emits a suggestion, unless the call had it before. @returns it, or nothing */
  async function give(call: TargetCall, suggestion: Suggestion, watch: Stopwatch, origin?: Origin) {
    const given: Suggestion = { ...suggestion, tookMs: watch.read() };
    const keys = [...(origin ? [suggestion.id] : []), sameness(suggestion.text)];
    if (!(await watch.except(claim(given, keys, origin)))) return [];
    counters.given.inc({ provider: suggestion.provider ?? "playbook" });
    emit(call.sessionId, "suggestion", given);
    return [given];
  }

  /** The model's suggestions; `complete` is false where it was not available, or its answer broke off. */
  async function askModel(call: TargetCall, { playbook, lines, isAsked, wanted }: Context, watch: Stopwatch) {
    const given: Suggestion[] = [];
    if (!model?.available() || lines.length === 0) return { given, complete: false };
    const trigger = triggerOf(lines);
    const before = (await watch.except(records.suggested(call._id))).filter(isText).slice(-repliesForModel);
    const grounding = groundingOf(playbook, lines);
    const [subject] = rankEntries(playbook, lines);
    const intent = subject && intentOf(subject.entry);
    const drafts = createDrafts(call.sessionId, before, emit);
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
          ...made(call._id, candidate, "language-model", trigger),
          ...(intent && { intent }),
          ...(basedOn.length > 0 && { basedOn }),
        });
        if (written.as === "draft") {
          drafts.show(suggestion);
          continue;
        }
        const taken = await give(call, suggestion, watch);
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
      const { suggestions } = suggest({ playbook, lines, callId: call._id, used, habitual, now: Date.now() });
      const offered = suggestions.filter(({ suggestion }) => isAsked || !isWeak(suggestion));
      if (offered.length === 0) break;
      for (const { suggestion, origin } of offered.slice(0, wanted - given.length)) {
        used.add(suggestion.id);
        given.push(...(await give(call, suggestion, watch, origin)));
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
    const { suggestions } = suggest({ playbook, lines, callId: call._id, used, now: Date.now() });
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
      ? await askModel(call, context, watch)
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

  function made(
    callId: string,
    candidate: Candidate,
    provider: Provider,
    trigger: Trigger | undefined,
  ): Suggestion {
    return {
      ...candidate,
      id: randomUUID(),
      text: maskSecrets(candidate.text),
      timestamp: new Date().toISOString(),
      callId,
      provider,
      ...(trigger && { trigger }),
    };
  }

  return {
    /** Compiles the playbook's regular expressions before the first request. */
    start: warmPlaybook,

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
        const suggestion = made(call._id, candidate, "playbook", trigger);
        await give(call, { ...suggestion, ...(entry && { intent: intentOf(entry) }) }, watch);
      }
    },
  };
}
export type Suggestions = ReturnType<typeof createSuggestions>;

const isWeak = ({ confidence }: { confidence: number }) => confidence < limits.unaskedConfidenceMin;

/** Whether a key is a text and not an id of the playbook, which has a colon. */
function isText(key: string): boolean {
  return !key.includes(":");
}

/** The client's last line, or the last line where the client has none. */
function triggerOf(lines: readonly TranscriptLine[]): Trigger | undefined {
  const line = lines.findLast(({ sender }) => sender === "client") ?? lines.at(-1);
  return line && { messageId: line.messageId, text: line.text };
}
