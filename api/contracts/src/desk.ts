import {
  Call,
  callParams,
  endpoint,
  exampleCall,
  limits,
  ofCall,
  openEnum,
  Role,
  Sender,
  Suggestion,
  visibleText,
  z,
} from "@souffleur/contracts";
import { text } from "./texts/text.ts";

/** Durations are in milliseconds. */
export const deskLimits = {
  whisperMax: 500,
  whispersPerMinute: 30,
  /** The silence after which a call counts as quiet. */
  quietAfterMs: 30_000,
  /** The number of calls whose lines a screen can follow. */
  followedMax: 60,
  /** Requests for help in a list, the oldest ones. */
  helpListed: 200,
} as const;

/** A member of the organization. */
const Member = z.object({ userId: z.string(), name: z.string() });

/** An agent's request for help in their call. */
export const Help = z.object({
  askedAt: z.iso.datetime(),
  /** The colleague who comes to help. */
  takenBy: Member.optional(),
});
export type Help = z.infer<typeof Help>;

/** A call and its agent's request for help; without `help` the request is over. */
export const HelpRequest = Call.pick({ callId: true, agentName: true, customer: true }).extend({
  agentId: z.string(),
  help: Help.optional(),
  /** The client's last whole sentence; in the list of requests alone. */
  words: z.string().optional(),
});
export type HelpRequest = z.infer<typeof HelpRequest>;

/** The audio quality of a telephone call: that of its worse leg. */
export const AudioQuality = z.enum(["good", "gaps", "lost"]);
export type AudioQuality = z.infer<typeof AudioQuality>;

/** Whether a leg loses audio: a healthy telephone sends 50 packets per second, 20 ms apart. */
export function hasGaps({ packetsPerSecond, gapMs }: { packetsPerSecond: number; gapMs: number }): boolean {
  return packetsPerSecond < 45 || gapMs > 200;
}

/** A running call on the wall. */
export const DeskCall = Call.pick({
  callId: true,
  sessionId: true,
  source: true,
  agentName: true,
  customer: true,
  startedAt: true,
}).extend({
  agentId: z.string(),
  help: Help.optional(),
  /** When a speaker was last heard, where that is `quietAfterMs` ago. */
  quietSince: z.iso.datetime().optional(),
  /** The playbook's entry that the client's words last matched. */
  mention: z.object({ intent: z.string(), at: z.iso.datetime() }).optional(),
  audio: AudioQuality.optional(),
  /** Names of the colleagues who watch the call. */
  watchers: z.array(z.string()),
  /** Their accounts, in the same order; undefined from a process of an earlier version. */
  watcherIds: z.array(z.string()).optional(),
});
export type DeskCall = z.infer<typeof DeskCall>;

/** The last line of a call on the wall. */
export const DeskLine = z.object({
  callId: z.string(),
  seq: z.int().positive(),
  sender: Sender,
  /** The speaker's last whole sentence, which may have begun in earlier lines. */
  text: z.string(),
  /** The agent's share of the speaking time, from 0 to 1. */
  agentShare: z.number().min(0).max(1),
});
export type DeskLine = z.infer<typeof DeskLine>;

export const presences = ["available", "in-call", "wrapping-up", "away", "offline"] as const;
export const Presence = z.enum(presences);
export type Presence = z.infer<typeof Presence>;

