import type { DeskLine } from "@souffleur/contracts/desk";
import { classNames, formatPercent } from "@souffleur/shared-ui";
import { elapsed, formatTimer } from "@souffleur/shared-ui/transcript";
import { memo } from "react";
import { localTime } from "../call/follow-call.ts";
import { t } from "../texts/texts.ts";
import { Alerts, JoinButton } from "./alerts.tsx";
import styles from "./wall.module.css";
import type { WallCall } from "./wall-state.ts";

interface WallRowProps {
  call: WallCall;
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

/** One running call: its agent and client, its last sentence, the agent's share and its alerts. */
export const WallRow = memo(function WallRow({
  call,
  line,
  now,
  top,
  place,
  count,
  isOpened,
  onOpen,
}: WallRowProps) {
  const { callId, agentName, customer, startedAt, help } = call;
  return (
    <li
      aria-posinset={place}
      aria-setsize={count}
      className={classNames(styles.row, isOpened && styles.opened, help && !help.takenBy && styles.urgent)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className={styles.head}>
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
        <span role="timer" aria-label={t("Call duration")} className={styles.time}>
          {formatTimer(elapsed(localTime(startedAt), now))}
        </span>
      </div>
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
      <div className={styles.foot}>
        <TalkShare share={line?.agentShare} />
        <div className={styles.alerts}>
          <Alerts call={call} now={now} />
        </div>
        <JoinButton call={call} />
      </div>
    </li>
  );
});

/** The element id of the button that opens a call. */
export const openButtonId = (callId: string) => `open-${callId}`;

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
      title={t("Talk share of the agent")}
      className={styles.share}
    >
      <span>{t("Agent {percent}", { percent: formatPercent(percent) })}</span>
      <span className={styles.bar}>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </span>
  );
}
