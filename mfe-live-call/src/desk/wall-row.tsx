import type { DeskLine } from "@souffleur/contracts/desk";
import { Badge, classNames, formatPercent, ShowIcon } from "@souffleur/shared-ui";
import { formatTimer } from "@souffleur/shared-ui/transcript";
import { memo } from "react";
import { localTime } from "../call/follow-call.ts";
import { t } from "../texts/texts.ts";
import { openButtonId } from "./open-button-id.ts";
import { TakeHelpButton } from "./take-help-button.tsx";
import styles from "./wall.module.css";
import type { WallCall } from "./wall-state.ts";

interface WallRowProps {
  call: WallCall;
  userId: string;
  line: DeskLine | undefined;
  /** In ms since the epoch. */
  now: number;
  /** In pixels from the top of the list. */
  top: number;
  /** Its position among all calls, from 1; only some of them are in the page. */
  place: number;
  count: number;
  isOpened: boolean;
  onOpen: (callId: string) => void;
}

/** One running call: its agent and client, its last line and its alerts. */
export const WallRow = memo(function WallRow({
  call,
  userId,
  line,
  now,
  top,
  place,
  count,
  isOpened,
  onOpen,
}: WallRowProps) {
  const { callId, agentName, customer, startedAt, help } = call;
  const seconds = Math.max(0, Math.floor((now - localTime(startedAt)) / 1000));
  return (
    <li
      aria-posinset={place}
      aria-setsize={count}
      className={classNames(styles.row, isOpened && styles.opened, help && !help.takenBy && styles.urgent)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className={styles.who}>
        <button
          id={openButtonId(callId)}
          type="button"
          aria-current={isOpened}
          className={styles.open}
          onClick={() => onOpen(callId)}
        >
          {agentName || t("Agent")}
        </button>
        <span className={styles.client}>{customer.name || t("Client")}</span>
      </div>
      <span role="timer" aria-label={t("Call duration")} className={styles.time}>
        {formatTimer(seconds)}
      </span>
      <p className={styles.line}>
        {line === undefined ? (
          <span className={styles.silent}>{t("Nothing was said yet.")}</span>
        ) : (
          <>
            <span className={line.sender === "agent" ? styles.byAgent : styles.byClient}>
              {t(line.sender === "agent" ? "Agent" : "Client")}
            </span>
            <span> </span>
            <span lang="fr">{line.text}</span>
          </>
        )}
      </p>
      <TalkShare share={line?.agentShare} />
      <div className={styles.alerts}>
        <Alerts call={call} userId={userId} now={now} />
      </div>
    </li>
  );
});

function TalkShare({ share }: { share: number | undefined }) {
  if (share === undefined) return <span className={styles.share} />;
  const percent = Math.round(share * 100);
  return (
    <span
      role="meter"
      aria-label={t("Talk share of the agent")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={formatPercent(percent)}
      className={styles.share}
    >
      <span className={styles.bar}>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
      <span>{formatPercent(percent)}</span>
    </span>
  );
}

/** What needs attention in a call, the most urgent first. */
export function Alerts({
  call: { callId, agentId, help, quietSince, mention, audio, watchers = [] },
  userId,
  now,
}: {
  call: WallCall;
  userId: string;
  now: number;
}) {
  return (
    <>
      {help && (
        <Badge tone={help.takenBy ? "accent" : "danger"}>
          {help.takenBy ? t("{name} is coming", { name: help.takenBy.name }) : t("Asks for help")}
        </Badge>
      )}
      {help && help.takenBy === undefined && agentId !== userId && <TakeHelpButton callId={callId} />}
      {audio !== undefined && audio !== "good" && (
        <Badge tone={audio === "lost" ? "danger" : "warning"}>
          {t(audio === "lost" ? "Audio lost" : "Audio gaps")}
        </Badge>
      )}
      {quietSince !== undefined && (
        <Badge tone="warning">
          {t("Quiet for {seconds} s", {
            seconds: Math.max(30, Math.round((now - localTime(quietSince)) / 1000)),
          })}
        </Badge>
      )}
      {watchers.length > 0 && (
        <Badge tone="neutral" title={watchers.join(", ")}>
          <ShowIcon aria-hidden className={styles.eye} />
          <span aria-hidden>{watchers.length}</span>
          <span className="visually-hidden">
            {t("{count} looking on: {names}", { count: watchers.length, names: watchers.join(", ") })}
          </span>
        </Badge>
      )}
      {mention && <Badge>{t("{intent} was mentioned", { intent: mention.intent })}</Badge>}
    </>
  );
}
