import { AnalyticsIcon, Button, Card, DealIcon, MeetingIcon, NotYet, PhoneIcon } from "@souffleur/shared-ui";
import { useNavigate } from "react-router-dom";
import styles from "./dashboard.module.css";

const actions = [
  { label: "Start New Call", icon: PhoneIcon, to: "/live-call" },
  { label: "Create Deal", icon: DealIcon, to: undefined },
  { label: "View Analytics", icon: AnalyticsIcon, to: "/analytics" },
  { label: "Schedule Meeting", icon: MeetingIcon, to: undefined },
] as const;

/** Two actions are links; two have no function yet, which a tooltip says. */
export function QuickActions() {
  const navigate = useNavigate();
  return (
    <Card title="Quick Actions">
      <div className={styles.actions}>
        {actions.map(({ label, icon: Icon, to }) =>
          to === undefined ? (
            <NotYet key={label}>
              <Button>
                <Icon aria-hidden />
                {label}
              </Button>
            </NotYet>
          ) : (
            <Button key={label} onClick={() => navigate(to)}>
              <Icon aria-hidden />
              {label}
            </Button>
          ),
        )}
      </div>
    </Card>
  );
}
