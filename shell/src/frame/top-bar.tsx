import type { RouteEntry, User } from "@souffleur/contracts";
import { IconButton, Logo, NotYet, SettingsIcon } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { CallButton } from "./call-button.tsx";
import { ConnectionBadge } from "./connection-badge.tsx";
import { MainNavigation } from "./main-navigation.tsx";
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
        <ConnectionBadge />
        <NotYet>
          <IconButton label={t("Settings")} className={styles.settings}>
            <SettingsIcon aria-hidden />
          </IconButton>
        </NotYet>
        <CallButton />
        <UserMenu user={user} />
      </div>
    </header>
  );
}
