/**
 * Numbers from the specification's table of business constants and from the decisions.
 * Durations are in milliseconds unless the name says otherwise.
 */
export const limits = {
  renewalLeadMs: 120_000,
  renewalFloorMs: 30_000,
  accessTokenSeconds: 15 * 60,

  verificationAttempts: 5,
  verificationBlockMs: 15 * 60_000,
  codeLength: 6,
  codeValidMs: 10 * 60_000,
  linkValidMs: 24 * 60 * 60_000,
  resendCooldownSeconds: 60,
  verificationMailsPerHour: 5,
  codeAutoSubmitMs: 500,
  unverifiedAccountDays: 7,

  loginRedirectMs: 1000,
  successRedirectMs: 3000,
  accessDeniedRedirectMs: 2000,
  authNoticeMs: 3000,
  verifyNoticeMs: 5000,
  adminToastMs: 4000,

  registerDebounceMs: {
    firstName: 500,
    lastName: 500,
    email: 800,
    phone: 600,
    organizationName: 500,
    password: 300,
    confirmPassword: 300,
  },

  nameMin: 2,
  nameMax: 50,
  organizationMin: 2,
  organizationMax: 100,
  /** The current one and the former ones, which still lead to it. */
  organizationNames: 20,
  phoneDigitsMin: 10,
  phoneDigitsMax: 15,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  passwordScoreMin: 3,
  passwordBonusLength: 12,
  reasonMax: 500,
  notesMax: 20_000,
  /** In whole units of any currency. */
  amountMax: 1_000_000_000,
  nextStepMax: 500,
  callsPageDefault: 50,
  callsPageMax: 100,
  callAgentsMax: 1000,
  /** Of one kind and one account: what colleagues' screens show, such as a request for help. */
  announcementsPerMinute: 30,
  callSearchMax: 200,
  callSearchWords: 12,
  customerMax: 100,

  /**
   * Of one organization, as `maxima` has them: what is over one is refused with LIMIT_REACHED. Why each is what it is:
   * api/docs/security.md.
   */
  customersMax: 200_000,
  /** Active ones. */
  accountsMax: 20_000,
  /** With all that are inactive: programs create no more of them. */
  accountsStoredMax: 200_000,
  lineNotesMax: 100_000,
  practiceCallsMax: 200_000,

  /** Accounts of one answer; of one to a request without a limit, which asks for all. */
  usersPageMax: 1000,
  usersListedMax: 5000,
  erasureShown: 50,
  erasuresListed: 200,

  socketReconnectAttempts: 5,
  socketReconnectDelayMs: 1000,
  socketTimeoutMs: 20_000,
  /** Between the attempts after the specified ones. */
  socketSlowReconnectMs: 15_000,
  /** How often a page in a call asks for a sign of life; without one a connection counts as silent, and is replaced. */
  heartbeatMs: 1000,
  silentMs: 2000,
  silentMaxMs: 10_000,
  /** How often a running call's lines are fetched without a socket. */
  transcriptPollMs: 2000,
  /** How often a page without a socket asks whether its user is in a call. */
  runningCallPollMs: 5000,

  splashMs: 2000,
  scrollTopThresholdPx: 300,
  simulatedLoadMs: 1000,
  adminPageSizes: [5, 10, 20, 50],
  adminPageSizeDefault: 10,

  invitationValidDays: 7,
  invitationsAtOnce: 100,
  /** Of one organization, those that wait. */
  invitationsPending: 500,
  invitationsPerHour: 300,
  addressListMax: 20_000,

  /** Mails that nobody waits for: to one address about one kind of change, and of an organization. What is over it waits. */
  noticesPerHour: 10,
  organizationNoticesPerHour: 1000,

  /** How long a sign-in, or the password that was entered again, is proof of the account's owner. */
  proofValidMs: 5 * 60_000,
  /** Of one account: with a further one, that which was not used for the longest time ends. */
  sessionsListed: 100,
  passwordLinkValidMs: 30 * 60_000,
  /** Of one account. */
  passkeysMax: 20,
  passkeyNameMax: 50,
  /** How long a browser may take to ask for a passkey. */
  passkeyChallengeMs: 5 * 60_000,
  /** From an organization's demand for passkeys until sessions need one. */
  passkeyGraceMs: 7 * 24 * 60 * 60_000,

  /** Of one organization. */
  tokensMax: 20,
  tokenNameMax: 50,

  /** Of one organization. */
  webhooksMax: 10,
  webhookUrlMax: 2000,
  webhookWaitingShown: 1000,
  /** What waits for one webhook: later messages are given up at once, without their data. */
  webhookWaitingMax: 20_000,
  webhookWaitingBytes: 50_000_000,
  /** A receiver that takes so long on average gets its messages after those of others. */
  webhookSlowMs: 2000,
  /** How long a renewed secret signs besides its successor. */
  webhookSecretOverlapMs: 24 * 60 * 60_000,
  /** Of one webhook, at the same time. */
  webhookSecretsMax: 3,

  ssoIssuerMax: 500,
  ssoTextMax: 500,
  /** E-mail domains of one organization. */
  ssoDomainsMax: 20,
  ssoDomainsListed: 500,
  ssoRolesMax: 50,
  /** Between the press of Sign In and the return from the identity provider. */
  ssoSignInMs: 10 * 60_000,

  searchMin: 2,
  searchMax: 100,
  searchResults: 5,

  recordingChunkMs: 3000,
  recordingSampleRate: 44_100,
  /** What a browser recognizes itself: two people say a sentence of a minute at most, and no more than one in a second. */
  heardTextMax: 1000,
  heardTextsPerMinute: 120,
  /** Names, and as many terms, that it is to expect. */
  speechTerms: 100,
  fragmentMergeMs: 3000,
  duplicateMs: 2000,
  suggestionsKept: 3,
  /** The lowest confidence of a suggestion that nobody has asked for. */
  unaskedConfidenceMin: 0.5,
  sttPollMs: 5000,
  outcomeScore: 87,

  bodyBytes: 100_000,
  audioBodyBytes: 1_500_000,
  jsonDepth: 32,
  /** What is wrong with a request, in one answer. */
  issuesMax: 50,
} as const;
