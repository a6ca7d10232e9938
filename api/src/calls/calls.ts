import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { Counter } from "prom-client";
import type { Audit } from "../audit/audit.ts";
import type { Config } from "../config.ts";
import type { Feature } from "../feature.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { createTicker } from "../scheduling/ticker.ts";
import type { TranscriptLine } from "../suggestions/matching/rank-replies.ts";
import { createSuggestions, type Guidance } from "../suggestions/suggestions.ts";
import type { Recognizer } from "../transcription/recognizer.ts";
import { createSttStats } from "../transcription/stt-stats.ts";
import { createTranscription } from "../transcription/transcription.ts";
import type { EventSource } from "../webhooks/event.ts";
import { type ReadCall, requireDeletion, requireWrapUp } from "./access.ts";
import { type CallsForTelephony, type CustomerOf, createCallsForTelephony } from "./calls-for-telephony.ts";
import { createNoteRecords, type NoteRecords } from "./coaching/note-records.ts";
import { type CustomerCalls, createCustomerCalls, type KeepCustomer } from "./customers/customer-calls.ts";
import { mountExports } from "./export/export-routes.ts";
import { createLeases } from "./leases.ts";
import { type CallKey, createLiveCalls, type LiveCalls } from "./live-calls.ts";
import { hideUnfinished, maskSecrets } from "./masking/masking.ts";
import { createMicrophone } from "./microphone.ts";
import { createStepRecords, type StepRecords } from "./next-steps/step-records.ts";
import { mountNextSteps } from "./next-steps/step-routes.ts";
import { createPacketCounts } from "./packet-counts.ts";
import { createReadLines, type ReadLines } from "./reading-budget.ts";
import { createCallEvents } from "./records/call-events.ts";
import { type CallDoc, callModels } from "./records/call-model.ts";
import { type CallRecords, createCallRecords } from "./records/call-records.ts";
import type { PublishedEntries } from "./records/call-words.ts";
import type { DeskRecords } from "./records/desk-records.ts";
import type { ErasureRecords } from "./records/erasure-records.ts";
import type { LineDoc } from "./records/line-model.ts";
import type { ReplyRecords } from "./records/reply-records.ts";
import { mountReviews } from "./review-routes.ts";
import { mountCalls } from "./routes.ts";
import { createSimulation } from "./simulation.ts";
import { createSummaries } from "./summaries.ts";
import { type OnWatch, serveWatchers } from "./watchers.ts";

export type { CallDoc } from "./records/call-model.ts";

export interface CallsDeps {
  /** Undefined where none is configured. */
  recognizer: Recognizer | undefined;
  config: Config;
  log: Logger;
  connection: Connection;
  realtime: Realtime;
  metrics: Metrics;
  audit: Pick<Audit, "append" | "watch">;
  /** The speed of scripts as a multiple of real time; for tests. */
  speed?: number;
  /** How long a recorded chunk waits for the one before it. */
  maxWaitMs?: number;
  /** The playbook and settings from which an organization's suggestions are made. */
  guidanceOf: (organizationId: string | null) => Promise<Guidance>;
  publishedEntries: PublishedEntries;
  customerOf: CustomerOf;
  keepCustomer: KeepCustomer;
}

export interface Calls extends Required<Pick<Feature, "mount" | "createIndexes" | "start" | "stop">> {
  forTelephony: CallsForTelephony;
  forPrivacy: CallsForPrivacy;
  forDesk: CallsForDesk;
  forCustomers: CallsForCustomers;
  /** The open next steps of an agent, for their calendar. */
  datedSteps: StepRecords["dated"];
  forWebhooks: EventSource<CallDoc>;
  /** A call's lines, in order. @throws AppError NOT_FOUND where the caller may not see the call */
  linesOfCall(callId: string, caller: Caller): Promise<(TranscriptLine & { seq: number })[]>;
  /** The results of the playbook's replies. */
  forPlaybook: Pick<ReplyRecords, "calls" | "given" | "instead">;
}

/** The part of the calls that the organization's customers use. */
export interface CallsForCustomers extends CustomerCalls {
  /** The caller's own call, or one that the caller may wrap up. @throws AppError NOT_FOUND, FORBIDDEN */
  requireWrapUp(callId: string, caller: Caller): Promise<CallDoc>;
}

/** The part of the calls that retention and erasure use. */
export interface CallsForPrivacy extends ErasureRecords {
  /** @throws AppError where the caller may not delete the call, or not yet */
  requireDeletion(callId: string, caller: Caller): Promise<CallDoc>;
  /** Reports to open pages that a call was deleted. */
  announce(call: CallKey): void;
}

/** The part of the calls that the supervisors' desk uses. */
export interface CallsForDesk
  extends DeskRecords,
    Pick<CallRecords, "find">,
    Pick<LiveCalls, "announceHelp" | "announceWhispers"> {
  linesAfter: CallRecords["lines"]["after"];
  lastLines: CallRecords["lines"]["last"];
  notes: NoteRecords;
  readLines: ReadLines;
  read: ReadCall;
  /**
   * @param listener runs before a page joins an active call, when a page of its agent connects, and, without `peer`,
   *   before another account reads it. Its failure is that of the join or the reading.
   */
  onWatch(listener: OnWatch): void;
}

const transcriptLine = ({ _id: messageId, seq, sender, text }: LineDoc) => ({ messageId, seq, sender, text });

/** The search finds calls by their lines about this long after their end. */
const collectWordsMs = 1000;

/** How long a telephone call of a dead process stays active while no process finds it at the PBX. */
const phoneGraceMs = 10 * 60_000;

