import { Button, PhoneIcon, PlusIcon, useRunningCall } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { remotes } from "../remotes/remotes.ts";
import { callRemote } from "../screens/screens.ts";
import styles from "./top-bar.module.css";

const screen = "/live-call";
/** Several times a second, so that no second is skipped. */
const tickMs = 250;

/** Leads to the call's screen: New Call, and during a call the way back to it with its time. */
export function CallButton() {
  const call = useRunningCall();
  const navigate = useNavigate();
  const isThere = useLocation().pathname.startsWith(screen);
  return (
    <Button
      variant={isThere ? "secondary" : "primary"}
      className={styles.newCall}
      onPointerEnter={prepareCall}
      onFocus={prepareCall}
      onClick={() => navigate(screen)}
    >
      {call === undefined ? <PlusIcon aria-hidden /> : <PhoneIcon aria-hidden />}
      <span>{call === undefined ? "New Call" : <ReturnText startedAt={Date.parse(call.startedAt)} />}</span>
    </Button>
  );
}

function ReturnText({ startedAt }: { startedAt: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return <>Return to call {formatElapsed(Math.max(0, Math.floor((now - startedAt) / 1000)))}</>;
}

/** Whole seconds as `00:17`, from one hour on as `1:00:17`. */
function formatElapsed(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const short = `${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? short : `${Math.floor(seconds / 3600)}:${short}`;
}

/** Loads the call's screen as soon as the way to it is hovered or focused. */
function prepareCall(): void {
  remotes.prepare(callRemote);
}
