import * as z from "zod";
import { Organization } from "./accounts/users.ts";
import { Call, Line, Sender, Suggestion } from "./calls/calls.ts";
import { DeskChange, DeskLine, type FollowDesk, HelpRequest } from "./desk.ts";
import { ErrorCode } from "./error-codes.ts";
import { text } from "./texts/text.ts";

const when = z.union([z.iso.datetime({ offset: true }), z.number()]);

/**
 * A piece of speech in any of the transcription events. Producers use different field names, so the schema accepts
 * both.
 */
export const TranscriptionEvent = z
  .object({
    transcript: z.string().optional(),
    text: z.string().optional(),
    is_final: z.boolean().optional(),
    isFinal: z.boolean().optional(),
    speaker: z.union([z.literal(0), z.literal(1)]).optional(),
    speakerType: z.string().optional(),
    confidence: z.number().min(0).max(1).optional(),
    timestamp: when.optional(),
    /** When the speech began, where its source said so. */
    startedAt: when.optional(),
    messageId: z.string().optional(),
    callId: z.string().optional(),
    callUuid: z.string().optional(),
    sessionId: z.string().optional(),
    seq: z.number().int().positive().optional(),
  })
  .refine((event) => event.transcript !== undefined || event.text !== undefined, {
    error: text("transcript or text is required"),
  });
export type TranscriptionEvent = z.infer<typeof TranscriptionEvent>;

/** The event of a final line; this server emits each once, as `live_transcription` or, of a telephone, `bridge_transcription`. */
export function finalTranscription({ id: messageId, sender, text: transcript, ...line }: Line) {
  const { callId, sessionId, seq, confidence, timestamp, startedAt } = line;
  return {
    messageId,
    callId,
    sessionId,
    seq,
    transcript,
    is_final: true,
    speaker: sender === "agent" ? (1 as const) : (0 as const),
    confidence,
    timestamp,
    ...(startedAt !== undefined && { startedAt }),
  };
}

/** The line of `finalTranscription`; undefined for interim text, and for events of other servers without its fields. */
export function lineOf(event: TranscriptionEvent): Line | undefined {
  if (event.is_final !== true) return undefined;
  const { messageId: id, transcript: text, speaker } = event;
  const sender = speaker === 1 ? "agent" : "client";
  return Line.safeParse({ ...event, id, text, sender, isTranscription: true }).data;
}

const session = z.object({ callId: z.string().optional(), sessionId: z.string() });
const leg = session.extend({ leg: Sender.optional() });

/** The audio quality of one telephone of a call. */
export const LegHealth = z.object({
  connected: z.boolean(),
  /** 50 for a healthy leg. */
  packetsPerSecond: z.number().nonnegative(),
  /** The longest recent time between two packets, in milliseconds. */
  gapMs: z.number().nonnegative(),
  /** In dB of full scale; -90 is silence. */
  levelDb: z.number(),
  /** Whether the telephone is on hold. */
  held: z.boolean(),
});
export type LegHealth = z.infer<typeof LegHealth>;

/** The state of a service; `detail` is for users. */
const ServiceStatus = z.object({
  status: z.enum(["ready", "monitoring", "down"]),
  detail: z.string().optional(),
});

