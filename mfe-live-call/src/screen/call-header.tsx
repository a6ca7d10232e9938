import { Badge, Button, EndCallIcon, PhoneIcon, UserIcon } from "@souffleur/shared-ui";
import type { ReactElement, RefObject } from "react";
import type { CallState } from "../call/call-state.ts";
import type { LiveCall } from "../call/live-call.ts";
import { useStore } from "../lib/store.ts";
import { type Text, t } from "../texts/texts.ts";
import { AudioButton } from "./audio/audio-panel.tsx";
import styles from "./call-header.module.css";
import { CallTimer } from "./call-timer.tsx";
import { HelpButton } from "./help/help-button.tsx";
import { useEndCall } from "./use-end-call.ts";

const badges = {
  waiting: ["Waiting", "neutral"],
  connecting: ["Connecting", "warning"],
  active: ["Active", "success"],
  ended: ["Ended", "accent"],
  error: ["Error", "danger"],
} as const satisfies Record<CallState["status"], readonly [Text, string]>;

interface CallHeaderProps {
  live: LiveCall;
  /** The score and the trend, where they have no other place. */
  insights: ReactElement | undefined;
  /** The element around the buttons, which takes the focus of one that disappears. */
  controls: RefObject<HTMLDivElement | null>;
  /** Opens the customer's drawer; undefined where the screen has room for a pane. */
  onCustomer: (() => void) | undefined;
  /** Closes a call that is over; undefined where it has a wrap-up, in which alone it is left. */
  onNext: (() => void) | undefined;
  /** Goes to the wrap-up, which then offers to close the call; undefined where the wrap-up is visible. */
  onWrapUp: (() => void) | undefined;
}

export function CallHeader({ live, insights, controls, onCustomer, ...actions }: CallHeaderProps) {
  const call = useStore(live.store, (state) => state.call);
  const endCall = useEndCall(live);
  const [text, tone] = badges[call.status];
  const isWaiting = call.status === "waiting";
  return (
    <header className={styles.header} data-waiting={isWaiting || undefined}>
      {/* In a call and after it each word of the row is about the call: the heading is for screen readers alone. */}
      <h1 tabIndex={-1} className={isWaiting ? undefined : "visually-hidden"}>
        {t("Live Call")}
      </h1>
      <Badge role="status" tone={tone} className={styles.status}>
        {t(text)}
      </Badge>
      <CallTimer call={call} className={styles.timer} />
      {call.status !== "ended" && <AudioButton live={live} />}
      {insights && <div className={styles.insights}>{insights}</div>}
      <span className={styles.space} />
      {onCustomer !== undefined && (
        <div className={styles.customer}>
          <Button onClick={onCustomer}>
            <UserIcon aria-hidden />
            <span>{t("Customer")}</span>
          </Button>
        </div>
      )}
      {/* Takes the focus of a button that disappears, so that a repeated press does not hit the button in its place. */}
      <div ref={controls} role="group" aria-label={t("Call controls")} tabIndex={-1} className={styles.tools}>
        <CallActions live={live} status={call.status} onEnd={endCall} {...actions} />
      </div>
    </header>
  );
}

function CallActions({
  live,
  status,
  onEnd,
  onNext,
  onWrapUp,
}: Pick<CallHeaderProps, "live" | "onNext" | "onWrapUp"> & {
  status: CallState["status"];
  onEnd: () => void;
}) {
  // Practice calls start in the pane that waits.
  if (status === "waiting" || status === "connecting") return null;
  if (status === "active") {
    return (
      <div className={styles.endCall}>
        <HelpButton store={live.store} />
        <Button variant="danger" onClick={onEnd}>
          <EndCallIcon aria-hidden />
          <span>{t("End Call")}</span>
        </Button>
      </div>
    );
  }
  if (onWrapUp !== undefined) return <Button onClick={onWrapUp}>{t("Wrap up")}</Button>;
  if (onNext === undefined) return null;
  return (
    <Button onClick={onNext}>
      <PhoneIcon aria-hidden />
      <span>{t("Next call")}</span>
    </Button>
  );
}
