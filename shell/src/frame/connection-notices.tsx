import {
  type ConnectionStatus,
  reconnect,
  toast,
  useConnectionStatus,
  useIsConnectionNoticeOwned,
} from "@souffleur/shared-ui";
import { useEffect, useRef } from "react";
import { t } from "../texts/texts.ts";

/** Shorter interruptions are shown by the badge only. */
const noticeDelayMs = 3000;
/** The same id for all notices, so that each replaces the previous one. */
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
 * Shows once that the connection is lost, that it could not be restored, and that it is back; but not on a screen that
 * shows this itself, such as the call screen.
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
    // There is no notice for the first connection.
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
