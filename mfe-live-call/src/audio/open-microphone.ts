import { limits } from "@souffleur/contracts";
import { readStored, writeStored } from "@souffleur/shared-ui";

const choiceKey = "souffleur.microphone";

/** The id of the microphone chosen in this browser; empty for the system's default. */
export function chosenMicrophone(): string {
  return readStored(choiceKey) ?? "";
}

export function keepMicrophone(deviceId: string): void {
  writeStored(choiceKey, deviceId === "" ? undefined : deviceId);
}

function constraintsFor(deviceId: string): MediaStreamConstraints {
  return {
    audio: {
      channelCount: 1,
      sampleRate: limits.recordingSampleRate,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(deviceId !== "" && { deviceId: { exact: deviceId } }),
    },
  };
}

/**
 * Opens a microphone; the system's default where the requested one is gone.
 * @throws where there is none or its use is not allowed.
 */
export async function openMicrophone(deviceId: string): Promise<MediaStream> {
  // A page over plain http has no `mediaDevices`.
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (mediaDevices === undefined) throw new Error("This page may not use microphones");
  try {
    return await mediaDevices.getUserMedia(constraintsFor(deviceId));
  } catch (error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : "";
    if (deviceId === "" || name === "NotAllowedError") throw error;
    return mediaDevices.getUserMedia(constraintsFor(""));
  }
}
