import { useEffect, useState } from "react";

export interface MicrophoneChoice {
  deviceId: string;
  label: string;
}

/**
 * The microphones that this browser lets one choose from. Before it was allowed to use one it tells neither
 * their number nor their names, so `asked` (whatever changes when it was) asks again.
 */
export function useMicrophones(asked: unknown): readonly MicrophoneChoice[] {
  const [choices, setChoices] = useState<readonly MicrophoneChoice[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const { mediaDevices } = navigator as Partial<Navigator>;
    if (mediaDevices === undefined) return undefined;
    let over = false;
    const read = async () => {
      const devices = await mediaDevices.enumerateDevices().catch(() => []);
      if (over) return;
      // "default" and "communications" name devices that are in the list themselves.
      const named = devices.filter(
        ({ kind, deviceId, label }) =>
          kind === "audioinput" && label !== "" && deviceId !== "default" && deviceId !== "communications",
      );
      setChoices(named.map(({ deviceId, label }) => ({ deviceId, label })));
    };
    void read();
    mediaDevices.addEventListener("devicechange", read);
    return () => {
      over = true;
      mediaDevices.removeEventListener("devicechange", read);
    };
  }, [asked]);
  return choices;
}
