import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { choice, openEnum } from "../fields.ts";

/** What somebody new does first. */
export const OnboardingStep = z.enum([
  "practice-call",
  "microphone",
  "wrap-up",
  "invite",
  "playbook",
  "retention",
  "audio",
  "floor",
]);
export type OnboardingStep = z.infer<typeof OnboardingStep>;

/** The explanations during the first call: of the sentence to say, of the keys, and of the wrap-up. */
export const CoachMark = choice("Seen", ["sentence", "keys", "wrap-up"]);
export type CoachMark = z.infer<typeof CoachMark>;

/** Whose figures the dashboard and the analytics show: the sample's, those of the calls, or those of practice calls. */
export const figuresSources = ["sample", "calls", "practice"] as const;
export const FiguresSource = choice("Figures", figuresSources);
export type FiguresSource = z.infer<typeof FiguresSource>;

export const Onboarding = z.object({
  /** Whether the caller's session is the first of the account. */
  isFirst: z.boolean(),
  /** Whether the caller has closed the list of steps for good. */
  isClosed: z.boolean(),
  steps: z.array(z.object({ step: OnboardingStep, isDone: z.boolean() })),
  /** Those that are still to be shown, in their order. */
  marks: z.array(CoachMark),
  /** Whether to offer the caller's own figures in place of the sample: a call was wrapped up, and they were not shown yet. */
  turnsFigures: z.boolean(),
  /** The figures that the caller has chosen last, on any machine; the sample until then. */
  figures: openEnum(FiguresSource).default("sample"),
});
export type Onboarding = z.infer<typeof Onboarding>;

export const readOnboarding = endpoint("GET", "/api/account/onboarding", {
  access: "session",
  tag: "Accounts",
  summary: "What the caller is still to do and to be shown as somebody new",
  data: Onboarding,
});

export const saveOnboarding = endpoint("PUT", "/api/account/onboarding", {
  access: "session",
  tag: "Accounts",
  summary:
    "Record for good that the caller has closed the list, has seen an explanation, or was shown their own figures; and which figures they have chosen",
  example: { body: { closed: true } },
  body: z.object({
    closed: z.literal(true, { error: "Closed must be true" }).optional(),
    seen: CoachMark.optional(),
    turned: z.literal(true, { error: "Turned must be true" }).optional(),
    figures: FiguresSource.optional(),
  }),
  data: Onboarding,
});