/** Live calls: their sources, lines, watchers and suggestions. */
export function createCalls(deps: CallsDeps): Calls {
  const { config, log, connection, recognizer, realtime, metrics, audit, speed = 1, maxWaitMs } = deps;
  const { guidanceOf, publishedEntries, customerOf, keepCustomer } = deps;
  const owner = randomUUID();
  // Only with Redis can there be other processes.
  const several = config.REDIS_URL !== undefined;
  const models = callModels(connection);
  // Whispers have their events.
  audit.watch(models.suggestions);
  const records = createCallRecords(models);
  const notes = createNoteRecords(models);
  const steps = createStepRecords(models);
  let onWatch: OnWatch = async () => {};
  const readLines = createReadLines(records.lines);
  const { read } = serveWatchers({ records, readLines, realtime, onWatch: (...watch) => onWatch(...watch) });
  const stats = createSttStats();
  const packets = createPacketCounts({ records, log });
  const live = createLiveCalls({
    records,
    realtime,
    lines: new Counter({
      name: "souffleur_lines_total",
      help: "Final lines by speaker",
      labelNames: ["sender"],
      registers: [metrics.registry],
    }),
    onLine: (call) => stats.transcript(call.organizationId),
    several,
  });
  const suggestions = createSuggestions({
    config,
    log,
    metrics,
    // A half of a number is hidden before its other half makes it a secret.
    lastLines: async (callId, count) =>
      hideUnfinished((await records.lines.last(callId, count)).map(transcriptLine)),
    claimed: records.suggested,
    habitualOf: records.replies.quiet,
    guidanceOf,
    async claim(suggestion, keys, origin) {
      const seq = await records.claimSuggestion(suggestion.callId, keys);
      if (seq === undefined) return false;
      await records.suggestions.keep(suggestion, seq, origin);
      return true;
    },
    emit: (sessionId, name, event) => realtime.emit(rooms.session(sessionId), name, event),
    mask: maskSecrets,
  });
  const summaries = createSummaries({ config, log, metrics, records, guidanceOf, mask: maskSecrets });
  const transcription = createTranscription({
    config,
    recognizer,
    log,
    metrics,
    realtime,
    stats,
    callStats: {
      packet: (callId) => packets.add(callId, 1),
      async read(callId, caller) {
        const call = await read(callId, caller);
        return { transcripts: call.seq, packetsReceived: await packets.of(callId) };
      },
      async ofRunning({ userId }) {
        const [call] = await records.findActiveOf(userId, 1);
        return call && { transcripts: call.seq, packetsReceived: await packets.of(call._id) };
      },
    },
    microphone: createMicrophone({ records, live, maxWaitMs }),
    mask: maskSecrets,
  });
  const simulation = createSimulation({ live, records, log, owner, speed, suggest: suggestions.offer });
  const leases = createLeases({
    records: records.leases,
    live,
    log,
    owner,
    // The embedded database belongs to this process alone.
    isSoleProcess: config.MONGODB_URI === undefined,
    isAwaited,
  });
  const collecting = createTicker(
    collectWordsMs,
    async () => {
      await live.repairCorrections();
      await records.words.collect(publishedEntries, summaries.gist);
    },
    (err) => log.warn({ err }, "lines were not corrected, or the words of ended calls not collected"),
  );
  realtime.onEmitted((event, payload, by) => {
    const isOver = event === "call_ended" || event === "call_deleted";
    if (by === "here" || !isOver || !("callId" in payload)) return;
    simulation.halt(String(payload.callId));
    live.forget({ _id: String(payload.callId) });
  });

  /** Whether telephony still looks for a call at the PBX, where it may outlive the process that followed it. */
  function isAwaited({ source, leaseUntil }: CallDoc): boolean {
    const isFollowed = config.ASTERISK_ARI_URL !== undefined && source === "telephony";
    return isFollowed && Date.now() - leaseUntil.getTime() < phoneGraceMs;
  }

  return {
    mount(mount) {
      mountExports({ mount, records, notes, readLines, summaries, audit, read });
      mountNextSteps({ mount, records, steps, live, keepCustomer });
      mountReviews({ mount, records, readLines, live, read, summaries, realtime, keepCustomer });
      mountCalls({ mount, records, readLines, live, read, simulation, suggestions, owner });
      transcription.mount(mount);
    },
    async createIndexes() {
      await Promise.all([records.createIndexes(), notes.createIndexes()]);
    },
    /** Ends abandoned calls of dead processes, now and regularly. */
    async start() {
      await transcription.start();
      await live.repairCorrections();
      suggestions.start();
      await leases.start();
      collecting.start();
    },
    /** Ends the scripted calls of this process. The sockets must still be open to receive the events. */
    async stop() {
      await leases.stop();
      await collecting.stop();
      await packets.stop();
      await simulation.stop();
    },
    async linesOfCall(callId, caller) {
      const call = await read(callId, caller);
      return (await readLines.after(caller, call._id, 0)).map(transcriptLine);
    },
    forPlaybook: records.replies,
    datedSteps: steps.dated,
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
      onWatch(listener) {
        onWatch = listener;
      },
    },
    forPrivacy: {
      ...records.erasure,
      requireDeletion: async (callId, caller) => requireDeletion(await records.find(callId), caller),
      announce: live.announceDeleted,
    },
    forCustomers: {
      ...createCustomerCalls(models),
      requireWrapUp: async (callId, caller) => requireWrapUp(await records.find(callId), caller),
    },
    forWebhooks: createCallEvents(models),
    forTelephony: createCallsForTelephony({
      records,
      live,
      log,
      owner,
      stats,
      packets,
      customerOf,
    }),
  };
}
