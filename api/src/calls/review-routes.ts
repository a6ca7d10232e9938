import {
  defaultCurrency,
  listCallAgents,
  listCalls,
  readFigures,
  reportSuggestion,
  reviewCall,
  saveOutcome,
  summarizeCall,
} from "@souffleur/contracts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { type ReadCall, readableBy, requireAgent, requireView, requireWrapUp } from "./access.ts";
import { reviewOf } from "./call-review.ts";
import type { KeepCustomer } from "./customers/customer-calls.ts";
import type { LiveCalls } from "./live-calls.ts";
import type { ReadLines } from "./reading-budget.ts";
import type { CallRecords } from "./records/call-records.ts";
import type { CurrencyOf, Summaries } from "./summaries.ts";

interface ReviewRoutesDeps {
  mount: Mount;
  records: CallRecords;
  readLines: ReadLines;
  live: Pick<LiveCalls, "announceFigures" | "announceWhispers">;
  read: ReadCall;
  summaries: Pick<Summaries, "read">;
  realtime: Pick<Realtime, "emit">;
  keepCustomer: KeepCustomer;
  currencyOf: CurrencyOf;
}

/** The routes for stored calls: list, figures, outcomes, suggestions and reviews. */
export function mountReviews(deps: ReviewRoutesDeps): void {
  const { mount, records, readLines, live, read, summaries, realtime, keepCustomer, currencyOf } = deps;
  mount(listCalls, async ({ query, caller }) => {
    const { q } = query;
    const readable = readableBy(caller);
    if (q === undefined) return { data: await records.list(readable, query) };
    return { data: await records.search({ ...caller, readable }, { ...query, q }) };
  });

  mount(listCallAgents, async ({ caller }) => ({
    data: { agents: await records.agents(readableBy(caller)) },
  }));

  mount(readFigures, async ({ query, caller, req }) => ({
    data: await records.figures(
      readableBy(caller),
      { ...query, currency: await currencyOf(caller.organizationId) },
      clock.now(),
      languageOf(req),
    ),
  }));

  mount(saveOutcome, async ({ params, body, caller }) => {
    const call = requireWrapUp(await records.find(params.callId), caller);
    const { revision, outcome, currency, ...rest } = body;
    const isForeign = rest.amount !== undefined && currency !== defaultCurrency;
    const given = {
      ...rest,
      ...(outcome !== null && { outcome }),
      // US dollars are not written, as in all calls of former versions.
      ...(isForeign && currency !== undefined && { currency }),
    };
    await keepCustomer(call, given.nextStepAt);
    const saved = await records.outcomes.save(call, given, revision);
    if (saved.revision !== call.outcomeRevision) live.announceFigures(call);
    return { data: saved };
  });

  mount(reportSuggestion, async ({ params, body, caller }) => {
    const call = requireAgent(await records.find(params.callId), caller);
    const kept = await records.suggestions.report(call._id, params.suggestionId, body);
    if (kept?.state === undefined) throw appError("NOT_FOUND", { text: "This suggestion was not found." });
    live.announceWhispers(call);
    return { data: { state: kept.state } };
  });

  mount(reviewCall, async ({ params, caller }) => {
    const call = await read(params.callId, caller);
    return { data: await reviewOf(call, records, () => readLines.spoken(caller, call)) };
  });

  mount(summarizeCall, async ({ params, caller }) => {
    const call = await read(params.callId, caller);
    const data = await summaries.read(
      call,
      () => readLines.spoken(caller, call),
      (text) => realtime.emit(rooms.user(caller.userId), "summary_draft", { callId: call._id, text }),
    );
    // It may have been erased while the model wrote.
    requireView(await records.find(call._id), caller);
    return { data };
  });
}
