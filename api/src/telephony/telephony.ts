import type { Server } from "node:http";
import * as z from "zod";
import { organizationIdOf } from "../auth/organizations.ts";
import type { CallsForTelephony } from "../calls/calls.ts";
import { lastBeatOf } from "../calls/leases.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Emit, Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { pause } from "../scheduling/backoff.ts";
import { createRecognizerStreams } from "../transcription/deepgram-stream.ts";
import { type AriTimings, createAriClient } from "./ari/ari-client.ts";
import { Bridge, Channel } from "./ari/ari-events.ts";
import { createTaps } from "./ari/taps.ts";
import { createFollowedCalls, type PhoneAgent } from "./calls/followed-calls.ts";
import { createPbxEventRouter } from "./calls/pbx-event-router.ts";
import { createPbxState } from "./calls/pbx-state.ts";
import { createPhoneCounters } from "./counters.ts";
import { listenAudioSocket } from "./media/audio-socket.ts";
import { createMediaEndpoint } from "./media/media-endpoint.ts";
import { createMediaTokens } from "./media/media-tokens.ts";
import { type PbxSettings, pbxSettings } from "./settings.ts";

interface TelephonyDeps {
  config: Config;
  log: Logger;
  metrics: Metrics;
  realtime: Realtime;
  /** Where Asterisk delivers the sound. */
  server: Server;
  keys: Keyring;
  calls: CallsForTelephony;
  /** Who has this e-mail address and may act; undefined for anybody else. */
  findAgent(address: string): Promise<PhoneAgent | undefined>;
  timings?: AriTimings;
}

/** What is told to people whose calls no PBX brings. */
const noPbx = {
  service: "asterisk",
  status: "ready",
  detail: "No telephone system is connected: only test calls appear here.",
} as const;
const beatMs = 10_000;
const againMs = 1000;
const Info = z.object({ system: z.object({ entity_id: z.string() }) });

/**
 * The bridge to Asterisk. It follows what ARI tells of all channels, and listens to the calls in which one bears
 * an agent's address; it never places, answers, holds or ends a call. It does nothing where no PBX is configured.
 */
