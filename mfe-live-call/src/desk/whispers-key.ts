/** Of the query of a call's whispers. */
export const whispersKey = (callId: string) => ["live-call", "whispers", callId] as const;
