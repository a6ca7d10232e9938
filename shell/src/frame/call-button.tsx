import { may, type User } from "@souffleur/contracts";
import { Button, PhoneIcon, PlusIcon, useCallInProgress, useNow } from "@souffleur/shared-ui";
import { useLocation, useNavigate } from "react-router-dom";
import { remotes } from "../remotes/remotes.ts";
import { callPath, callRemote } from "../screens/screens.ts";
import { t } from "../texts/texts.ts";
import styles from "./top-bar.module.css";

/** Several updates per second, so that no second is skipped. */
const tickMs = 250;

/**
 * Opens the call's screen, which then focuses the start of a practice call. It is labelled New Call, or during a call Return
 * to call with the elapsed time; on the call's own screen there is nothing to return to.
 */
export function CallButton({ role }: { role: User["role"] }) {
  const startedAt = useCallInProgress()?.startedAt;
  const navigate = useNavigate();
  const isThere = useLocation().pathname === callPath;
  if (isThere && startedAt !== undefined) return null;
  const prepare = () => remotes.prepare(callRemote);
  // People of other roles come for the calls of others.
  const isFirst = !isThere && (startedAt !== undefined || !may(role, "viewAllCalls"));
  return (
    <Button
      variant={isFirst ? "primary" : "secondary"}
      className={styles.newCall}
      // Loads the call's screen as soon as the button is hovered or focused.
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => navigate(callPath, { state: { newCall: true } })}
    >
      {startedAt === undefined ? <PlusIcon aria-hidden /> : <PhoneIcon aria-hidden />}
      {startedAt === undefined ? <span>{t("New Call")}</span> : <ReturnText startedAt={startedAt} />}
    </Button>
  );
}

function ReturnText({ startedAt }: { startedAt: number }) {
  const now = useNow(tickMs);
  return <span>{t("Return to call {time}", { time: formatElapsed(Math.max(0, now - startedAt)) })}</span>;
}

/** A duration of less than a day, such as `00:17` or `01:00:17`. @param ms in milliseconds */
function formatElapsed(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19).replace(/^00:/, "");
}
