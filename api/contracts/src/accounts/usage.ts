import { endpoint, limits, openEnum, z } from "@souffleur/contracts";
import { playbookLimits } from "../playbook/playbook-content.ts";

/** What an organization may have of each kind, in the order in which its administrators see them. */
export const maxima = {
  accounts: limits.accountsMax,
  accountsStored: limits.accountsStoredMax,
  invitations: limits.invitationsPending,
  customers: limits.customersMax,
  lineNotes: limits.lineNotesMax,
  practiceCalls: limits.practiceCallsMax,
  phrases: playbookLimits.phrasesInAll,
  phraseWords: playbookLimits.phraseWordsInAll,
  webhooks: limits.webhooksMax,
  /** Of the webhook for which most wait. */
  deliveries: limits.webhookWaitingMax,
  tokens: limits.tokensMax,
} as const;
export type UsageKind = keyof typeof maxima;
export type Maxima = Readonly<Record<UsageKind, number>>;
const UsageKind = z.enum(Object.keys(maxima) as UsageKind[]);

/** How much of a maximum an organization uses. */
export const Usage = z.object({
  kind: openEnum(UsageKind),
  used: z.int().nonnegative(),
  max: z.int().positive(),
});
export type Usage = z.infer<typeof Usage>;

export const readUsage = endpoint("GET", "/api/organization/usage", {
  access: "organization",
  capability: "manageSettings",
  tag: "Administration",
  summary: "How much the organization has of what has a maximum",
  limit: 60,
  data: z.object({ usage: z.array(Usage) }),
});
