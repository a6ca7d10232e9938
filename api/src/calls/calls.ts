import { randomUUID } from "node:crypto";
import type { Maxima } from "@souffleur/contracts/usage";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Bus } from "../bus.ts";
import type { Config } from "../config.ts";
import { createCapacity } from "../database/capacity.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { Mount } from "../http/mount.ts";
import type { PublishedPlaybooks } from "../playbook/published-playbooks.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import type { Recognizer } from "../transcription/recognizer.ts";
import { createRecordings } from "../transcription/recordings.ts";
import { createSttStats } from "../transcription/stt-stats.ts";
import { requireDeletion, requireWrapUp } from "./access.ts";
import { createCallUpkeep } from "./call-upkeep.ts";
import { type CustomerOf, createCallsForTelephony } from "./calls-for-telephony.ts";
import { createNoteRecords } from "./coaching/note-records.ts";
import { createCustomerCalls, type KeepCustomer } from "./customers/customer-calls.ts";
import { mountExports } from "./export/export-routes.ts";
import { createLeases } from "./leases.ts";
import { createLiveCalls } from "./live-calls.ts";
import { createStepRecords } from "./next-steps/step-records.ts";
import { mountNextSteps } from "./next-steps/step-routes.ts";
import { createPacketCounts } from "./packet-counts.ts";
import { createReadLines } from "./reading-budget.ts";
import type { AllowsVendorSpeech } from "./recordings/heard-text-routes.ts";
import { createMicrophone } from "./recordings/microphone.ts";
import { mountRecordings } from "./recordings/recording-routes.ts";
import { toTranscriptLine } from "./records/call-dto.ts";
import { createCallEvents } from "./records/call-events.ts";
import { type CallModels, callModels } from "./records/call-model.ts";
import { createCallRecords } from "./records/call-records.ts";
import { mountReviews } from "./review-routes.ts";
import { mountCalls } from "./routes.ts";
import { createSimulation } from "./simulation.ts";
import { mountReplyFigures } from "./suggestions/reply-figures-routes.ts";
import { createSuggestions } from "./suggestions/suggestions.ts";
import { type CurrencyOf, createSummaries } from "./summaries.ts";
import { serveWatchers } from "./watchers.ts";

export type { CallDoc } from "./records/call-model.ts";

interface CallsDeps {
  /** Undefined where none is configured. */
  recognizer: Recognizer | undefined;
  config: Config;
  log: Logger;
  connection: Connection;
  realtime: Realtime;
  bus: Pick<Bus, "publish">;
  metrics: Metrics;
  pollers: Pick<Pollers, "add">;
  jobs: Pick<Jobs, "moved">;
  audit: Pick<Audit, "append" | "watch">;
  /** The speed of scripts as a multiple of real time; for tests. */
  speed?: number;
  /** How long a recorded chunk waits for the one before it. */
  maxWaitMs?: number;
  playbooks: PublishedPlaybooks;
  currencyOf: CurrencyOf;
  allowsVendorSpeech: AllowsVendorSpeech;
  customerOf: CustomerOf;
  keepCustomer: KeepCustomer;
  maxima: Pick<Maxima, "lineNotes" | "practiceCalls">;
}

/** How many practice calls an organization may have: all others come from a telephone system. */
const practiceCapacity = ({ calls }: CallModels, max: number) =>
  createCapacity({
    count: (organizationId) => calls.countDocuments({ organizationId, source: "simulation" }),
    max,
    text: "Your organization has {most} practice calls, which is the most it can have. Keep analyses for a shorter time, under Settings.",
  });

