import {
  Call,
  CallSummary,
  Customer,
  callParams,
  choice,
  endpoint,
  exampleCall,
  limits,
  listCalls,
  nextStepDay,
  readFigures,
  revisionField,
  z,
} from "@souffleur/contracts";
import { text } from "./texts/text.ts";

/** What remains to be done after a call, as its outcome has it. */
export const NextStep = CallSummary.pick({
  callId: true,
  agentId: true,
  agentName: true,
  startedAt: true,
}).extend({
  customer: Customer,
  /** Undefined where only a day was set. */
  text: z.string().optional(),
  /** When it is due; undefined where no day was set. */
  day: Call.shape.nextStepAt,
  isDone: z.boolean(),
  /** The call's `outcomeRevision`, which each change of a step counts, too. */
  revision: z.int().nonnegative(),
});
export type NextStep = z.infer<typeof NextStep>;

const tag = "Calls";
const { limit, agentId, customerId, cursor } = listCalls.query.shape;

export const listNextSteps = endpoint("GET", "/api/next-steps", {
  access: "session",
  scope: "calls:read",
  tag,
  summary:
    "Open next steps by their days, those without one last: of all calls that the caller may read, or of one agent or customer",
  example: { query: { due: "today", timeZone: "Europe/Paris", limit: 20 } },
  query: readFigures.query.pick({ timeZone: true, utcOffset: true }).extend({
    /** "today": what is due today or overdue, by the days of the time zone. */
    due: choice("Due", ["today", "any"]).default("any"),
    agentId,
    customerId,
    limit,
    cursor,
  }),
  data: z.object({
    steps: z.array(NextStep).max(limits.callsPageMax),
    /** The current day in the time zone. */
    today: z.iso.date(),
    nextCursor: z.string().optional(),
  }),
});

export const saveNextStep = endpoint("PUT", "/api/next-steps/:callId", {
  access: "session",
  tag,
  summary:
    "Mark a next step as done or open, or give it another day, which opens it; for the call's agent and callers who manage users. Webhooks get call.wrapped_up again. 409 with the stored step as `current` where it has changed since the revision that is named",
  errors: ["FORBIDDEN", "INVALID_TRANSITION"],
  example: { params: exampleCall, body: { isDone: true, revision: 1 } },
  params: callParams,
  body: z
    .object({
      isDone: z.boolean({ error: text("Done must be true or false") }).optional(),
      /** Null removes the day of a step that has a text. */
      day: nextStepDay.nullable().optional(),
      /** The `revision` on which this is based; without it, any stored step is changed. */
      revision: revisionField.optional(),
    })
    .refine(({ isDone, day }) => (isDone === undefined) !== (day === undefined), {
      path: ["isDone"],
      error: text("Say either whether the step is done, or its day"),
    }),
  data: NextStep,
});

/** The link to one's own calendar; without `createdAt` there is none. Its address is known to its reader alone. */
export const CalendarLink = z.object({
  createdAt: z.iso.datetime().optional(),
  /** Within an hour; undefined where no calendar has read it. */
  lastReadAt: z.iso.datetime().optional(),
});
export type CalendarLink = z.infer<typeof CalendarLink>;
const calendar = { access: "organization", tag: "Accounts" } as const;

export const readCalendarLink = endpoint("GET", "/api/account/calendar", {
  ...calendar,
  summary: "Whether the caller has a link to the calendar of their next steps, and when it was read",
  data: CalendarLink,
});

export const renewCalendarLink = endpoint("POST", "/api/account/calendar", {
  ...calendar,
  errors: ["PROOF_REQUIRED"],
  summary:
    "Make a link to a calendar with the caller's open next steps, whose address this answer alone contains. The former one ends",
  limit: 10,
  example: {},
  data: CalendarLink.extend({ address: z.string() }),
});

export const endCalendarLink = endpoint("DELETE", "/api/account/calendar", {
  ...calendar,
  summary: "End the link to the caller's calendar. The same where there is none",
});

export const readCalendar = endpoint("GET", "/api/calendars/:file", {
  access: "public",
  tag: "Accounts",
  summary:
    "The open next steps of the account whose link this is, as a calendar (RFC 5545). 404 for every address that is no link",
  errors: ["NOT_FOUND"],
  limit: 60,
  example: { params: { file: "3q2-7wE5mXvJx0b1uKf9Tn4cYpLsRd8aZhGi6oQeWtU.ics" } },
  // Whatever is wrong with an address is answered alike.
  params: z.object({ file: z.string({ error: text("The requested resource was not found.") }) }),
  file: ["text/calendar"],
});
