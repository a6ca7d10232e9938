import type { RouteEntry, User } from "@souffleur/contracts";
import { Button, IconButton, Logo, NotYet, PlusIcon, SettingsIcon } from "@souffleur/shared-ui";
import { Link, useNavigate } from "react-router-dom";
import { remotes } from "../remotes/remotes.ts";
import { callRemote } from "../screens/screens.ts";
import { ConnectionBadge } from "./connection-badge.tsx";
import { MainNavigation } from "./main-navigation.tsx";
import styles from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

export function TopBar({ user, screens }: { user: User; screens: readonly RouteEntry[] }) {
  const navigate = useNavigate();
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" aria-label="Souffleur" className={styles.brand}>
        <Logo size={28} />
        <span className={styles.name}>Souffleur</span>
      </Link>
      <MainNavigation screens={screens} />
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
          onPointerEnter={prepareCall}
          onFocus={prepareCall}
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

/** Loads the call's screen as soon as the way to it is hovered or focused. */
function prepareCall(): void {
  remotes.prepare(callRemote);
}
