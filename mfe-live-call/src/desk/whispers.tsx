import { listWhispers, type Whisper } from "@souffleur/contracts/desk";
import { lineOf, type TranscriptionEvent } from "@souffleur/contracts/realtime";
import { Badge, call, onServerEvent, useConnectionStatus } from "@souffleur/shared-ui";
import { formatClock } from "@souffleur/shared-ui/transcript";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { localTime } from "../call/follow-call.ts";
import { type Text, t } from "../texts/texts.ts";
import { WhisperForm, whispersKey } from "./whisper-form.tsx";
import styles from "./whispers.module.css";

const states = {
  sent: ["Sent", "neutral"],
  delivered: ["Delivered", "neutral"],
  seen: ["Seen", "accent"],
  dismissed: ["Dismissed", "neutral"],
  used: ["Used", "success"],
} as const satisfies Record<Whisper["state"], readonly [Text, string]>;

const shownAtMost = 20;

/** The call's whispers with their states, the newest first, and the field for the next one. */
export function Whispers({
  callId,
  isOver,
  agentName,
}: {
  callId: string;
  isOver: boolean;
  agentName: string;
}) {
  const queryClient = useQueryClient();
  const isConnected = useConnectionStatus() === "connected";
  const { data, isError } = useQuery({
    queryKey: whispersKey(callId),
    queryFn: async ({ signal }) => (await call(listWhispers, { params: { callId } }, signal)).data.whispers,
    staleTime: 0,
    // Events sent by another server process may be lost.
    refetchInterval: isOver ? false : 10_000,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes may have been missed before the connection is back
  useEffect(() => {
    const renew = (event: { callId: string }) => {
      if (event.callId === callId) void queryClient.invalidateQueries({ queryKey: whispersKey(callId) });
    };
    const renewIfSaid = (event: TranscriptionEvent) => {
      const line = lineOf(event);
      if (line?.sender === "agent" && hasUnsaid(queryClient.getQueryData(whispersKey(callId)))) renew(line);
    };
    renew({ callId });
    const stops = [
      onServerEvent("whisper_changed", renew),
      // The line may say an open whisper.
      onServerEvent("live_transcription", renewIfSaid),
      onServerEvent("bridge_transcription", renewIfSaid),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, callId, isConnected]);
  const newest = (data ?? []).slice(-shownAtMost).reverse();
  return (
    <section aria-label={t("Whispers")} className={styles.whispers}>
      {!isOver && <WhisperForm callId={callId} agentName={agentName} />}
      {isError && data === undefined && <p role="alert">{t("The whispers could not be loaded.")}</p>}
      {newest.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
        <ul aria-label={t("Sent whispers")} tabIndex={0} className={styles.sent}>
          {newest.map(({ id, text, sender, timestamp, state, said }) => (
            <li key={id}>
              <p lang="fr">{text}</p>
              <span className={styles.at}>{`${sender.name}, ${formatClock(localTime(timestamp))}`}</span>
              <Badge tone={states[state][1]}>{t(states[state][0])}</Badge>
              {said && <Badge tone="success">{t("Said")}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function hasUnsaid(whispers: readonly Whisper[] | undefined): boolean {
  return whispers?.slice(-shownAtMost).some(({ said }) => !said) === true;
}
