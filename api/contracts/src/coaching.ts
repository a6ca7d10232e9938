import {
  Call,
  callParams,
  endpoint,
  exampleCall,
  idField,
  Line,
  ofCall,
  visibleText,
  z,
} from "@souffleur/contracts";
import { text } from "./texts/text.ts";

export const coachingLimits = {
  noteMax: 500,
  notesPerMinute: 60,
  /** Of one call. */
  notesMax: 200,
  /** How many open notes an agent's list has. */
  listMax: 100,
  /** An agent is told of new notes at most once in this time. */
  tellEveryMs: 24 * 60 * 60_000,
} as const;

const Member = z.object({ userId: z.string(), name: z.string() });

/** A supervisor's note on a line of a call. */
export const LineNote = z.object({
  id: z.string(),
  callId: z.string(),
  /** The number of the line. */
  seq: z.int().positive(),
  text: z.string(),
  author: Member,
  at: z.iso.datetime(),
  /** The agent's answer. */
  answer: z.string().optional(),
  /** When the agent, or a supervisor, closed it. */
  closedAt: z.iso.datetime().optional(),
});
export type LineNote = z.infer<typeof LineNote>;

/** An open note in its agent's list, with its line and its call. */
export const CoachingNote = LineNote.extend({
  line: Line.pick({ sender: true, text: true }),
  call: Call.pick({ customer: true, startedAt: true, status: true }),
});
export type CoachingNote = z.infer<typeof CoachingNote>;

const exampleNote = { ...exampleCall, noteId: "0b9a8f5e-6a55-4c46-9a7e-2f0d5a3b7c11" };
const noteParams = callParams.extend({ noteId: idField() });
const coaching = { access: "session", tag: "Coaching" } as const;

export const addLineNote = endpoint("POST", "/api/calls/:callId/line-notes", {
  ...coaching,
  access: "organization",
  capability: "coach",
  summary:
    "Write a note on a line of another agent's running or stored call, which the agent has in their list; for supervisors, managers and administrators of the organization",
  errors: ["FORBIDDEN", "INVALID_TRANSITION", "LIMIT_REACHED"],
  limit: coachingLimits.notesPerMinute,
  example: { params: exampleCall, body: { seq: 4, text: "Laissez un silence après le prix." } },
  params: callParams,
  body: z.object({
    seq: z.int({ error: text("Line must be a number") }).min(1, { error: text("Line must be a number") }),
    text: visibleText("Note", coachingLimits.noteMax),
    /** Chosen by the author, so that a repeated request writes one note. */
    id: z.uuid({ error: text("Id must be a UUID") }).optional(),
  }),
  data: LineNote,
});

export const listLineNotes = endpoint("GET", "/api/calls/:callId/line-notes", {
  ...coaching,
  summary: "The notes on a call's lines, in the order of the lines",
  ...ofCall,
  data: z.object({ notes: z.array(LineNote) }),
});

export const answerLineNote = endpoint("PUT", "/api/calls/:callId/line-notes/:noteId/answer", {
  ...coaching,
  summary: "Answer an open note on one of the caller's calls; a later answer replaces an earlier one",
  errors: ["FORBIDDEN", "INVALID_TRANSITION"],
  limit: coachingLimits.notesPerMinute,
  example: { params: exampleNote, body: { text: "Compris, je compte jusqu'à trois." } },
  params: noteParams,
  body: z.object({ text: visibleText("Answer", coachingLimits.noteMax) }),
  data: LineNote,
});

export const closeLineNote = endpoint("PUT", "/api/calls/:callId/line-notes/:noteId/closed", {
  ...coaching,
  summary:
    "Close a note, for its call's agent, and for supervisors, managers and administrators of the organization; closing it again changes nothing",
  limit: coachingLimits.notesPerMinute,
  example: { params: exampleNote },
  params: noteParams,
  data: LineNote,
});

export const listCoaching = endpoint("GET", "/api/coaching", {
  ...coaching,
  summary: "The open notes on the caller's own calls, the newest first",
  data: z.object({
    notes: z.array(CoachingNote),
    /** How many there are. */
    count: z.int().nonnegative(),
  }),
});

export const tellCoaching = endpoint("PUT", "/api/coaching/told", {
  ...coaching,
  summary:
    "Whether the caller is to be told now that there are open notes: true at most once in 24 hours, and in one of several pages",
  limit: coachingLimits.notesPerMinute,
  data: z.object({ tell: z.boolean() }),
});
