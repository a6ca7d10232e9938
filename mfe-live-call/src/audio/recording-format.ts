/** The specification's order of formats; without any of them the platform's default is recorded. */
const preferred = ["audio/wav", "audio/webm;codecs=opus"];

/** @returns what to ask a recorder for; undefined for the platform's default. */
export function recordingFormat(isSupported: (mimeType: string) => boolean): string | undefined {
  return preferred.find(isSupported);
}
