import type { UserStats } from "@souffleur/contracts";
import {
  ActiveUserIcon,
  ClockIcon,
  formatCount,
  MailIcon,
  StatTile,
  Tiles,
  UsersIcon,
} from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import type { LoadedStats } from "./admin-queries.ts";
import styles from "./users.module.css";

const tiles = [
  { count: "total", label: "Total Users", icon: UsersIcon },
  { count: "active", label: "Active Users", icon: ActiveUserIcon },
  { count: "pending", label: "Pending Approval", icon: ClockIcon },
  { count: "pendingVerification", label: "Pending Verification", icon: MailIcon },
] as const satisfies readonly { count: keyof UserStats; label: Text; icon: typeof UsersIcon }[];

export function StatTiles({ stats, isFailed }: LoadedStats) {
  return (
    <div className={styles.tiles}>
      <Tiles columns={4}>
        {tiles.map(({ count, label, icon }) => (
          <StatTile
            key={count}
            label={t(label)}
            icon={icon}
            value={stats && formatCount(stats[count])}
            isFailed={isFailed}
          />
        ))}
      </Tiles>
    </div>
  );
}
