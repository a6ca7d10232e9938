// A reload and a visit to another screen end recordings. This tab remembers what it recorded of which call, so that the
// agent who comes back reads that it goes on unrecorded.

type Recorded = "microphone" | "sharedAudio";

const keyOf = (recorded: Recorded) => `souffleur.recording.${recorded}`;

// A browser may forbid its storage: then nothing counts as interrupted.
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

/** The agent, or the call's end, ended it. */
export function clearInterrupted(recorded: Recorded): void {
  guarded(() => sessionStorage.removeItem(keyOf(recorded)));
}

/** Whether this tab recorded the call before this page was loaded or the screen was left. */
export function isInterrupted(recorded: Recorded, callId: string | undefined): boolean {
  return callId !== undefined && guarded(() => sessionStorage.getItem(keyOf(recorded))) === callId;
}