/** The events that the server emits on the socket, with their payloads. */
export const serverEvents = {
  conversation_message: Line,
  /** A stored line has another text, because a later line has completed a secret number that it began. */
  line_changed: z.object({ callId: z.string(), sessionId: z.string(), line: Line }),
  suggestion: Suggestion,
  /** A suggestion that is still being written; each draft replaces the previous one. */
  suggestion_draft: Suggestion,
  /** What the language model has written so far of a call's summary; sent to the account that asked for it. */
  summary_draft: z.object({ callId: z.string(), text: z.string() }),
  /** A draft will not be completed. */
  suggestion_withdrawn: Suggestion.pick({ callId: true, id: true }),
  live_transcription: TranscriptionEvent,
  transcription: TranscriptionEvent,
  real_time_transcription: TranscriptionEvent,
  bridge_transcription: TranscriptionEvent,
  transcript_received: TranscriptionEvent,
  call_started: Call.pick({
    callId: true,
    sessionId: true,
    startedAt: true,
    source: true,
    agentName: true,
    customer: true,
  }),
  call_ended: Call.pick({ callId: true, sessionId: true, reason: true }).extend({
    endedAt: z.iso.datetime(),
    durationSeconds: z.number().int().nonnegative(),
  }),
  /**
   * How far a call is by the database, regularly where several processes serve the product, because an event of another
   * process can be lost. A page that is behind joins again after its last line.
   */
  session_state: Call.pick({ sessionId: true, status: true }).extend({
    /** The number of the last line. */
    lastLine: z.int().nonnegative(),
    /** How often texts of its lines were changed. */
    corrections: z.int().nonnegative(),
  }),
  /** The call's lines and notes were deleted. */
  call_deleted: Call.pick({ callId: true, sessionId: true }),
  /** A call has ended, or its outcome was changed: the list of calls and the figures have to be loaded again. */
  figures_changed: Call.pick({ callId: true }),
  sip_call_event: session.partial().extend({
    type: z.enum(["call_established", "call_terminated", "call_hangup"]),
    cause: z.string().optional(),
    /** The telephone that hung up, where known. */
    leg: Sender.optional(),
  }),
  asterisk_audio_connected: leg,
  asterisk_audio_disconnected: leg,
  audio_health: session.extend({
    legs: z.object({ client: LegHealth, agent: LegHealth }),
    /** The state of the call's recognizer, for pages that were opened after it changed. */
    recognizer: ServiceStatus.optional(),
  }),
  audio_session_started: session,
  audio_session_ended: session,
  service_status_change: ServiceStatus.extend({ service: z.enum(["asterisk", "recognizer"]) }),
  /** The socket's organization has another name. */
  organization_renamed: Organization.pick({ id: true, name: true }),
  /** The socket's organization has another currency. */
  currency_changed: Organization.pick({ id: true, currency: true }),
  /** A request for help was made, taken or withdrawn: emitted to the agent and to all who may help. */
  help_changed: HelpRequest,
  /** The names of the colleagues who watch the call, and their accounts in the same order. */
  call_watchers: Call.pick({ callId: true }).extend({
    names: z.array(z.string()),
    userIds: z.array(z.string()).optional(),
  }),
  /** A whisper was sent in the call, or a whisper or suggestion has another state: emitted to its watchers. */
  whisper_changed: Call.pick({ callId: true }),
  /** Changes of the wall; at most twice a second. */
  desk_changed: DeskChange,
  /** The last lines of the calls that the page follows on the wall; at most twice a second. */
  desk_lines: z.object({ lines: z.array(DeskLine) }),
} as const;
/** Shown instead of the state of a telephone system. */
export const noTelephonesText = text("No telephone system is connected: only test calls appear here.");

export type ServerEventName = keyof typeof serverEvents;
export type ServerEvent<Name extends ServerEventName> = z.infer<(typeof serverEvents)[Name]>;

export const JoinCallSession = z.object({
  sessionId: z.string().min(1).max(64),
  after: z.int().min(0).default(0),
});
export type JoinCallSession = z.input<typeof JoinCallSession>;

const answer = <Data extends z.ZodType>(data: Data) =>
  z.discriminatedUnion("success", [
    z.object({ success: z.literal(true), data }),
    z.object({ success: z.literal(false), error: z.string(), code: ErrorCode }),
  ]);

export const JoinAnswer = answer(
  Call.pick({ callId: true, status: true, startedAt: true, seq: true }).extend({
    lines: z.array(Line),
    /** Lines up to `after` whose text has changed since they were emitted. */
    changed: z.array(Line).optional(),
  }),
);
export type JoinAnswer = z.infer<typeof JoinAnswer>;

/** The whole wall, where the page does not have it yet, and the last lines of the followed calls. */
const DeskAnswer = answer(DeskChange.extend({ isWhole: z.boolean(), lines: z.array(DeskLine) }));
export type DeskAnswer = z.infer<typeof DeskAnswer>;

const DoneAnswer = answer(z.object({}));
export type DoneAnswer = z.infer<typeof DoneAnswer>;

export const LeaveCallSession = JoinCallSession.pick({ sessionId: true });
export type LeaveCallSession = z.infer<typeof LeaveCallSession>;

/** The requests of pages over the socket, with the schemas of their answers. */
export const socketAnswers = {
  join_call_session: JoinAnswer,
  leave_call_session: DoneAnswer,
  follow_desk: DeskAnswer,
  leave_desk: DoneAnswer,
  heartbeat: DoneAnswer,
} as const;

/** The events in the form of Socket.IO's types. */
export type ServerToClient = { [Name in ServerEventName]: (payload: ServerEvent<Name>) => void };
export interface ClientToServer {
  join_call_session: (payload: JoinCallSession, answer: (answer: JoinAnswer) => void) => void;
  leave_call_session: (payload: LeaveCallSession, answer: (answer: DoneAnswer) => void) => void;
  follow_desk: (payload: FollowDesk, answer: (answer: DeskAnswer) => void) => void;
  leave_desk: (payload: Record<string, never>, answer: (answer: DoneAnswer) => void) => void;
  heartbeat: (payload: Record<string, never>, answer: (answer: DoneAnswer) => void) => void;
}
