import type { Server } from "node:http";
import { organizationIdOf } from "../auth/accounts/organizations.ts";
import type { Auth } from "../auth/auth.ts";
import type { CallsForTelephony } from "../calls/calls-for-telephony.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import type { Recognizer } from "../transcription/recognizer.ts";
import { createRecognizerStreams } from "../transcription/recognizer-stream.ts";
import { type AriTimings, createAriClient } from "./ari/ari-client.ts";
import { type PbxSettings, pbxSettings, portOf } from "./ari/pbx-settings.ts";
import { createTaps } from "./ari/taps.ts";
import { createBridgedPairs } from "./calls/bridged-pairs.ts";
import { createFollowedCalls } from "./calls/followed-calls.ts";
import { createPbxEventRouter } from "./calls/pbx-event-router.ts";
import { createPbxState } from "./calls/pbx-state.ts";
import { createPbxStatus, showNoPbx } from "./calls/pbx-status.ts";
import { createPhoneCounters } from "./calls/phone-counters.ts";
import { createReconcile } from "./calls/reconcile.ts";
import { listenAudioSocket } from "./media/audio-socket.ts";
import { createMediaEndpoint } from "./media/media-endpoint.ts";
import { createMediaTokens } from "./media/media-tokens.ts";

interface TelephonyDeps {
  config: Config;
  log: Logger;
  metrics: Metrics;
  pollers: Pick<Pollers, "add">;
  /** Undefined without one: then calls are shown but not transcribed. */
  recognizer: Recognizer | undefined;
  realtime: Realtime;
  /** Receives the audio from Asterisk. */
  server: Server;
  keys: Keyring;
  calls: CallsForTelephony;
  auth: Pick<Auth, "findActive">;
  timings?: AriTimings;
}

const reconcileMs = 10_000;

/**
 * The connection to Asterisk. It follows ARI's events of all channels and listens to the calls in which a channel has an
 * agent's address; it never places, answers, holds or ends a call. It does nothing where no PBX is configured.
 */
export function createTelephony(deps: TelephonyDeps): Feature {
  const { config, log, metrics, recognizer, realtime, server, keys, calls, auth, timings } = deps;
  const settings = pbxSettings(config);
  if (settings === undefined) {
    showNoPbx(realtime);
    return {};
  }
  /** Undefined where agents of all organizations are followed. */
  const organizationId = settings.organization && organizationIdOf(settings.organization);
  const counters = createPhoneCounters(metrics, () => {
    for (const { phone } of followedCalls.all()) phone.countPackets();
  });
  const ari = createAriClient(settings, timings);
  const tokens = createMediaTokens(keys);
  const taps = createTaps({ ari, settings, tokens, log });
  const pbxState = createPbxState(taps.isOwn);
  const status = createPbxStatus({ realtime, counters, organizationId, calls });
  const followedCalls = createFollowedCalls({
    pbxState,
    taps,
    calls,
    streams: recognizer && createRecognizerStreams({ recognizer, log, metrics }),
    realtime,
    log,
    counters,
    app: settings.app,
    status,
  });
  const bridgedPairs = createBridgedPairs({
    followedCalls,
    pbxState,
    calls,
    log,
    counters,
    app: settings.app,
    auth,
    organizationId,
  });
  const stopping = new AbortController();
  const eventRouter = createPbxEventRouter({
    ari,
    taps,
    pbxState,
    followedCalls,
    bridgedPairs,
    counters,
    log,
    stopping: stopping.signal,
  });
  const reconcile = createReconcile({ ari, calls, followedCalls, eventRouter, pbxState, log });
  let media: { close(): Promise<void> } | undefined;
  let stopListening: () => Promise<void> = async () => {};
  const poller = deps.pollers.add({
    name: "telephone calls",
    everyMs: reconcileMs,
    async task() {
      await reconcile.dropEnded();
      if (status.isUp()) await reconcile.adoptOrphans();
    },
    failed: (err) => log.warn({ err }, "the telephone calls could not be reconciled"),
  });
  /** Aborted when the events' connection ends. */
  let connection = new AbortController();

  async function openMedia(settings: PbxSettings) {
    const { unauthorized } = counters;
    if (settings.media === "websocket") return createMediaEndpoint({ server, tokens, log, unauthorized });
    return listenAudioSocket({ host: config.HOST, port: portOf(settings), tokens, log, unauthorized });
  }

  function onAnswer(): void {
    log.info({ app: ari.app }, "following Asterisk");
    status.up(followedCalls.all().map(({ phone }) => phone));
    taps.sweep().catch((err: unknown) => log.warn({ err }, "old taps could not be removed"));
  }

  function follow(): void {
    stopListening = ari.listen({
      onUp() {
        eventRouter.pause();
        connection.abort();
        connection = new AbortController();
        void reconcile.loadPbx(AbortSignal.any([connection.signal, stopping.signal]), onAnswer);
      },
      onEvent: eventRouter.handle,
      onDown(detail) {
        connection.abort();
        log.warn({ detail }, "Asterisk is not followed");
        status.down(detail);
      },
    });
    poller.start();
  }

  return {
    /** Follows the PBX as soon as the server listens. */
    async start() {
      media = await openMedia(settings);
      // A running call is tapped at once, and a server that does not listen yet would refuse its audio.
      if (server.listening) follow();
      else server.once("listening", follow);
    },
    /** Stops listening; a successor takes the calls over, and the telephones are not affected. */
    async stop() {
      stopping.abort();
      server.off("listening", follow);
      await poller.stop();
      await stopListening();
      await followedCalls.release();
      await media?.close();
    },
  };
}
