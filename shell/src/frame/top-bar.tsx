import type { RouteEntry, User } from "@souffleur/contracts";
import {
  Button,
  EntryIcon,
  IconButton,
  Logo,
  NotYet,
  PlusIcon,
  SettingsIcon,
  useSession,
} from "@souffleur/shared-ui";
import { Link, NavLink, useNavigate } from "react-router-dom";
import { remotes } from "../remotes/remotes.ts";
import { navigationFor } from "../screens/navigation.ts";
import { ConnectionBadge } from "./connection-badge.tsx";
import styles from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

export function TopBar({ user, screens }: { user: User; screens: readonly RouteEntry[] }) {
  const navigate = useNavigate();
  const session = useSession();
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" aria-label="Souffleur" className={styles.brand}>
        <Logo size={28} />
        <span className={styles.name}>Souffleur</span>
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        {navigationFor(screens, session).map(({ path, title, remote, navigation }) => (
          <NavLink key={path} to={path} className={styles.link ?? ""} {...preloadProps(remote)}>
            <EntryIcon name={navigation.icon} />
            <span>{title}</span>
          </NavLink>
        ))}
      </nav>
      <div className={styles.tools}>
        <ConnectionBadge />
        <NotYet>
          <IconButton label="Settings" className={styles.settings}>
            <SettingsIcon aria-hidden />
          </IconButton>
        </NotYet>
        <Button
          variant="primary"
          className={styles.newCall}
          {...preloadProps("mfe-live-call")}
          onClick={() => navigate("/live-call")}
        >
          <PlusIcon aria-hidden />
          <span>New Call</span>
        </Button>
        <UserMenu user={user} />
      </div>
    </header>
  );
}

/** Loads a remote as soon as a link to it is hovered or focused. */
function preloadProps(remote: string) {
  const prepare = () => remotes.prepare(remote);
  return { onPointerEnter: prepare, onFocus: prepare };
}
