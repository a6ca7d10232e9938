import {
  type ConnectionStatus,
  reconnect,
  toast,
  useConnectionStatus,
  useIsConnectionNoticeOwned,
} from "@souffleur/shared-ui";
import { useEffect, useRef } from "react";
import { t } from "../texts/texts.ts";

/** A shorter interruption is shown by the badge only. */
const noticeDelayMs = 3000;
/** One toast: each notice replaces the one before. */
const id = "connection";

const notices: Partial<Record<ConnectionStatus, () => void>> = {
  connecting: () => toast.info(t("Connection lost. Reconnecting…"), { id, lasting: true }),
  offline: () =>
    toast.info(t("Could not reconnect."), {
      id,
      lasting: true,
      action: { label: t("Retry"), onPress: reconnect },
    }),
};

/**
 * Shows that the connection is lost, that it could not be restored, and that it is back, once each; nothing over a
 * screen that shows it itself, as the call screen does.
 */
export function ConnectionNotices() {
  const status = useConnectionStatus();
  const isOwnedByScreen = useIsConnectionNoticeOwned();
  const hasTried = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    if (status === "connected" && isShown.current) {
      isShown.current = false;
      toast.success(t("You're back online."), { id });
    }
    const showNotice = notices[status];
    // The first connection has no notice.
    if (!hasTried.current || showNotice === undefined) {
      if (status !== "offline") hasTried.current = true;
      return undefined;
    }
    if (isOwnedByScreen) {
      isShown.current = false;
      toast.dismiss(id);
      return undefined;
    }
    const timer = setTimeout(() => {
      isShown.current = true;
      showNotice();
    }, noticeDelayMs);
    return () => clearTimeout(timer);
  }, [status, isOwnedByScreen]);
  // A sign-out removes the notice.
  useEffect(() => () => toast.dismiss(id), []);
  return null;
}
