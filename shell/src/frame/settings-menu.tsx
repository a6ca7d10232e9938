import {
  changeLanguage,
  chooseTheme,
  DarkThemeIcon,
  HelpIcon,
  IconButton,
  keepWhisperSound,
  LightThemeIcon,
  language,
  languageChoices,
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  SettingsIcon,
  SystemThemeIcon,
  soundsWhispers,
  useTheme,
} from "@souffleur/shared-ui";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { openKeyboardHelp } from "./keyboard-help.tsx";

const themes = () =>
  [
    { value: "light", label: t("Light"), icon: <LightThemeIcon aria-hidden /> },
    { value: "dark", label: t("Dark"), icon: <DarkThemeIcon aria-hidden /> },
    { value: "system", label: t("System"), icon: <SystemThemeIcon aria-hidden /> },
  ] as const;

/** Without a keyboard the list of shortcuts is not offered; if one is added later, `?` still opens it. */
const isTouchOnly = matchMedia("(any-hover: none)").matches;

/** What a browser remembers of its user: theme, language and the sound of whispers; and the list of shortcuts. */
export function SettingsMenu() {
  const theme = useTheme();
  const [isSounding, setSounding] = useState(soundsWhispers);
  return (
    <Menu
      trigger={
        <IconButton label={t("Settings")}>
          <SettingsIcon aria-hidden />
        </IconButton>
      }
    >
      <MenuChoice label={t("Theme")} value={theme} options={themes()} onChange={chooseTheme} />
      <MenuSeparator />
      <MenuChoice
        label={t("Language")}
        value={language}
        options={languageChoices}
        onChange={(chosen) => void changeLanguage(chosen)}
      />
      <MenuSeparator />
      <MenuChoice
        label={t("Sound of whispers")}
        value={isSounding ? "on" : "off"}
        options={[
          { value: "on", label: t("On") },
          { value: "off", label: t("Off") },
        ]}
        onChange={(chosen) => {
          setSounding(chosen === "on");
          keepWhisperSound(chosen === "on");
        }}
      />
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
