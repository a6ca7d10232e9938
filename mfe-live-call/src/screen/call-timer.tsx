import { formatTimer } from "@souffleur/shared-ui/transcript";
import { useEffect, useState } from "react";
import { type CallState, callSeconds } from "../call/call-state.ts";
import { t } from "../texts/texts.ts";

/** Several updates per second, so that no second is skipped. */
const tickMs = 250;

export function CallTimer({ call, className }: { call: CallState; className?: string | undefined }) {
  const seconds = useCallSeconds(call);
  return (
    <span role="timer" aria-label={t("Call duration")} className={className}>
      {formatTimer(seconds)}
    </span>
  );
}

function useCallSeconds(call: CallState): number {
  const [seconds, setSeconds] = useState(() => callSeconds(call, Date.now()));
  const isRunning = call.status === "active";
  useEffect(() => {
    const tick = () => setSeconds(callSeconds(call, Date.now()));
    tick();
    if (!isRunning) return undefined;
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [call, isRunning]);
  return seconds;
}
