import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { Counter } from "prom-client";
import type { Config } from "../config.ts";
import type { Feature } from "../feature.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Joined } from "../realtime/joins.ts";
import type { Emit, Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { createSuggestions } from "../suggestions/suggestions.ts";
import { createRecognizer } from "../transcription/recognizer.ts";
import { mountTranscription } from "../transcription/routes.ts";
import { createSttStats } from "../transcription/stt-stats.ts";
import { demandView } from "./access.ts";
import { type CallDoc, callModels } from "./call-model.ts";
import { type CallRecords, createCallRecords } from "./call-records.ts";
import { wireCall, wireEnded, wireLine, wireStarted } from "./call-wire.ts";
import { createLeases } from "./leases.ts";
import { createLiveCalls, type LiveCalls } from "./live-calls.ts";
import { maskSecrets } from "./masking/masking.ts";
import { createMicrophone } from "./microphone.ts";
import { createPacketCounts } from "./packet-counts.ts";
import { createPhoneRecords, type PhoneRecords } from "./phone-records.ts";
import { mountCalls } from "./routes.ts";
import { createSimulation } from "./simulation/simulation.ts";

/** What the calls lend to the bridge to the telephones. */
export interface CallsForTelephony {
  live: LiveCalls;
  records: Pick<CallRecords, "endAbandoned">;
  phones: PhoneRecords;
  /** This process, as the calls that it carries know it. */
  owner: string;
  onPackets(call: CallDoc, howMany: number): void;
}

export interface CallsDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  realtime: Realtime;
  metrics: Metrics;
  /** How many times faster than real time scripts play; for tests and benchmarks. */
  speed?: number;
  /** How long a recorded chunk waits for the one before it. */
  maxWaitMs?: number | undefined;
}

export interface Calls extends Required<Pick<Feature, "mount" | "createIndexes" | "start" | "stop">> {
  forTelephony: CallsForTelephony;
}

/** How long a telephone call whose process is gone may stay unfound, the PBX being away too. */
const phoneGraceMs = 10 * 60_000;

/** A screen shows one call and has another one wait for its end. */
const callsOfOneScreen = 2;

/** Live calls: their sources, their lines, who may watch, what is suggested. */
export function createCalls({
  config,
  log,
  connection,
  realtime,
  metrics,
  speed = 1,
  maxWaitMs,
}: CallsDeps): Calls {
  const owner = randomUUID();
  // Without Redis this is the one process; with it there are others, or will be.
  const several = config.REDIS_URL !== undefined;
  const models = callModels(connection);
  const records = createCallRecords(models);
  const stats = createSttStats();
  const packets = createPacketCounts({ records, log });
  const lines = new Counter({
    name: "souffleur_lines_total",
    help: "Final lines by speaker",
    labelNames: ["sender"],
    registers: [metrics.registry],
  });
  const live = createLiveCalls({
    records,
    realtime,
    lines,
    onLine: (call) => stats.transcript(call.organizationId),
    several,
  });
  const suggestions = createSuggestions({
    config,
    log,
    metrics,
    lastLines: async (callId, count) =>
      (await records.lastLines(callId, count)).map(({ _id, sender, text }) => ({
        messageId: _id,
        sender,
        text,
      })),
    claimed: records.suggested,
    claim: records.claimSuggestion,
    emit: (sessionId, suggestion) => realtime.emit(rooms.session(sessionId), "suggestion", suggestion),
    mask: maskSecrets,
  });
  const simulation = createSimulation({ live, records, log, owner, speed, suggest: suggestions.offer });
  // Without a server of its own the database belongs to this process alone.
  const leases = createLeases({
    records,
    live,
    log,
    owner,
    alone: config.MONGODB_URI === undefined,
    isAwaited,
    goOn: (call) => (several && call.scenario !== undefined ? () => simulation.goOn(call) : undefined),
    taken: new Counter({
      name: "souffleur_calls_taken_over_total",
      help: "Calls that this process took over from one that died or stopped",
      registers: [metrics.registry],
    }),
  });
  const recognizer = createRecognizer({
    config,
    log,
    metrics,
    onStatus: (status, detail) =>
      realtime.emit(rooms.everyone, "service_status_change", {
        service: "deepgram",
        status,
        ...(detail && { detail }),
      }),
  });

  const microphone = createMicrophone({ records, live, maxWaitMs });

  /** A telephone call outlives the process that followed it, so the bridge looks for it first. */
  function isAwaited({ source, leaseUntil }: CallDoc): boolean {
    const isBridged = config.ASTERISK_ARI_URL !== undefined && source === "telephony";
    return isBridged && Date.now() - leaseUntil.getTime() < phoneGraceMs;
  }

  realtime.onJoin(join);
  realtime.onConnect(welcome);
  realtime.onMissed({ states: records.sessionStates, read: readMissed });
  realtime.onEmittedElsewhere((event, payload) => {
    if (event === "call_ended" && "callId" in payload) simulation.halt(String(payload.callId));
  });

  async function join(
    caller: Caller,
    { sessionId, after }: { sessionId: string; after: number },
  ): Promise<Joined> {
    const call = demandView(await records.findBySession(sessionId), caller);
    const missed = (await records.linesAfter(call._id, after)).map(wireLine);
    const { callId, status, startedAt } = wireCall(call);
    // Not the call's own count: a line whose number is taken may not be kept yet, and will be emitted.
    const seq = missed.at(-1)?.seq ?? Math.min(after, call.seq);
    return { callId, status, startedAt, seq, lines: missed };
  }

  /** What was heard of a call, whichever process heard it. */
  async function readStats(callId: string, caller: Caller) {
    const call = demandView(await records.find(callId), caller);
    return { transcripts: call.seq, packetsReceived: await packets.of(callId) };
  }

  async function readMissed(sessionId: string, after: number) {
    const call = await records.findBySession(sessionId);
    if (call === null) return { lines: [] };
    const over = call.status === "ended";
    // A line that was on its way when the call ended is waited for: nobody looks again after the end.
    if (over) await records.settled(call._id);
    const missed = (await records.linesAfter(call._id, after)).map(wireLine);
    return { lines: missed, ...(over && { ended: wireEnded(call) }) };
  }

  /** A page that was reloaded in a call, or opened while the phone had begun, finds its call again. */
  async function welcome(caller: Caller, emit: Emit): Promise<void> {
    if (recognizer.configured) {
      emit("service_status_change", { service: "deepgram", status: recognizer.status() });
    }
    for (const call of await records.findActiveOf(caller.userId, callsOfOneScreen)) {
      emit("call_started", wireStarted(call));
    }
  }

  return {
    mount(mount) {
      mountCalls({ mount, records, live, simulation, suggestions, owner });
      const callStats = { packet: (callId: string) => packets.add(callId, 1), read: readStats };
      mountTranscription({ mount, recognizer, stats, callStats, microphone, mask: maskSecrets });
    },
    createIndexes: records.createIndexes,
    /** Ends the calls that a dead process left behind, now and from time to time. */
    async start() {
      suggestions.start();
      await leases.start();
    },
    /** Ends the scripted calls of this process, or hands them to others; its sockets must still be open to hear of it. */
    async stop() {
      await leases.stop();
      await packets.stop();
      if (!several) return await simulation.stop();
      await simulation.handOver();
      await leases.release();
    },
    forTelephony: {
      live,
      records,
      phones: createPhoneRecords(models),
      owner,
      onPackets(call, howMany) {
        stats.packets(call.organizationId, howMany);
        packets.add(call._id, howMany);
      },
    },
  };
}
