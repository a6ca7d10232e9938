declare global {
  /** How many times longer than usual this page waits: set by the check of a release, whose machine is busy building. */
  var souffleurPatience: number | undefined;
}

/** A time limit of this page, in milliseconds, from the usual one. */
export function patient(ms: number): number {
  return ms * (globalThis.souffleurPatience ?? 1);
}
