import {
  type ConnectionStatus,
  reconnect,
  toast,
  useConnectionStatus,
  useIsConnectionToldByScreen,
} from "@souffleur/shared-ui";
import { useEffect, useRef } from "react";

/** What is over sooner is nobody's concern; the badge shows it. */
const tellAfterMs = 3000;
/** One toast for the whole story: each part takes the place of the one before. */
const id = "connection";

const tellings: Partial<Record<ConnectionStatus, () => void>> = {
  connecting: () => toast.info("The connection is lost. It is being restored.", { id, lasting: true }),
  offline: () =>
    toast.info("The connection could not be restored.", {
      id,
      lasting: true,
      action: { label: "Retry", onPress: reconnect },
    }),
};

/**
 * Tells once that the connection is lost, once that it stays so, and once that it is back. A screen that says so
 * itself, as a call does among its lines, is left alone: nothing is told a second time.
 */
export function ConnectionNotices() {
  const status = useConnectionStatus();
  const isToldByScreen = useIsConnectionToldByScreen();
  const tried = useRef(false);
  const told = useRef(false);
  useEffect(() => {
    if (status === "connected" && told.current) {
      told.current = false;
      toast.success("You are connected again.", { id });
    }
    const tell = tellings[status];
    // The first connection is awaited in silence.
    if (!tried.current || tell === undefined) {
      if (status !== "offline") tried.current = true;
      return undefined;
    }
    if (isToldByScreen) {
      told.current = false;
      toast.dismiss(id);
      return undefined;
    }
    const timer = setTimeout(() => {
      told.current = true;
      tell();
    }, tellAfterMs);
    return () => clearTimeout(timer);
  }, [status, isToldByScreen]);
  // Whoever signs out meanwhile is not told any more.
  useEffect(() => () => toast.dismiss(id), []);
  return null;
}