/** Live calls: their sources, lines, watchers and suggestions. */
export function createCalls(deps: CallsDeps) {
  const { config, log, connection, recognizer, realtime, bus, metrics, audit, speed = 1, maxWaitMs } = deps;
  const { playbooks, currencyOf, customerOf, keepCustomer, pollers } = deps;
  const owner = randomUUID();
  const models = callModels(connection);
  // Whispers have their events.
  audit.watch(models.suggestions);
  const records = createCallRecords(models);
  const notes = createNoteRecords(models, deps.maxima);
  const capacity = practiceCapacity(models, deps.maxima.practiceCalls);
  const steps = createStepRecords(models);
  const readLines = createReadLines(records.lines);
  const { read, onWatch } = serveWatchers({ records, readLines, realtime });
  const stats = createSttStats();
  const packets = createPacketCounts({ records, log });
  const live = createLiveCalls({
    records,
    realtime,
    bus,
    lines: createRegisteredMetrics(metrics).counter("souffleur_lines_total", "Final lines by speaker", [
      "sender",
    ]),
    stats,
    // Only with Redis can there be other processes.
    several: config.REDIS_URL !== undefined,
  });
  const suggestions = createSuggestions({ config, log, metrics, records, playbooks, realtime });
  const summaries = createSummaries({ config, log, metrics, records, playbooks, currencyOf });
  const recordings = createRecordings({ recognizer, log, metrics, realtime });
  const microphone = createMicrophone({ records, live, maxWaitMs });
  const simulation = createSimulation({ live, records, log, owner, speed, suggestions });
  const leases = createLeases({ records: records.leases, live, log, owner, config, pollers });
  const upkeep = createCallUpkeep({ ...deps, models, records, live, summaries });
  onOverElsewhere(realtime, (callId) => {
    simulation.halt(callId);
    live.forget({ _id: callId });
  });
  return {
    mount(mount: Mount): void {
      mountExports({ mount, records, notes, readLines, summaries, audit, read });
      mountNextSteps({ mount, records, steps, live, keepCustomer });
      mountReviews({ mount, records, readLines, live, read, summaries, realtime, keepCustomer, currencyOf });
      mountCalls({ mount, records, readLines, live, read, simulation, suggestions, capacity, owner });
      mountRecordings({ ...deps, mount, recordings, stats, records, packets, read, microphone });
      mountReplyFigures({ mount, replies: records.replies, playbooks });
    },
    capacity,
    async createIndexes(): Promise<void> {
      await Promise.all([records.createIndexes(), notes.createIndexes()]);
    },
    /** Ends abandoned calls of dead processes, now and regularly. */
    async start(): Promise<void> {
      await recognizer?.load();
      await live.repairCorrections();
      await leases.start();
      upkeep.start();
    },
    /** Ends the scripted calls of this process. The sockets must still be open to receive the events. */
    async stop(): Promise<void> {
      await leases.stop();
      await upkeep.stop();
      await packets.stop();
      await simulation.stop();
    },
    /** A call's lines, in order. @throws AppError NOT_FOUND where the caller may not see the call */
    async linesOfCall(callId: string, caller: Caller) {
      const call = await read(callId, caller);
      return (await readLines.after(caller, call._id, 0)).map(toTranscriptLine);
    },
    isPractice: records.isPractice,
    /** The open next steps of an agent, for their calendar. */
    datedSteps: steps.dated,
    /** The part of the calls that the supervisors' desk uses. */
    forDesk: {
      ...records.desk,
      find: records.find,
      read,
      linesAfter: records.lines.after,
      lastLines: records.lines.last,
      notes,
      readLines,
      announceHelp: live.announceHelp,
      announceWhispers: live.announceWhispers,
      onWatch,
    },
    /** The part of the calls that retention and erasure use. */
    forPrivacy: {
      ...records.erasure,
      /** @throws AppError where the caller may not delete the call, or not yet */
      requireDeletion: async (callId: string, caller: Caller) =>
        requireDeletion(await records.find(callId), caller),
      /** Reports to open pages that a call was deleted. */
      announce: live.announceDeleted,
    },
    /** The part of the calls that the organization's customers use. */
    forCustomers: {
      ...createCustomerCalls(models),
      /** The caller's own call, or one that the caller may wrap up. @throws AppError NOT_FOUND, FORBIDDEN */
      requireWrapUp: async (callId: string, caller: Caller) =>
        requireWrapUp(await records.find(callId), caller),
    },
    forWebhooks: createCallEvents(models),
    forTelephony: createCallsForTelephony({ records, live, log, owner, stats, packets, customerOf }),
  };
}
export type Calls = ReturnType<typeof createCalls>;
export type CallsForDesk = Calls["forDesk"];
export type CallsForPrivacy = Calls["forPrivacy"];
export type CallsForCustomers = Calls["forCustomers"];

/** Calls `over` for each call that another process has ended or deleted. */
function onOverElsewhere(realtime: Pick<Realtime, "onEmitted">, over: (callId: string) => void): void {
  realtime.onEmitted((event, payload, by) => {
    const isOver = event === "call_ended" || event === "call_deleted";
    if (by === "elsewhere" && isOver && "callId" in payload) over(String(payload.callId));
  });
}
