// Reloading the page ends recordings. This tab remembers what it recorded of which call, so that an agent who returns is
// informed that the call is no longer recorded.

type Recorded = "microphone" | "sharedAudio";

const keyOf = (recorded: Recorded) => `souffleur.recording.${recorded}`;

// A browser may forbid access to its storage: then nothing counts as interrupted.
function guarded<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export function markRecording(recorded: Recorded, callId: string | undefined): void {
  guarded(() => sessionStorage.setItem(keyOf(recorded), callId ?? ""));
}

/** Called when the recording was ended by the agent or by the call's end. */
export function clearInterrupted(recorded: Recorded): void {
  guarded(() => sessionStorage.removeItem(keyOf(recorded)));
}

/** Whether this tab recorded the call before this page was loaded. */
export function isInterrupted(recorded: Recorded, callId: string | undefined): boolean {
  return callId !== undefined && guarded(() => sessionStorage.getItem(keyOf(recorded))) === callId;
}
