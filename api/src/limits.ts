/**
 * What one account, address or organization may take of a process, so that it costs no other one. The table in
 * `api/docs/security.md` says why each is what it is; those that pages know are in `limits` of the contracts.
 */
export const serverLimits = {
  /** How long work goes on before others are answered. */
  sliceMs: 10,
  /** How long a password's hash waits for its turn. */
  hashWaitMs: 2000,
  /** How long a playbook is tried on a call. */
  playbookTryMs: 10_000,
  /** Lines of calls that an account reads at once, and in each second after that. */
  linesRead: 40_000,
  linesReadPerSecond: 500,
  /** How long, and with how much memory, the stylesheets of a release are checked. */
  stylesMs: 20_000,
  stylesHeapMegabytes: 256,
};