export function createTelephony(deps: TelephonyDeps): Feature {
  const { config, log, metrics, realtime, server, keys, calls, findAgent, timings } = deps;
  const settings = pbxSettings(config);
  if (settings === undefined) {
    realtime.onConnect(async (_caller, emit) => emit("service_status_change", noPbx));
    return {};
  }
  /** Whose PBX it is; undefined for everybody's. */
  const organizationId = settings.organization && organizationIdOf(settings.organization);
  const audience = organizationId === undefined ? rooms.everyone : rooms.organization(organizationId);
  let downBecause: string | undefined = "Asterisk has not answered yet";
  const counters = createPhoneCounters(metrics, () => {
    for (const { phone } of followedCalls.all()) phone.countPackets();
  });
  const ari = createAriClient(settings, timings);
  const tokens = createMediaTokens(keys);
  const taps = createTaps({ ari, settings, tokens, log });
  const pbxState = createPbxState(taps.isOwn);
  const followedCalls = createFollowedCalls({
    pbxState,
    taps,
    live: calls.live,
    records: calls.phones,
    streams: createRecognizerStreams({ config, log, metrics }),
    realtime,
    log,
    counters,
    app: settings.app,
    owner: calls.owner,
    isUp: () => downBecause === undefined,
    async findAgent(address) {
      const agent = await findAgent(address);
      return organizationId === undefined || agent?.organizationId === organizationId ? agent : undefined;
    },
    onPackets(call, howMany) {
      counters.frames.inc(howMany);
      calls.onPackets(call, howMany);
    },
  });

  const stopping = new AbortController();
  const eventRouter = createPbxEventRouter({
    ari,
    taps,
    pbxState,
    followedCalls,
    counters,
    log,
    stopping: stopping.signal,
  });
  let media: { close(): Promise<void> } | undefined;
  let stopListening: () => Promise<void> = async () => {};
  let timer: NodeJS.Timeout | undefined;
  let connection = 0;

  realtime.onConnect(async ({ userId, organizationId: of }: Caller, emit: Emit) => {
    if (organizationId !== undefined && of !== organizationId) return emit("service_status_change", noPbx);
    const isFollowed = await calls.phones.isFollowed(userId);
    emit("service_status_change", {
      service: "asterisk",
      status: downBecause !== undefined ? "down" : isFollowed ? "monitoring" : "ready",
      ...(downBecause !== undefined && { detail: downBecause }),
    });
  });

  /** The PBX is there: what happened while it was not is looked up, and the calls are found again. */
  async function resume(): Promise<void> {
    const current = ++connection;
    const isCurrent = () => current === connection && !stopping.signal.aborted;
    while (isCurrent()) {
      try {
        const [{ system }, channels, bridges] = await Promise.all([
          ari.get(Info, "/asterisk/info"),
          ari.get(z.array(Channel), "/channels"),
          ari.get(z.array(Bridge), "/bridges"),
        ]);
        if (!isCurrent()) return;
        followedCalls.at(system.entity_id);
        announce();
        taps.sweep().catch((err: unknown) => log.warn({ err }, "old taps could not be removed"));
        await eventRouter.load(channels, bridges);
        await lookAfterOrphans();
        return;
      } catch (err) {
        log.warn({ err }, "Asterisk could not be asked how it stands; trying again");
        await pause(againMs, stopping.signal);
      }
    }
  }

  function announce(): void {
    downBecause = undefined;
    counters.up.set(1);
    log.info({ app: ari.app }, "following Asterisk");
    realtime.emit(audience, "service_status_change", { service: "asterisk", status: "ready" });
    for (const { phone } of followedCalls.all()) {
      const { sessionId, agentId } = phone.call;
      const those = [rooms.session(sessionId), rooms.user(agentId)];
      realtime.emit(those, "service_status_change", { service: "asterisk", status: "monitoring" });
    }
  }

  /** Calls of processes that are gone: followed where the telephones still talk, ended where they do not. */
  async function lookAfterOrphans(): Promise<void> {
    for (const call of await calls.phones.findActive()) {
      const channelId = followedCalls.isOrphan(call) ? followedCalls.channelOf(call) : undefined;
      if (channelId === undefined) continue;
      await eventRouter.lookAt(channelId);
      if (pbxState.has(channelId)) continue;
      const ended = await calls.records.endAbandoned(call, lastBeatOf(call), "hangup");
      if (ended) calls.live.announceEnd(ended);
    }
  }

  /** Calls that were ended elsewhere are let go, those of other processes may have become orphans. */
  async function beat(): Promise<void> {
    try {
      const followed = followedCalls.all().map(({ phone }) => phone.call._id);
      for (const callId of await calls.phones.findEnded(followed)) await followedCalls.drop(callId);
      if (downBecause === undefined) await lookAfterOrphans();
    } catch (err) {
      log.warn({ err }, "the telephone calls could not be looked after");
    }
  }

  async function openMedia({ media: kind, mediaClient }: PbxSettings) {
    const onUnauthorized = () => counters.unauthorized.inc();
    if (kind === "websocket") return createMediaEndpoint({ server, tokens, log, onUnauthorized });
    const port = Number(mediaClient.split(":").at(-1));
    return listenAudioSocket({ host: config.HOST, port, tokens, log, onUnauthorized });
  }

  function follow(): void {
    stopListening = ari.listen({
      onUp: () => {
        eventRouter.pause();
        void resume();
      },
      onEvent: eventRouter.handle,
      onDown(detail) {
        connection += 1;
        downBecause = detail;
        counters.up.set(0);
        log.warn({ detail }, "Asterisk is not followed");
        realtime.emit(audience, "service_status_change", { service: "asterisk", status: "down", detail });
      },
    });
    timer = setInterval(() => void beat(), beatMs);
    timer.unref();
  }

  return {
    /** Follows the PBX as soon as the server listens. */
    async start() {
      media = await openMedia(settings);
      // A call that goes on is tapped at once, and its sound would be turned away by a server that is not there yet.
      if (server.listening) follow();
      else server.once("listening", follow);
    },
    /** Listens no more; the telephones notice nothing, and a successor goes on with the calls. */
    async stop() {
      stopping.abort();
      server.off("listening", follow);
      clearInterval(timer);
      await stopListening();
      await followedCalls.release();
      await media?.close();
    },
  };
}
