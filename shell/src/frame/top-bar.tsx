import { may, type RouteEntry, type User } from "@souffleur/contracts";
import { IconButton, Logo, NotYet, SettingsIcon, useSession } from "@souffleur/shared-ui";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { CallButton } from "./call-button.tsx";
import { ConnectionBadge } from "./connection-badge.tsx";
import { MainNavigation } from "./main-navigation.tsx";
import styles from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

const HelpRequests = lazy(() => import("./help-requests.tsx"));

export function TopBar({ user, screens }: { user: User; screens: readonly RouteEntry[] }) {
  const { organization } = useSession();
  return (
    <header className={styles.bar}>
      <Link to="/dashboard" aria-label="Souffleur" className={styles.brand}>
        <Logo size={28} />
        <span className={styles.name}>Souffleur</span>
      </Link>
      <MainNavigation screens={screens} />
      <div className={styles.tools}>
        {may(user.role, "viewAllCalls") && organization !== null && (
          <span className={styles.helpPlace}>
            <Suspense>
              <HelpRequests userId={user.id} />
            </Suspense>
          </span>
        )}
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
