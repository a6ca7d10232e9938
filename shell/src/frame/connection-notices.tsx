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

const notices: Partial<Record<ConnectionStatus, (id: string) => void>> = {
  connecting: (id) => toast.info(t("Connection lost. Reconnecting…"), { id, lasting: true }),
  offline: (id) =>
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
export function ConnectionNotices({ id }: { id: string }) {
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
      showNotice(id);
    }, noticeDelayMs);
    return () => clearTimeout(timer);
  }, [id, status, isOwnedByScreen]);
  return null;
}
