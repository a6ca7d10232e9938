import { useEffect, useState } from "react";

export interface MicrophoneChoice {
  deviceId: string;
  label: string;
}

/**
 * The microphones to choose from. Browsers list them only once a microphone is allowed, so a change of `permission` (any
 * value that changes with it) reads the list again.
 */
export function useMicrophones(permission: unknown): readonly MicrophoneChoice[] {
  const [choices, setChoices] = useState<readonly MicrophoneChoice[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const { mediaDevices } = navigator as Partial<Navigator>;
    if (mediaDevices === undefined) return undefined;
    let isStopped = false;
    const read = async () => {
      const devices = await listDevices(mediaDevices);
      if (isStopped) return;
      // "default" and "communications" are aliases of other devices in the list.
      const named = devices.filter(
        ({ kind, deviceId, label }) =>
          kind === "audioinput" && label !== "" && deviceId !== "default" && deviceId !== "communications",
      );
      setChoices(named.map(({ deviceId, label }) => ({ deviceId, label })));
    };
    void read();
    // Not every browser's `mediaDevices` has events.
    mediaDevices.addEventListener?.("devicechange", read);
    return () => {
      isStopped = true;
      mediaDevices.removeEventListener?.("devicechange", read);
    };
  }, [permission]);
  return choices;
}

/** @returns none where the browser refuses to list them: there is still the system's default */
async function listDevices(mediaDevices: MediaDevices): Promise<readonly MediaDeviceInfo[]> {
  try {
    return await mediaDevices.enumerateDevices();
  } catch {
    return [];
  }
}
