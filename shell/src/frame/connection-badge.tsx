import { ActionTip, Badge, reconnect, useCallInProgress, useConnectionStatus } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import styles from "./top-bar.module.css";

/** The state of the real-time connection: Offline also while connecting, with Retry after the last attempt. */
export function ConnectionBadge() {
  const status = useConnectionStatus();
  const connected = status === "connected";
  // In a call nothing new arrives meanwhile.
  const lostTone = useCallInProgress() === undefined ? "neutral" : "warning";
  const content = (
    <>
      <span aria-hidden className={styles.dot} />
      <span className={styles.connectionText}>{t(connected ? "Connected" : "Offline")}</span>
    </>
  );
  return (
    // The badge gets the focus of Retry, which disappears when it is pressed.
    <div className={styles.connectionPlace}>
      <Badge
        role="status"
        tabIndex={-1}
        tone={connected ? "success" : lostTone}
        className={styles.connection}
      >
        {status === "offline" ? (
          <ActionTip text={t("Could not reconnect.")} action={{ label: t("Retry"), onPress: reconnect }}>
            <button type="button" className={styles.connectionRetry}>
              {content}
            </button>
          </ActionTip>
        ) : (
          content
        )}
      </Badge>
    </div>
  );
}
