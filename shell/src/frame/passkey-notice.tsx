import { formatShortDate, Notice, serverNow } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./passkey-notice.module.css";

/** Announces from when the organization demands the passkey that the session lacks. */
export default function PasskeyNotice({ from }: { from: string }) {
  const isDue = Date.parse(from) <= serverNow();
  return (
    <div className={styles.place}>
      <Notice kind="warning">
        {isDue ? (
          t("Your organization requires a passkey. Add or use one below to continue.")
        ) : (
          <>
            <span>
              {t("From {date}, your organization requires a passkey to sign in.", {
                date: formatShortDate(from),
              })}
            </span>
            <span> </span>
            <Link to="/profile">{t("Add a passkey")}</Link>
          </>
        )}
      </Notice>
    </div>
  );
}
