import { ActionTip, Badge, reconnect, useConnectionStatus } from "@souffleur/shared-ui";
import styles from "./top-bar.module.css";

const retry = { label: "Retry", onPress: reconnect };

/** The real-time connection; while it is being made there is none. Once it is given up, there is Retry. */
export function ConnectionBadge() {
  const status = useConnectionStatus();
  const connected = status === "connected";
  const content = (
    <>
      <span aria-hidden className={styles.dot} />
      <span className={styles.connectionText}>{connected ? "Connected" : "Offline"}</span>
    </>
  );
  return (
    // Retry goes once it is pressed, and leaves the focus here.
    <Badge role="status" tabIndex={-1} tone={connected ? "success" : "neutral"} className={styles.connection}>
      {status === "offline" ? (
        <ActionTip text="The connection could not be restored." action={retry}>
          <button type="button" className={styles.connectionRetry}>
            {content}
          </button>
        </ActionTip>
      ) : (
        content
      )}
    </Badge>
  );
}
