import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import {
  choice,
  idField,
  lineText,
  openEnum,
  refusedAs,
  revisionField,
  type UnknownMember,
  wholeNumber,
} from "../fields.ts";
import { limits } from "../limits.ts";
import { type ContractText, text } from "../texts/text.ts";

export const scenarioNames = ["discovery", "price-objection", "renewal", "complaint"] as const;
export const ScenarioName = choice("Scenario", scenarioNames);
export type ScenarioName = z.infer<typeof ScenarioName>;

export const CallStatus = choice("Status", ["active", "ended"]);
export type CallStatus = z.infer<typeof CallStatus>;

export const CallSource = choice("Source", ["simulation", "telephony"]);
export type CallSource = z.infer<typeof CallSource>;
/** The name of each source on screens and in files. */
export const sourceLabels: Readonly<Record<CallSource, ContractText>> = {
  telephony: "Telephone",
  simulation: "Test call",
};

export const EndReason = z.enum(["user_ended", "script_finished", "server_restarted", "hangup"]);
export type EndReason = z.infer<typeof EndReason>;

/** In the order of the wrap-up, where the keys 1 to 9 choose them: a tenth would have none, and does not compile. */
const outcomes = [
  "successful",
  "follow_up",
  "no_decision",
  "too_expensive",
  "competitor",
  "no_need",
  "unreachable",
  "other",
] as const satisfies { length: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 };
/** The result of a call, as its agent states it. */
export const Outcome = choice("Outcome", outcomes);
export type Outcome = z.infer<typeof Outcome>;
/** The name of each outcome on screens and in figures. */
export const outcomeLabels: Readonly<Record<Outcome, ContractText>> = {
  successful: "Won",
  follow_up: "Follow-up",
  no_decision: "No decision",
  too_expensive: "Too expensive",
  competitor: "Competitor",
  no_need: "No need",
  unreachable: "Unreachable",
  other: "Other",
};

/** The outcome of won calls. The figures' links list them by this filter, so that a second one does not compile. */
export const wonOutcome = "successful" satisfies Outcome;

type DealState = "won" | "open" | "lost";
const dealStates = {
  successful: "won",
  follow_up: "open",
  no_decision: "open",
  too_expensive: "lost",
  competitor: "lost",
  no_need: "lost",
  unreachable: "lost",
  other: "open", // It says nothing of a deal.
} as const satisfies Record<typeof wonOutcome, "won"> &
  Record<Exclude<Outcome, typeof wonOutcome>, "open" | "lost">;

/** A call's outcome as an answer has it. */
export type AnsweredOutcome = Outcome | UnknownMember;

/**
 * What a call's outcome means for the deal. Won and lost ones are decided, and conversion is the won of the decided. A call
 * without an outcome is open, as is one whose outcome only a newer server knows.
 */
export function dealState(outcome: AnsweredOutcome | null | undefined): DealState {
  return Object.hasOwn(dealStates, outcome ?? "") ? dealStates[outcome as Outcome] : "open";
}

export const isWon = (outcome: Parameters<typeof dealState>[0]): boolean => dealState(outcome) === "won";

/** A call's outcome, as it is stored. */
export const CallOutcome = z.object({
  /** Undefined until the call is wrapped up, also where a next step is stored. */
  outcome: openEnum(Outcome).optional(),
  /** In whole units of `currency`; for won calls only. */
  amount: z.int().nonnegative().optional(),
  /** The code of the amount's currency (ISO 4217); US dollars where an amount has none. */
  currency: z.string().optional(),
  nextStep: z.string().optional(),
  /** A day, without a time or a zone. */
  nextStepAt: z.iso.date().optional(),
  /** Counts how often the outcome was changed. */
  revision: z.int().nonnegative(),
});
export type CallOutcome = z.infer<typeof CallOutcome>;

export const Sender = choice("Speaker", ["client", "agent"]);
export type Sender = z.infer<typeof Sender>;

/** A stored final line of a call. `seq` counts from 1 within the call. */
export const Line = z.object({
  id: z.string(),
  callId: z.string(),
  sessionId: z.string(),
  seq: z.number().int().positive(),
  sender: Sender,
  text: z.string(),
  /** When the speech ended; when the line was stored where its source did not say. */
  timestamp: z.iso.datetime(),
  /** When the speech began, where its source said so. */
  startedAt: z.iso.datetime().optional(),
  confidence: z.number().min(0).max(1),
  isTranscription: z.boolean(),
});
export type Line = z.infer<typeof Line>;

export const SuggestionCategory = choice("Category", ["response", "question", "other"]);
export type SuggestionCategory = z.infer<typeof SuggestionCategory>;
/** The source of a suggestion; "coach" is a colleague's whisper. */
export const SuggestionProvider = z.enum(["playbook", "language-model", "coach"]);
export type SuggestionProvider = z.infer<typeof SuggestionProvider>;