/** A member of the organization, and their presence. */
export const TeamMember = Member.extend({
  role: openEnum(Role),
  presence: Presence,
  /** Undefined where they have never been online. */
  since: z.iso.datetime().optional(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** An update of the wall: everything at the start, then changes. */
export const DeskChange = z.object({
  calls: z.array(DeskCall),
  /** Ended calls. */
  gone: z.array(z.string()),
  /** The whole team, when a presence has changed. */
  team: z.array(TeamMember).optional(),
});
export type DeskChange = z.infer<typeof DeskChange>;

/** A sentence from a colleague to the agent of a running call. */
export const Whisper = z.object({
  id: z.string(),
  text: z.string(),
  sender: Member,
  timestamp: z.iso.datetime(),
  state: z.enum(["sent", "delivered", "seen", "dismissed", "used"]),
  /** Whether the agent's next two lines after it have its content words. */
  said: z.boolean(),
});
export type Whisper = z.infer<typeof Whisper>;

/** A suggestion on the agent's prompter that the agent has neither used nor dismissed. */
export const PrompterSuggestion = Suggestion.pick({ id: true, text: true, category: true }).extend({
  /** Its place on the agent's screen, from 1; undefined until it is shown there. */
  place: z.int().positive().optional(),
});
export type PrompterSuggestion = z.infer<typeof PrompterSuggestion>;

const mayView = "for callers who may view all calls of the organization";
const mayCoach = "for supervisors, managers and administrators of the organization";
const watching = { access: "organization", capability: "viewAllCalls", tag: "Desk" } as const;
const coaching = { ...watching, capability: "coach" } as const;
const own = { access: "session", tag: "Desk" } as const;

export const sendWhisper = endpoint("POST", "/api/calls/:callId/whispers", {
  ...coaching,
  summary: `Send a sentence to the agent of a running call, who has it among their suggestions; ${mayCoach}`,
  errors: ["FORBIDDEN", "INVALID_TRANSITION"],
  limit: deskLimits.whispersPerMinute,
  example: { params: exampleCall, body: { text: "Proposez un paiement en trois fois." } },
  params: callParams,
  body: z.object({
    text: visibleText("Whisper", deskLimits.whisperMax),
    /** Chosen by the sender, so that a repeated request sends nothing twice. */
    id: z.uuid({ error: text("Id must be a UUID") }).optional(),
  }),
  data: Whisper,
});

export const listWhispers = endpoint("GET", "/api/calls/:callId/whispers", {
  ...watching,
  ...ofCall,
  summary: `The whispers of a call with their states, the oldest first, and the suggestions on the agent's prompter in the order of its places; ${mayView}`,
  errors: ["FORBIDDEN"],
  data: z.object({
    whispers: z.array(Whisper),
    prompter: z.array(PrompterSuggestion).default([]),
  }),
});

export const listReplies = endpoint("GET", "/api/calls/:callId/replies", {
  ...coaching,
  ...ofCall,
  summary: `The playbook's replies with the call's own names and figures, to choose a whisper from, those for what was just mentioned first; ${mayCoach}`,
  errors: ["FORBIDDEN"],
  data: z.object({
    replies: z.array(
      z.object({
        id: z.string(),
        intent: z.string(),
        text: z.string(),
        /** Whether its entry matches the last turns of the conversation. */
        mentioned: z.boolean().optional(),
      }),
    ),
  }),
});

export const askForHelp = endpoint("POST", "/api/calls/:callId/help", {
  ...own,
  ...ofCall,
  summary: "Ask for help in one of the caller's running calls; asking again changes nothing",
  errors: ["FORBIDDEN", "INVALID_TRANSITION"],
  limit: limits.announcementsPerMinute,
  data: z.object({ help: Help }),
});

export const withdrawHelp = endpoint("DELETE", "/api/calls/:callId/help", {
  ...own,
  ...ofCall,
  summary: "Withdraw a request for help; without one, nothing changes",
  errors: ["FORBIDDEN"],
  limit: limits.announcementsPerMinute,
});

export const takeHelp = endpoint("PUT", "/api/calls/:callId/help/taken", {
  ...coaching,
  ...ofCall,
  summary: `Accept a request for help, which the agent and all others see; 409 where a colleague has accepted it, or there is none; ${mayCoach}`,
  errors: ["FORBIDDEN", "INVALID_TRANSITION"],
  limit: limits.announcementsPerMinute,
  data: z.object({ help: Help }),
});

export const listHelp = endpoint("GET", "/api/help", {
  ...watching,
  summary: `The running calls whose agents ask for help, the oldest request first; ${mayView}`,
  data: z.object({ requests: z.array(HelpRequest) }),
});

const Away = z.object({ away: z.boolean({ error: text("Away must be true or false") }) });

export const readPresence = endpoint("GET", "/api/presence", {
  ...own,
  summary: "Whether the caller is set to away",
  data: Away,
});

export const savePresence = endpoint("PUT", "/api/presence", {
  ...own,
  summary: "Set whether the caller is away",
  limit: limits.announcementsPerMinute,
  example: { body: { away: true } },
  body: Away,
  data: Away,
});

export const FollowDesk = z.object({
  /** The calls whose lines are on the screen. */
  callIds: z.array(z.string().min(1).max(64)).max(deskLimits.followedMax),
  /** Whether the page has received the whole wall since it connected; otherwise the answer contains it. */
  hasWhole: z.boolean().optional(),
});
export type FollowDesk = z.infer<typeof FollowDesk>;
