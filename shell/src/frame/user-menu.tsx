import { type Language, saveLanguage, type User } from "@souffleur/contracts";
import {
  ConfirmDialog,
  call,
  callInProgress,
  chooseLanguage,
  chooseTheme,
  DarkThemeIcon,
  EntryIcon,
  HelpIcon,
  LightThemeIcon,
  LogoutIcon,
  language,
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  SearchIcon,
  SettingsIcon,
  SystemThemeIcon,
  signOut,
  UserIcon,
  useTheme,
} from "@souffleur/shared-ui";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { roleLabel } from "../screens/navigation.ts";
import { useEntries } from "../screens/screens.ts";
import { openSearch } from "../search/open-search.ts";
import { t } from "../texts/texts.ts";
import { openKeyboardHelp } from "./keyboard-help.tsx";
import styles from "./top-bar.module.css";

const themes = () =>
  [
    { value: "light", label: t("Light"), icon: <LightThemeIcon aria-hidden /> },
    { value: "dark", label: t("Dark"), icon: <DarkThemeIcon aria-hidden /> },
    { value: "system", label: t("System"), icon: <SystemThemeIcon aria-hidden /> },
  ] as const;

/** Each language is named in that language. */
const languages = [
  { value: "en", label: "English", lang: "en" },
  { value: "fr", label: "Français", lang: "fr" },
] as const;

/** Without a keyboard the list of shortcuts is not offered; if one is added later, `?` still opens it. */
const isTouchOnly = matchMedia("(any-hover: none)").matches;

export function UserMenu({ user }: { user: User }) {
  const theme = useTheme();
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
            <div className={styles.userMeta}>{roleLabel(user.role)}</div>
          </div>
        }
      >
        <MenuItem icon={<UserIcon aria-hidden />} notYet>
          {t("Profile")}
        </MenuItem>
        <MenuItem icon={<SettingsIcon aria-hidden />} notYet>
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
        <MenuItem icon={<SearchIcon aria-hidden />} onSelect={openSearch}>
          {t("Search")}
        </MenuItem>
        {!isTouchOnly && (
          <MenuItem icon={<HelpIcon aria-hidden />} onSelect={openKeyboardHelp}>
            {t("Keyboard shortcuts")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuChoice label={t("Theme")} value={theme} options={themes()} onChange={chooseTheme} />
        <MenuSeparator />
        <MenuChoice
          label={t("Language")}
          value={language}
          options={languages}
          onChange={(chosen) => void choose(chosen)}
        />
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
        confirmVariant="danger"
        onClose={() => setAsking(false)}
        onConfirm={() => void signOut()}
      />
    </>
  );
}

async function choose(chosen: Language): Promise<void> {
  // Saved for the mails; the page changes its language even if that fails.
  await call(saveLanguage, { body: { language: chosen } }).catch(console.warn);
  chooseLanguage(chosen);
}

function initials({ firstName, lastName }: User): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase();
}
