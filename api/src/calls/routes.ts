import {
  endSimulation,
  generateSuggestions,
  getCall,
  getTranscript,
  saveNotes,
  startSimulation,
} from "@souffleur/contracts";
import type { Capacity } from "../database/capacity.ts";
import { appError } from "../http/errors.ts";
import { nameOf } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import { type ReadCall, requireAgent, requireSpeaker } from "./access.ts";
import type { LiveCalls } from "./live-calls.ts";
import { newCall } from "./new-call.ts";
import type { ReadLines } from "./reading-budget.ts";
import { toCallDto, toEndDto, toLineDto } from "./records/call-dto.ts";
import type { CallRecords } from "./records/call-records.ts";
import { castScenario } from "./simulation/scenarios.ts";
import type { Simulation } from "./simulation.ts";
import type { Suggestions } from "./suggestions/suggestions.ts";

interface CallRoutesDeps {
  mount: Mount;
  records: CallRecords;
  live: LiveCalls;
  read: ReadCall;
  readLines: ReadLines;
  simulation: Simulation;
  suggestions: Suggestions;
  capacity: Pick<Capacity, "take">;
  owner: string;
}

/** One on the screen and one that waits to be ended; telephone calls cannot be refused and do not count. */
const callSlots = 2;

export function mountCalls(deps: CallRoutesDeps): void {
  const { mount, records, readLines, live, read, simulation, suggestions, capacity, owner } = deps;
  mount(startSimulation, async ({ body, caller }) => {
    const { callSid } = body;
    await capacity.take(caller.organizationId);
    const scenario = castScenario(body.scenario, body);
    const call = newCall({
      organizationId: caller.organizationId,
      agentId: caller.userId,
      agentName: nameOf(caller),
      customer: { name: scenario.clientName },
      source: "simulation",
      scenario: scenario.name,
      ...(callSid && { callSid }),
      owner,
    });
    if (!(await live.open(call, callSlots))) {
      throw appError("INVALID_TRANSITION", {
        text: "You already have two calls running. End one before starting another.",
      });
    }
    simulation.begin(call, scenario);
    const { callId, sessionId, status, startedAt } = toCallDto(call);
    return { data: { callId, sessionId, status, startedAt, scenario: scenario.name } };
  });

  mount(endSimulation, async ({ body, caller }) => {
    const call = requireAgent(await records.find(body.callId), caller);
    simulation.halt(call._id);
    const ended = await live.end(call, body.reason);
    return { data: { callId: ended._id, status: "ended" as const, ...toEndDto(ended) } };
  });

  mount(getCall, async ({ params, caller }) => {
    return { data: { call: toCallDto(await read(params.callId, caller)) } };
  });

  mount(getTranscript, async ({ params, query, caller }) => {
    const call = await read(params.callId, caller);
    const lines = await readLines.after(caller, call._id, query.after);
    return { data: { lines: lines.map(toLineDto) } };
  });

  mount(saveNotes, async ({ params, body, caller }) => {
    const call = requireAgent(await records.find(params.callId), caller);
    const revision = await records.saveNotes(call._id, body.notes, body.revision);
    if (revision === undefined) {
      // Refuses with NOT_FOUND where the call was erased meanwhile.
      requireAgent(await records.find(call._id), caller);
      throw appError("INVALID_TRANSITION", {
        text: "The notes were changed elsewhere. Reload them first.",
      });
    }
    return { data: { notes: body.notes, revision } };
  });

  mount(generateSuggestions, async ({ params, query, caller }) => {
    const call = requireSpeaker(await records.find(params.callId), caller);
    const { unasked, answered } = query;
    const wish = { isAsked: unasked !== "true", answered };
    return { data: { suggestions: await suggestions.generate(call, wish) } };
  });
}
