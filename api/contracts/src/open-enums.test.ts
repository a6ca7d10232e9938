import type { z } from "zod";
import { changeUserRole } from "./accounts/admin.ts";
import { Invitation } from "./accounts/invitations.ts";
import { User } from "./accounts/users.ts";
import { CallSummary } from "./calls/call-list.ts";
import { saveOutcome } from "./calls/call-outcome.ts";
import { Call, CallOutcome, dealState, isWon, Outcome, outcomeLabels } from "./calls/calls.ts";
import { ConversationSummary, SummaryPoint } from "./calls/conversation-summary.ts";
import { TeamMember } from "./desk.ts";
import { labelOf } from "./fields.ts";
import { serverEvents } from "./realtime.ts";
import { may, mayOpen, rolesGivenBy } from "./roles.ts";
import { Webhook, WebhookDelivery, WebhookInput } from "./webhooks.ts";

const unknown = CallOutcome.shape.outcome.unwrap().options[1].parse("renewed");
const unknownRole = User.shape.role.options[1].parse("coach");

/** What answers and events have of an enum that a newer server has widened. */
const widened: [string, z.ZodType, Record<string, unknown>][] = [
  ["the outcome of a call", Call.pick({ outcome: true }), { outcome: "renewed" }],
  ["the outcome in a list", CallSummary.pick({ outcome: true }), { outcome: "renewed" }],
  ["a saved outcome", CallOutcome, { outcome: "renewed", revision: 2 }],
  ["a suggested outcome", ConversationSummary, { provider: "rules", points: [], outcome: "renewed" }],
  ["the source of a call", Call.pick({ source: true }), { source: "video" }],
  ["why a call ended", Call.pick({ reason: true }), { reason: "transferred" }],
  [
    "why a call ended, as an event",
    serverEvents.call_ended,
    {
      callId: "c1",
      sessionId: "5d0c8a0e-52a7-4a8e-9a2b-0d3c1f6e7b90",
      reason: "transferred",
      endedAt: "2026-03-31T09:00:00Z",
      durationSeconds: 1,
    },
  ],
  ["a point of a summary", SummaryPoint, { kind: "mood", text: "Pressé", lines: [1] }],
  ["a role", User.pick({ role: true }), { role: "coach" }],
  ["the role of an invitation", Invitation.pick({ role: true }), { role: "coach" }],
  ["the role of a colleague", TeamMember.pick({ role: true }), { role: "coach" }],
  ["the status of an account", User.pick({ status: true }), { status: "on_leave" }],
  ["the events of a webhook", Webhook.pick({ events: true }), { events: ["call.ended", "call.moved"] }],
  ["the type of a delivery", WebhookDelivery.pick({ type: true }), { type: "call.moved" }],
  [
    "why an attempt failed",
    WebhookDelivery.pick({ lastAttempt: true }),
    { lastAttempt: { at: "2026-03-31T09:00:00Z", error: "certificate" } },
  ],
];

test.each(widened)("%s that only a newer server knows is kept as it is", (_, schema, answer) => {
  expect(schema.parse(answer)).toEqual(answer);
});

test("what is not a text is no member", () => {
  expect(User.pick({ role: true }).safeParse({ role: 7 }).success).toBe(false);
});

test("the server refuses what it does not know", () => {
  for (const [schema, body] of [
    [saveOutcome.body, { outcome: "renewed" }],
    [changeUserRole.body, { role: "coach" }],
    [WebhookInput, { url: "https://example.com", events: ["call.moved"] }],
  ] as const)
    expect(schema.safeParse(body).success).toBe(false);
});

test("what is not known has no meaning: it decides no deal, gives no right, and is its own label", () => {
  expect(dealState(unknown)).toBe("open");
  expect(may(unknownRole, "viewAnalytics")).toBe(false);
  expect(rolesGivenBy(unknownRole)).toEqual([]);
  const viewer = { role: unknownRole, organization: null };
  expect(
    ["session", "admin", "platform", "viewAllCalls"].filter((access) => mayOpen(access, viewer)),
  ).toEqual(["session"]);
  expect(labelOf(outcomeLabels, unknown)).toBe("renewed");
  expect(labelOf(outcomeLabels, "other")).toBe("Other");
});

test("won and lost calls are decided, and one outcome is won", () => {
  const of = (state: string) => Outcome.options.filter((outcome) => dealState(outcome) === state);
  expect(of("won")).toEqual(["successful"]);
  expect(of("open")).toEqual(["follow_up", "no_decision", "other"]);
  expect(of("lost")).toEqual(["too_expensive", "competitor", "no_need", "unreachable"]);
  expect([undefined, null].map(dealState)).toEqual(["open", "open"]);
  expect(isWon("successful")).toBe(true);
});
