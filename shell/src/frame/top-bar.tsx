import type { RouteEntry, User } from "@souffleur/contracts";
import { Logo } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";
import { SearchButton } from "../search/search-button.tsx";
import { CallButton } from "./call-button.tsx";
import { ConnectionBadge } from "./connection-badge.tsx";
import { MainNavigation } from "./main-navigation.tsx";
import { SettingsMenu } from "./settings-menu.tsx";
import styles from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

export function TopBar({ user, screens }: { user: User; screens: readonly RouteEntry[] }) {
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" aria-label="Souffleur" className={styles.brand}>
        <Logo size={28} />
        <span className={styles.name}>Souffleur</span>
      </Link>
      <MainNavigation screens={screens} />
      <div className={styles.tools}>
        {/* First, because it grows to the left when a call begins: nothing beside it moves. */}
        <CallButton role={user.role} />
        <SearchButton />
        <ConnectionBadge />
        <SettingsMenu />
        <UserMenu user={user} />
      </div>
    </header>
  );
}
