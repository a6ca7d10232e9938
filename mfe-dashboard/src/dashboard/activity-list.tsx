import type { Activity } from "@souffleur/contracts";
import {
  Badge,
  Card,
  DealIcon,
  EmptyState,
  formatRelative,
  MeetingIcon,
  PhoneIcon,
  Skeleton,
} from "@souffleur/shared-ui";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import styles from "./dashboard.module.css";

const icons = { call: PhoneIcon, deal: DealIcon, meeting: MeetingIcon };
const kinds = { call: "Call", deal: "Deal", meeting: "Meeting" } as const;
const tones = { success: "success", pending: "warning", cancelled: "neutral" } as const;
const labels = { success: "Success", pending: "Pending", cancelled: "Cancelled" } as const;
/** Of stored calls, as in all their figures. */
const ownLabels = {
  success: "{kind, select, deal {Won} other {Won}}",
  pending: "{kind, select, deal {Open} other {Open}}",
  cancelled: "{kind, select, deal {Lost} other {Lost}}",
} as const;

const positions = [1, 2, 3, 4, 5, 6];

interface ActivityListProps {
  /** Undefined while they load. */
  activities: readonly Activity[] | undefined;
  /** Whether they are stored calls, whose titles link to their reviews. */
  areCalls: boolean;
  now: number;
}

export function ActivityList({ activities, areCalls, now }: ActivityListProps) {
  return (
    <Card title={t("Recent Activity")}>
      {activities?.length === 0 ? (
        <EmptyState>{t("No activity yet.")}</EmptyState>
      ) : (
        <ul className={styles.activities}>
          {activities?.map((activity) => (
            <Item key={activity.id} activity={activity} isCall={areCalls} now={now} />
          )) ?? <SkeletonItems />}
          {/* Empty items, so that the list always has its full height. */}
          {positions.slice(activities?.length ?? positions.length).map((position) => (
            <li key={position} aria-hidden className={styles.activity} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Item({ activity, isCall, now }: { activity: Activity; isCall: boolean; now: number }) {
  const { id, type, title, description, status, timestamp } = activity;
  const Icon = icons[type];
  return (
    <li className={styles.activity}>
      <span className={styles.kind}>
        <Icon role="img" aria-label={t(kinds[type])} />
      </span>
      <div className={styles.what}>
        <h3>{isCall ? <Link to={`/analytics/calls/${id}`}>{title}</Link> : title}</h3>
        <p>{description}</p>
      </div>
      <div className={styles.when}>
        <Badge tone={tones[status]}>
          {isCall ? t(ownLabels[status], { kind: "deal" }) : t(labels[status])}
        </Badge>
        <time dateTime={new Date(timestamp).toISOString()}>{formatRelative(timestamp, now)}</time>
      </div>
    </li>
  );
}

function SkeletonItems() {
  return positions.map((position) => (
    <li key={position} className={styles.activity}>
      <Skeleton width={36} height={36} />
      <div className={styles.placeholderLines}>
        <Skeleton width="60%" height={16} />
        <Skeleton width="85%" height={16} />
      </div>
      <div className={styles.when}>
        <Skeleton width={64} height={22} />
        <Skeleton width={72} height={16} />
      </div>
    </li>
  ));
}