export const Suggestion = z.object({
  id: z.string(),
  text: z.string(),
  confidence: z.number().min(0).max(1),
  category: SuggestionCategory,
  timestamp: z.iso.datetime(),
  callId: z.string(),
  /** The line that triggered it, and how long it took, in milliseconds. */
  trigger: z.object({ messageId: z.string(), text: z.string() }).optional(),
  tookMs: z.number().nonnegative().optional(),
  provider: SuggestionProvider.optional(),
  /** The playbook's entry that it answers; `isOpening` where it belongs to the beginning of a call alone. */
  intent: z.object({ id: z.string(), name: z.string(), isOpening: z.boolean() }).optional(),
  /** Names of the playbook's entries and facts on which a language model's reply is based. */
  basedOn: z.array(z.string()).optional(),
  /** The colleague's name. */
  from: z.string().optional(),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** The person whom the agent talks to. A further field is stored, sent and exported with these. */
export const Customer = z.object({
  name: z.string(),
  /** Where the PBX reports it, grouped for people. */
  number: z.string().optional(),
  /** That of the organization's customer with this number; only for readers who may see that customer at the call's start. */
  id: z.string().optional(),
});
export type Customer = z.infer<typeof Customer>;
/** The name of one of whom nothing is known. */
export const unknownCustomer = "Client";
/** The name of each part in the exports of calls. */
export const customerLabels: Readonly<Record<Exclude<keyof Customer, "id">, ContractText>> = {
  name: "Customer",
  number: "Number",
};

export const Call = z.object({
  callId: z.string(),
  sessionId: z.uuid(),
  status: CallStatus,
  source: openEnum(CallSource),
  scenario: ScenarioName.optional(),
  agentName: z.string(),
  customer: Customer,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  durationSeconds: z.number().int().nonnegative().optional(),
  reason: openEnum(EndReason).optional(),
  seq: z.number().int().nonnegative(),
  notes: z.string(),
  /** Counts how often the notes were saved. */
  notesRevision: z.number().int().nonnegative().default(0),
  /** Undefined until the call is wrapped up. */
  ...CallOutcome.omit({ revision: true }).partial().shape,
  /** Whether the next step is done; undefined where there is none. */
  nextStepDone: z.boolean().optional(),
  outcomeRevision: z.int().nonnegative().default(0),
});
export type Call = z.infer<typeof Call>;

export const callParams = z.object({ callId: idField() });
export const exampleCall = { callId: "5d0c8a0e-52a7-4a8e-9a2b-0d3c1f6e7b90" };
/** What calls of the API about one call have in common. */
export const ofCall = { params: callParams, example: { params: exampleCall } };
const own = { access: "session", tag: "Calls" } as const;

export const startSimulation = endpoint("POST", "/api/simulation/start", {
  ...own,
  summary: "Start a scripted French sales call in real time",
  errors: ["INVALID_TRANSITION", "LIMIT_REACHED"],
  example: { body: { scenario: "price-objection", clientName: "Claire Moreau" } },
  body: z
    .object({
      /** The agent's name in the script. The call itself has the name of the account. */
      agentName: lineText("Agent name", 100).optional(),
      clientName: lineText("Client name", 100).optional(),
      scenario: ScenarioName.default("discovery"),
      callSid: lineText("Call SID", 100).optional(),
    })
    .default({ scenario: "discovery" }),
  // The specification does not show what `data` holds, so that a browser takes what it gets.
  data: Call.pick({ callId: true, sessionId: true, status: true, startedAt: true })
    .extend({ scenario: ScenarioName })
    .partial()
    .optional(),
});

export const endSimulation = endpoint("POST", "/api/simulation/end", {
  ...own,
  summary: "End a call; ending it twice answers the same",
  errors: ["NOT_FOUND", "FORBIDDEN"],
  example: { body: { callId: exampleCall.callId, reason: "user_ended" } },
  body: z.object({
    callId: refusedAs(text("Call id is required"), 64),
    reason: z.literal("user_ended", { error: text("Reason must be user_ended") }).default("user_ended"),
  }),
  data: z
    .object({
      callId: z.string(),
      status: z.literal("ended"),
      endedAt: z.iso.datetime(),
      durationSeconds: z.number().int().nonnegative(),
    })
    .partial()
    .optional(),
});

export const getCall = endpoint("GET", "/api/calls/:callId", {
  ...own,
  scope: "calls:read",
  summary: "A call with its notes",
  ...ofCall,
  data: z.object({ call: Call }),
});

export const getTranscript = endpoint("GET", "/api/calls/:callId/transcript", {
  ...own,
  scope: "calls:read",
  summary: "The call's final lines after a number, in order",
  example: { params: exampleCall, query: { after: 3 } },
  params: callParams,
  query: z.object({
    after: wholeNumber("After must be a line number").default(0),
  }),
  data: z.object({ lines: z.array(Line) }),
});

export const saveNotes = endpoint("PUT", "/api/calls/:callId/notes", {
  ...own,
  summary: "Save the agent's notes of a call; 409 where they have changed since the revision that is named",
  errors: ["FORBIDDEN", "INVALID_TRANSITION"],
  example: { params: exampleCall, body: { notes: "Wants the quote by Friday." } },
  params: callParams,
  body: z.object({
    notes: z
      .string({ error: text("Notes must be text") })
      .max(limits.notesMax, { error: text(`Notes are too long (max ${limits.notesMax} characters)`) }),
    /** The `notesRevision` on which these are based; without it, any stored notes are replaced. */
    revision: revisionField.optional(),
  }),
  data: z.object({ notes: z.string(), revision: z.int() }),
});

export const generateSuggestions = endpoint("POST", "/api/calls/:callId/suggestions", {
  access: "session",
  tag: "Suggestions",
  summary: "Up to three replies for the last lines of a running call, for its agent",
  errors: ["FORBIDDEN", "INVALID_TRANSITION"],
  ...ofCall,
  query: z.object({
    /**
     * "true": the page asks by itself, and not because of a press. Nothing under 50 % is suggested then, and at most three
     * replies to a turn of the client.
     */
    unasked: choice("Unasked", ["true", "false"]).optional(),
    /**
     * The id of the intent of which the page shows a reply to the client's current turn. Unless asked by a press, nothing
     * is suggested while this turn brings no other intent.
     */
    answered: idField().optional(),
  }),
  /** In the order in which they are emitted: the best one is the last. */
  data: z.object({ suggestions: z.array(Suggestion).max(limits.suggestionsKept) }),
});
