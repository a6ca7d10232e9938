import type {
  CallReview,
  CallSummary,
  EndpointAnswer,
  getTranscript,
  Sender,
  TalkMetrics,
} from "@souffleur/contracts";

type Line = EndpointAnswer<typeof getTranscript>["data"]["lines"][number];

const start = Date.UTC(2026, 2, 12, 9, 30);
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

/** The nth call of a list, the newest first. */
export function someCall(number: number, differences: Partial<CallSummary> = {}): CallSummary {
  return {
    callId: `call-${number}`,
    agentId: "user-1",
    agentName: "Camille Moreau",
    customer: { name: `Customer ${number}` },
    source: "telephony",
    status: "ended",
    startedAt: at(-60 * number),
    endedAt: at(-60 * number + 754),
    durationSeconds: 754,
    lines: 42,
    outcome: "follow_up",
    suggestionsUsed: 3,
    ...differences,
  };
}

/** Lines of a call at intervals of five seconds, by client and agent in turn. */
export function someLines(texts: readonly string[]): Line[] {
  return texts.map((text, index) => ({
    id: `line-${index + 1}`,
    callId: "call-1",
    sessionId: "5f0c7a3e-6f0e-4f0c-9a53-3d1c0e9f0001",
    seq: index + 1,
    sender: index % 2 === 0 ? "client" : "agent",
    text,
    timestamp: at(5 * (index + 1)),
    startedAt: at(5 * index + 1),
    confidence: 0.94,
    isTranscription: true,
  }));
}

const side: TalkMetrics["agent"] = { seconds: 0, share: 0, words: 0, questions: 0, interruptions: 0 };

/** The review of a call with these lines. */
export function someReview(
  lines: readonly { seq: number; sender: Sender }[],
  differences: Partial<CallReview> = {},
): CallReview {
  const { agentId, agentName, source, status, endedAt, outcome } = someCall(1);
  return {
    call: {
      callId: "call-1",
      sessionId: "5f0c7a3e-6f0e-4f0c-9a53-3d1c0e9f0001",
      agentId,
      agentName,
      customer: { name: "Claire Fontaine", number: "+33 1 99 00 55 66" },
      source,
      status,
      startedAt: at(0),
      endedAt,
      durationSeconds: 754,
      seq: lines.length,
      notes: "Rappeler mardi.",
      notesRevision: 1,
      outcome,
      nextStep: "Send the quote",
      nextStepAt: "2026-03-31",
      outcomeRevision: 1,
    },
    talk: {
      agent: { ...side, seconds: 300, share: 0.6, words: 640, wordsPerMinute: 128, questions: 7 },
      client: {
        ...side,
        seconds: 200,
        share: 0.4,
        words: 410,
        interruptions: 2,
        longestMonologue: { seq: 3, seconds: 65 },
      },
      silenceSeconds: 254,
      longestSilenceSeconds: 31,
      turns: lines.map(({ seq, sender }) => ({ seq, sender, from: 5 * seq - 4, to: 5 * seq })),
    },
    suggestions: [],
    ...differences,
  };
}
