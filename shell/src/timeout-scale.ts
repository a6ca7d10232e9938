declare global {
  /** Factor on the time limits of this page: set by the check of a release, whose machine is busy building. */
  var souffleurTimeoutScale: number | undefined;
}

/** A time limit of this page, in milliseconds, from the usual one. */
export function scaledTimeout(ms: number): number {
  return ms * (globalThis.souffleurTimeoutScale ?? 1);
}
