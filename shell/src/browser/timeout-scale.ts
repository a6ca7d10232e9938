declare global {
  /** A factor for this page's timeouts, set by the check of a release on a machine that is busy with builds. */
  var souffleurTimeoutScale: number | undefined;
}

/** A timeout in milliseconds, scaled for this page. */
export function scaledTimeout(ms: number): number {
  return ms * (globalThis.souffleurTimeoutScale ?? 1);
}
