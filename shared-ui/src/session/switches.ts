import { readStored, writeStored } from "../browser/browser-storage.ts";
import { createListeners } from "../browser/listeners.ts";
import type { Text } from "../texts/texts.ts";

const { subscribe, notify } = createListeners();

/** @param commands what the search offers, which names no preference: on and off */
function createSwitch(key: string, label: Text, commands: readonly [Text, Text]) {
  return {
    label,
    commands,
    isOn: () => readStored(key) !== "off",
    keep(on: boolean): void {
      writeStored(key, on ? undefined : "off");
      notify();
    },
  };
}

/** What users switch in this browser: on until they switch it off. All are shown among the preferences. */
export const switches = {
  /** Whether whispers are announced by a sound. */
  whisperSound: createSwitch("souffleur.whisper-sound", "Sound of whispers", [
    "Unmute whispers",
    "Mute whispers",
  ]),
};

export const subscribeSwitches = subscribe;
/** Of remotes from before there were other switches. */
export const { isOn: soundsWhispers, keep: keepWhisperSound } = switches.whisperSound;
