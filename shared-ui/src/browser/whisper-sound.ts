import { readStored, writeStored } from "./browser-storage.ts";

const key = "souffleur.whisper-sound";

/** Whether whispers are announced by a sound; on until the user switches it off in this browser. */
export function soundsWhispers(): boolean {
  return readStored(key) !== "off";
}

export function keepWhisperSound(on: boolean): void {
  writeStored(key, on ? undefined : "off");
}
