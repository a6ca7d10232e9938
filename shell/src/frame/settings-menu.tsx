import {
  HelpIcon,
  IconButton,
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  SettingsIcon,
  usePreferences,
} from "@souffleur/shared-ui";
import { Fragment } from "react";
import { t } from "../texts/texts.ts";
import { openKeyboardHelp } from "./keyboard-help.tsx";

/** Without a keyboard the list of shortcuts is not offered; if one is added later, `?` still opens it. */
const isTouchOnly = matchMedia("(any-hover: none)").matches;

/** The user's preferences, and the list of shortcuts. */
export function SettingsMenu() {
  const preferences = usePreferences();
  return (
    <Menu
      trigger={
        <IconButton label={t("Settings")}>
          <SettingsIcon aria-hidden />
        </IconButton>
      }
    >
      {preferences.map(({ label, value, options, choose }, index) => (
        <Fragment key={label}>
          {index > 0 && <MenuSeparator />}
          <MenuChoice
            label={label}
            value={value}
            options={options.map(({ icon: Icon, ...option }) => ({
              ...option,
              icon: Icon && <Icon aria-hidden />,
            }))}
            onChange={choose}
          />
        </Fragment>
      ))}
      {!isTouchOnly && (
        <>
          <MenuSeparator />
          <MenuItem icon={<HelpIcon aria-hidden />} onSelect={openKeyboardHelp}>
            {t("Keyboard shortcuts")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
