import { type ConversationSummary, defaultCurrency, linesOfSummaryMin } from "@souffleur/contracts";
import { LRUCache } from "lru-cache";
import type { Config } from "../config.ts";
import type { Logger } from "../http/logger.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { Guidance, PublishedPlaybooks } from "../playbook/published-playbooks.ts";
import { ModelFault } from "../suggestions/chat-stream.ts";
import { maskSecrets } from "./masking/masking.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";
import { withAmount } from "./summary/deal-amount.ts";
import { gistOf } from "./summary/gist.ts";
import { createModelSummary } from "./summary/model-summary.ts";
import { summarize } from "./summary/summarize.ts";
import type { SummaryLine } from "./summary/turns.ts";

/** The code of an organization's currency. */
export type CurrencyOf = (organizationId: string | null) => Promise<string>;

interface SummariesDeps {
  currencyOf: CurrencyOf;
  config: Config;
  log: Logger;
  metrics: Metrics;
  records: Pick<CallRecords, "summary" | "saveSummary">;
  playbooks: Pick<PublishedPlaybooks, "guidanceOf">;
}

/** Summaries by rules that a process keeps for a while: those of calls of hours take seconds. */
const kept = { max: 200, ttl: 5 * 60_000 };

/** What a summary by rules depends on, but for the lines and the playbook. */
export type SummarizedCall = Pick<
  CallDoc,
  "_id" | "organizationId" | "status" | "startedAt" | "seq" | "corrections"
>;

/** A line more, or another text of one, is another summary. */
const stateOf = ({ _id, status, seq, corrections = 0 }: SummarizedCall) =>
  `${_id} ${status} ${seq} ${corrections}`;

/** Days that are said without a year are those after the call in France, where its people speak of them. */
const dayIn = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short" });

/**
 * The summaries of calls: by rules, from their lines whenever they are read, and where a language model is used, with its
 * sentences, which are written once and stored.
 */
export function createSummaries({ config, log, metrics, records, playbooks, currencyOf }: SummariesDeps) {
  const model = createModelSummary(config);
  const { written, dropped, faults } = createSummaryMetrics(metrics);
  const known = new LRUCache<
    string,
    { summary: Promise<ConversationSummary>; playbook: Guidance["playbook"] }
  >(kept);
  /** Pages that ask for one summary at once share it. */
  const running = new Map<string, Promise<ConversationSummary>>();

  async function summarizeAnew(
    call: SummarizedCall,
    lines: readonly SummaryLine[],
    playbook: Guidance["playbook"],
  ): Promise<ConversationSummary> {
    const today = dayIn.format(call.startedAt);
    const { summary, dropped: howMany } = await summarize({ lines, playbook, today });
    dropped.inc({ provider: "rules" }, howMany);
    return summary;
  }

  /** Those who ask meanwhile get the same. */
  async function byRules(call: SummarizedCall, lines: readonly SummaryLine[]) {
    const guidance = await playbooks.guidanceOf(call.organizationId);
    const { playbook } = guidance;
    const state = stateOf(call);
    let found = known.get(state);
    // A publication changes the summary.
    if (found?.playbook !== playbook) {
      found = { playbook, summary: summarizeAnew(call, lines, playbook) };
      known.set(state, found);
      found.summary.catch(() => known.delete(state));
    }
    return { summary: await found.summary, guidance };
  }

  async function write(
    call: CallDoc,
    lines: readonly SummaryLine[],
    onDraft: (text: string) => void,
  ): Promise<ConversationSummary> {
    const { summary, guidance } = await byRules(call, lines);
    const isModelAsked =
      call.status === "ended" && guidance.model !== "off" && lines.length >= linesOfSummaryMin;
    if (!isModelAsked || !model?.available()) {
      written.inc({ provider: "rules" });
      return summary;
    }
    try {
      const { points, dropped: howMany } = await model.write(
        lines,
        [call.agentName, call.clientName],
        (text) => onDraft(maskSecrets(text)),
      );
      dropped.inc({ provider: "model" }, howMany);
      if (points.length === 0) throw new ModelFault("malformed", "no sentence is supported by its lines");
      const prose = points.map((one) => ({ ...one, text: maskSecrets(one.text) }));
      written.inc({ provider: "model" });
      const whole: ConversationSummary = {
        ...summary,
        provider: "model",
        points: [...prose, ...summary.points],
      };
      return (await records.saveSummary(call, whole)) ?? whole;
    } catch (thrown) {
      if (!(thrown instanceof ModelFault)) throw thrown;
      faults.inc({ reason: thrown.reason });
      log.warn(
        { callId: call._id, reason: thrown.reason, err: thrown },
        "the language model wrote no summary",
      );
      written.inc({ provider: "rules" });
      return summary;
    }
  }

  /** That of the call's amount, or the one in which an amount would be entered. */
  const currencyFor = async ({ amount, currency = defaultCurrency, organizationId }: CallDoc) =>
    amount === undefined ? currencyOf(organizationId) : currency;

  return {
    /**
     * @param readLines reads all lines of the call, in order
     * @param onDraft called with the model's text so far
     */
    async read(
      call: CallDoc,
      readLines: () => Promise<readonly SummaryLine[]>,
      onDraft: (text: string) => void,
    ): Promise<ConversationSummary> {
      const currency = await currencyFor(call);
      const stored = call.status === "ended" ? await records.summary(call) : undefined;
      if (stored !== undefined) return withAmount(stored, currency);
      const key = stateOf(call);
      const answer =
        running.get(key) ??
        readLines()
          .then((lines) => write(call, lines, onDraft))
          .finally(() => running.delete(key));
      running.set(key, answer);
      return withAmount(await answer, currency);
    },

    /** As it is stored, or by rules: for files, which wait for no model. */
    async ready(call: CallDoc, lines: readonly SummaryLine[]): Promise<ConversationSummary> {
      const summary = (await records.summary(call)) ?? (await byRules(call, lines)).summary;
      return withAmount(summary, await currencyFor(call));
    },

    /** What a call was about, by rules, in two lines; empty where they find nothing. */
    async gist(call: SummarizedCall, lines: readonly SummaryLine[]): Promise<string> {
      return gistOf((await byRules(call, lines)).summary);
    },
  };
}
export type Summaries = ReturnType<typeof createSummaries>;

function createSummaryMetrics(metrics: Metrics) {
  const { counter } = createRegisteredMetrics(metrics);
  return {
    written: counter("souffleur_summaries_total", "Summaries by what wrote them", ["provider"]),
    dropped: counter(
      "souffleur_summary_statements_dropped_total",
      "Statements of summaries that were dropped because their lines do not contain them",
      ["provider"],
    ),
    faults: counter(
      "souffleur_summary_model_faults_total",
      "Summaries that the language model could not write, by reason",
      ["reason"],
    ),
  };
}
