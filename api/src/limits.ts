/**
 * What one account, address or organization may take of a process, so that it costs no other one. The table in
 * `api/docs/security.md` says why each is what it is; those that pages know are in `limits` of the contracts.
 */
export const serverLimits = {
  /** How long work goes on before others are answered. */
  sliceMs: 2,
  /**
   * The process's time, in milliseconds of each second: while others wait too, an organization takes what they leave of `busy`, but
   * `least` in any case. What it took `memoryMs` ago counts a third.
   */
  process: { busy: 500, least: 200, memoryMs: 1000, waitMs: 2000, waitingMost: 200 },
  /** How long a password's hash waits for its turn. */
  hashWaitMs: 2000,
  /** How long a playbook is tried on a call. */
  playbookTryMs: 10_000,
  /** Lines of calls that an account reads: several times the longest calls at once, then more than anybody reads. */
  linesRead: { most: 40_000, perSecond: 500 },
  /**
   * Characters that browsers claim to have heard. Two people say 30 in a second; what was said while a server was away comes at once. An organization's
   * part is that of two hundred calls.
   */
  heard: {
    account: { most: 10_000, perSecond: 60 },
    organization: { most: 200_000, perSecond: 4000 },
  },
  /** How long, and with how much memory, the stylesheets of a release are checked. */
  stylesMs: 20_000,
  stylesHeapMegabytes: 256,
  /** How many turns at a kind of stored jobs a process has at once, and how many of them an organization. */
  jobs: {
    mails: {
      /** Those that somebody waits for, and all others. */
      awaited: { places: 4, share: 2 },
      notices: { places: 2, share: 1 },
    },
    webhooks: {
      healthy: { places: 16, share: 4 },
      /** Those that fail or answer slowly, each of which may take five seconds. */
      failing: { places: 8, share: 2 },
    },
    erasures: { all: { places: 2, share: 1 } },
    /** These are taken in batches: an organization that fills one has its next turn when the others had theirs. */
    moves: { all: { places: 1, share: 1 } },
  },
  /** How many documents such a batch has. */
  batches: { audit: 100, events: 100, links: 50, whispers: 1000, words: 50 },
  /**
   * How many audit events, and how many events for webhooks, of an organization wait in a collection before its further changes
   * are refused until some are moved.
   */
  movesWaiting: 10_000,
  /** How many whispers that no page has reported a call may have. */
  whispersWaiting: 100,
  /** How many mails wait in a document at most: then the oldest is dropped. */
  mailsWaiting: 100,
  /** How many deliveries of a webhook are shown, for 30 days at most. */
  deliveriesKept: 100_000,
  /** How many erasures of an organization are under way at most. */
  erasuresAtOnce: 20,
};
