import {
  Button,
  Card,
  ChevronRightIcon,
  EntryIcon,
  NotYet,
  sharedText,
  useQuickActions,
} from "@souffleur/shared-ui";
import { useNavigate } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./dashboard.module.css";

/** The actions that the remotes contribute. One without a screen is marked as not available yet. */
export function QuickActions() {
  const navigate = useNavigate();
  return (
    <Card title={t("Quick Actions")} data-real>
      <div className={styles.actions}>
        {useQuickActions().map(({ label, icon, to }) =>
          to === undefined ? (
            <NotYet key={label}>
              <Button>
                <EntryIcon name={icon} />
                <span>{label}</span>
                {/* The button's description says it to screen readers. */}
                <span aria-hidden className={styles.soon}>
                  {sharedText("Soon")}
                </span>
              </Button>
            </NotYet>
          ) : (
            <Button key={label} onClick={() => navigate(to)}>
              <EntryIcon name={icon} />
              <span>{label}</span>
              <ChevronRightIcon aria-hidden className={styles.leads} />
            </Button>
          ),
        )}
      </div>
    </Card>
  );
}
