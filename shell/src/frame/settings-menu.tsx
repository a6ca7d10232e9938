import { type Language, saveLanguage } from "@souffleur/contracts";
import {
  call,
  chooseLanguage,
  chooseTheme,
  DarkThemeIcon,
  HelpIcon,
  IconButton,
  LightThemeIcon,
  language,
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  readStored,
  SettingsIcon,
  SystemThemeIcon,
  useTheme,
  writeStored,
} from "@souffleur/shared-ui";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { openKeyboardHelp } from "./keyboard-help.tsx";

/** Read by the call screen: whispers are announced by a sound unless it is off. */
const soundKey = "souffleur.whisper-sound";

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

/** What a browser remembers of its user: theme, language and the sound of whispers; and the list of shortcuts. */
export function SettingsMenu() {
  const theme = useTheme();
  const [sound, setSound] = useState(() => readStored(soundKey) ?? "on");
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
        options={languages}
        onChange={(chosen) => void choose(chosen)}
      />
      <MenuSeparator />
      <MenuChoice
        label={t("Sound of whispers")}
        value={sound}
        options={[
          { value: "on", label: t("On") },
          { value: "off", label: t("Off") },
        ]}
        onChange={(chosen) => {
          setSound(chosen);
          writeStored(soundKey, chosen === "on" ? undefined : chosen);
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

async function choose(chosen: Language): Promise<void> {
  // Saved for the mails; the page changes its language even if that fails.
  await call(saveLanguage, { body: { language: chosen } }).catch(console.warn);
  chooseLanguage(chosen);
}
