import { type Role, roleLabels, type User } from "@souffleur/contracts";
import {
  ConfirmDialog,
  callInProgress,
  contractText,
  EntryIcon,
  LogoutIcon,
  Menu,
  MenuItem,
  MenuSeparator,
  SettingsIcon,
  signOut,
  UserIcon,
} from "@souffleur/shared-ui";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useEntries } from "../screens/screens.ts";
import { t } from "../texts/texts.ts";
import styles from "./top-bar.module.css";

/** A role that only a newer server knows is shown as the specification says. */
const roleOf = ({ role }: User) =>
  Object.hasOwn(roleLabels, role) ? roleLabels[role as Role] : roleLabels.agent;

export function UserMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const entries = useEntries("menu");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t("Open user menu")}
            data-initials={initials(user)}
            className={styles.avatar}
          />
        }
        label={
          <div className={styles.user}>
            <div className={styles.userName}>{`${user.firstName} ${user.lastName}`}</div>
            <div className={styles.userMeta}>{user.email}</div>
            <div className={styles.userMeta}>{contractText(roleOf(user))}</div>
          </div>
        }
      >
        <MenuItem icon={<UserIcon aria-hidden />} onSelect={() => navigate("/profile")}>
          {t("Profile")}
        </MenuItem>
        <MenuItem icon={<SettingsIcon aria-hidden />} onSelect={() => navigate("/profile#preferences")}>
          {t("Settings")}
        </MenuItem>
        {entries.map(({ label, icon, to }) => (
          <MenuItem
            key={label}
            icon={<EntryIcon name={icon} />}
            {...(to === undefined ? { notYet: true } : { onSelect: () => navigate(to) })}
          >
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem
          icon={<LogoutIcon aria-hidden />}
          onSelect={() => (callInProgress() === undefined ? void signOut() : setAsking(true))}
        >
          {t("Logout")}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        title={t("Sign out during the call?")}
        description={t(
          "The call continues without you: nothing more of it is recorded or shown in this browser.",
        )}
        confirmText={t("Sign out")}
        confirmVariant="danger"
        onClose={() => setAsking(false)}
        onConfirm={() => void signOut()}
      />
    </>
  );
}

function initials({ firstName, lastName }: User): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase();
}
