/** The specification's order of preference; the platform's default where none is supported. */
const preferred = ["audio/wav", "audio/webm;codecs=opus"];

/** @returns the MIME type for a recorder; undefined for the platform's default. */
export function recordingFormat(isSupported: (mimeType: string) => boolean): string | undefined {
  return preferred.find(isSupported);
}
