/** Whether a screen failed because a script or stylesheet that it loads on demand is missing. */
export function isMissingPart(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "ChunkLoadError" || ("code" in error && error.code === "CSS_CHUNK_LOAD_FAILED");
}
