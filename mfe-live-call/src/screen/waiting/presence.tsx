import { may } from "@souffleur/contracts";
import { useSession } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";
import { t } from "../../texts/texts.ts";
import { AwaySwitch } from "../help/away-switch.tsx";
import styles from "./presence.module.css";

/** Between calls: whether the user takes calls, and the way to the calls of others. */
export function Presence() {
  const { user, organization } = useSession();
  if (user === null || organization === null) return null;
  return (
    <div className={styles.presence}>
      <AwaySwitch />
      {may(user.role, "viewAllCalls") && <Link to="/live-call/desk">{t("All live calls")}</Link>}
    </div>
  );
}
