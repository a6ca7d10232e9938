import { limits, sttStats } from "@souffleur/contracts";
import {
  Badge,
  Button,
  call,
  contractText,
  formatCount,
  reconnect,
  useConnectionStatus,
} from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { speechQuery } from "../../audio/speech-query.ts";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import styles from "./customer.module.css";
import { Fact } from "./customer-card.tsx";
import { FoldedCard } from "./folded-card.tsx";
import { LegAudio, legState, type Shown } from "./leg-audio.tsx";

type Services = LiveCallState["services"];

const connections = {
  connected: ["Connected", "success"],
  connecting: ["Connecting", "warning"],
  offline: ["Offline", "danger"],
} as const;
/** Shown where the server has not named its own. */
const specifiedModel = "nova-3";
const languages = { fr: "French", en: "English" } as const;
const lineTexts = {
  call_established: "Established",
  call_terminated: "Terminated",
  call_hangup: "Hung up",
} as const;
const legNames = { client: "Client audio", agent: "Agent audio" } as const;
const notConfigured =
  "No speech recognizer is configured on this server: only browsers that recognize speech themselves hear calls.";

/** A one-line summary; its details are the specification's transcription-status block. */
export function TranscriptionStatus({ store }: { store: Store<LiveCallState> }) {
  const connection = useConnectionStatus();
  const status = useStore(store, ({ call }) => call.status);
  const isActive = status === "active";
  const customer = useStore(store, (state) => state.customer);
  const source = useStore(store, (state) => state.source);
  const isPhone = source === "telephony";
  const callId = useStore(store, (state) => state.callId);
  const services = useStore(store, (state) => state.services);
  const legs = useStore(store, (state) => state.legs);
  const health = useStore(store, (state) => state.health);
  const line = useStore(store, ({ lastEvents }) => lastEvents.sip_call_event);
  const audioSession = useStore(store, (state) => state.audioSessionId ?? state.sessionId);
  const isHeardHere = useStore(store, ({ heardHere }) => heardHere);
  const { data: speech, isPending } = useQuery(speechQuery);
  const { data: stats } = useQuery({
    queryKey: ["stt", "stats", callId],
    queryFn: ({ signal }) => call(sttStats, {}, signal).then(({ data }) => data.stats),
    enabled: isActive,
    refetchInterval: limits.sttPollMs,
    staleTime: 0,
  });
  const transcription = liveState(services, isActive, isHeardHere || speech?.configured);
  const isOver = !isActive || (line !== undefined && line.type !== "call_established");
  const reason = speech?.configured === false ? t(notConfigured) : downReason(services);
  const detail = services.asterisk?.status === "down" ? undefined : services.asterisk?.detail;
  const shownLegs = (["client", "agent"] as const).flatMap((who) => {
    const isConnected = legs[who];
    return isConnected === undefined ? [] : [{ who, isConnected, isOver, health: health?.[who] }];
  });
  const heard = heardState({
    isActive,
    isPractice: source === "simulation",
    connection,
    transcription,
    pbxDown: isPhone && services.asterisk?.status === "down",
    legs: isActive ? shownLegs.map((leg) => legState(leg)) : [],
  });
  return (
    <>
      <FoldedCard
        title={t("Transcription status")}
        aside={<State shown={heard} />}
        fitsWith={[status, customer?.id, line?.type, shownLegs.length, reason, detail].join()}
      >
        <div
          className={styles.status}
          data-pending={isPending || services.asterisk === undefined || undefined}
        >
          <dl className={styles.facts}>
            <Fact name={t("Backend connection")}>
              <State shown={connections[connection]} />
            </Fact>
            <Fact name={t("Asterisk service")}>
              <State shown={asteriskState(services.asterisk?.status, isActive && isPhone)} />
            </Fact>
            <Fact name={t("Live transcription")}>
              <State shown={transcription} />
            </Fact>
            <Fact name={t("Model")}>{modelName(speech?.model ?? specifiedModel)}</Fact>
            <Fact name={t("Language")}>{t(languages[speech?.language ?? "fr"])}</Fact>
            <Fact name={t("Format")}>{t("mu-law 8 kHz")}</Fact>
            <Fact name={t("Transcripts")}>{formatCount(stats?.transcripts ?? 0)}</Fact>
            <Fact name={t("Packets")}>{formatCount(stats?.packetsReceived ?? 0)}</Fact>
            <Fact name={t("Audio session")}>
              {audioSession === undefined ? t("None") : <code>{`…${audioSession.slice(-8)}`}</code>}
            </Fact>
            {line !== undefined && <Fact name={t("Phone line")}>{t(lineTexts[line.type])}</Fact>}
            {shownLegs.map(({ who, ...leg }) => (
              <LegAudio key={who} name={legNames[who]} {...leg} />
            ))}
          </dl>
          {reason !== undefined && <p className={styles.reason}>{reason}</p>}
          {/* Last: the reason, which stands above it, comes with an answer of its own. */}
          {detail !== undefined && !isPending && <p className={styles.nothing}>{contractText(detail)}</p>}
        </div>
      </FoldedCard>
      {connection === "offline" && (
        <Button small wide onClick={reconnect}>
          {t("Reconnect")}
        </Button>
      )}
    </>
  );
}

/** A new text gets a new element: a right-aligned badge that changes its text would count as a layout shift. */
function State({ shown: [text, tone] }: { shown: Shown }) {
  return (
    <Badge key={text} tone={tone}>
      {t(text)}
    </Badge>
  );
}

interface HeardStateInput {
  isActive: boolean;
  /** Its script needs no recognizer. */
  isPractice: boolean;
  connection: keyof typeof connections;
  transcription: Shown;
  pbxDown: boolean;
  legs: readonly Shown[];
}

/** Whether speech is transcribed: the most severe state. */
function heardState({
  isActive,
  isPractice,
  connection,
  transcription,
  pbxDown,
  legs,
}: HeardStateInput): Shown {
  const tones = legs.map(([, tone]) => tone);
  if (isPractice) return ["Practice call", "neutral"];
  if (connection === "offline" || transcription[1] === "danger") return ["Off", "danger"];
  if (transcription[1] === "warning") return ["Off", "warning"];
  if (connection === "connecting" || pbxDown || tones.includes("danger") || tones.includes("warning"))
    return ["Degraded", "warning"];
  return isActive ? ["Heard well", "success"] : ["Ready", "neutral"];
}

/** Asterisk monitors telephone calls only, not test calls. */
function asteriskState(status: "ready" | "monitoring" | "down" | undefined, isPhoneCall: boolean): Shown {
  if (status === "down") return ["Down", "danger"];
  return status === "monitoring" || (status === undefined && isPhoneCall)
    ? ["Monitoring", "success"]
    : ["Ready", "neutral"];
}

function liveState(services: Services, isActive: boolean, configured: boolean | undefined): Shown {
  if (configured === false) return ["Off", "warning"];
  if (services.recognizer?.status === "down") return ["Down", "danger"];
  return isActive ? ["Active", "success"] : ["Standby", "neutral"];
}

function downReason(services: Services): string | undefined {
  const down = [services.recognizer, services.asterisk].find((change) => change?.status === "down");
  if (down === undefined) return undefined;
  return down.detail === undefined
    ? t("The service does not answer at the moment.")
    : contractText(down.detail);
}

/** Capitalized, as the vendor writes it: Nova-3. */
function modelName(model: string): string {
  return model.charAt(0).toUpperCase() + model.slice(1);
}
