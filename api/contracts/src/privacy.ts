import { Call, endpoint, limits, ofCall, revisionField, z } from "@souffleur/contracts";
import { text } from "./texts/text.ts";

export const retentionDays = [30, 90, 180, 365] as const;
/** The last one is the three years after the last contact that the French authority names for prospects. */
export const customerRetentionDays = [...retentionDays, 1095] as const;

const days = <Days extends number>(label: string, allowed: readonly Days[]) =>
  z
    .literal(allowed, { error: `${label} must be one of: ${allowed.join(", ")}, or null (forever)` })
    .nullable();

const counted = z.int().nonnegative();

/** How long an organization keeps its calls and customers; null is forever. */
export const Retention = z.object({
  /** Lines, notes, names, numbers, suggestions and next steps. */
  conversationDays: days("Days of conversations", retentionDays),
  /** The data of the figures: day, agent, length, outcome and amount. */
  analysisDays: days("Days of analyses", retentionDays),
  /** Stored customers, after something has last happened with them. */
  customerDays: days("Days of customers", customerRetentionDays),
});
export type Retention = z.infer<typeof Retention>;

const StoredRetention = Retention.extend({
  /** Counts the changes. */
  revision: counted,
  /** What is still to be deleted. */
  due: z.object({ conversations: counted, analyses: counted, customers: counted }),
});
const settings = { access: "session", capability: "manageSettings", tag: "Data" } as const;

export const readRetention = endpoint("GET", "/api/organization/retention", {
  ...settings,
  summary: "How long the organization keeps its calls and customers; for callers who may manage settings",
  data: StoredRetention,
});

export const saveRetention = endpoint("PUT", "/api/organization/retention", {
  ...settings,
  summary:
    "Set how long the organization keeps its calls and customers; 409 with the stored times as `current` where they have changed since the revision that is named",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  example: { body: { conversationDays: 180, analysisDays: 365 } },
  body: Retention.extend({
    /** Stays as it is where it is omitted. */
    customerDays: Retention.shape.customerDays.optional(),
    /** The revision on which this is based; without it, any stored value is replaced. */
    revision: revisionField.optional(),
    /** Answers what would be deleted, without changes. */
    dryRun: z.boolean({ error: text("Dry run must be true or false") }).default(false),
  }).refine(
    ({ conversationDays, analysisDays }) =>
      analysisDays === null || (conversationDays !== null && conversationDays <= analysisDays),
    {
      path: ["analysisDays"],
      error: text("Analyses must be kept as long as their conversations, or longer"),
    },
  ),
  data: StoredRetention,
});

export const deleteCall = endpoint("DELETE", "/api/calls/:callId", {
  access: "session",
  capability: "manageUsers",
  tag: "Data",
  summary:
    "Delete all that was said, noted and suggested in an ended call, and its names, forever; the figures keep an anonymous count. For callers who manage users of its organization; 404 where it was deleted before",
  errors: ["INVALID_TRANSITION"],
  ...ofCall,
});

/** Proof of what was erased and when, with only a keyed hash of the customer; `erasure:verify` checks it. */
export const ErasureCertificate = z.object({
  id: z.string(),
  organizationId: z.string().nullable(),
  /** `<key id>.<HMAC>` of the number or name. */
  customer: z.string(),
  calls: counted,
  lines: counted,
  /** SHA-256 of the calls' ids, sorted, one per line. */
  callIds: z.string(),
  requestedAt: z.iso.datetime(),
  completedAt: z.iso.datetime(),
  /** The account that requested it. */
  by: z.string(),
  /** `<key id>.<HMAC>` of all of the above. */
  seal: z.string(),
});
export type ErasureCertificate = z.infer<typeof ErasureCertificate>;

export const Erasure = ErasureCertificate.pick({
  id: true,
  calls: true,
  lines: true,
  requestedAt: true,
  by: true,
}).extend({
  /** Undefined while it is running. */
  certificate: ErasureCertificate.optional(),
});
export type Erasure = z.infer<typeof Erasure>;

export const eraseCustomer = endpoint("POST", "/api/erasures", {
  ...settings,
  summary:
    "Erase a customer and all ended calls with them, by number, address or full name; for callers who may manage settings. A dry run lists them. 409 while the customer is in a call, and where several customers have the number or address, who are then the `candidates` of a dry run and of `current`",
  errors: ["PROOF_REQUIRED", "NOT_FOUND", "INVALID_TRANSITION", "CUSTOMER_AMBIGUOUS"],
  // Each request reads the names of all calls.
  limit: 30,
  example: { body: { customer: "+33 6 12 34 56 78", dryRun: true } },
  body: z.object({
    /** A number in any format, or a full name in any case, with or without accents. */
    customer: z
      .string({ error: text("Customer must be a number or a name") })
      .trim()
      .min(limits.searchMin, { error: text(`Customer must have at least ${limits.searchMin} characters`) })
      .max(limits.customerMax, {
        error: text(`Customer is too long (max ${limits.customerMax} characters)`),
      }),
    /** Answers what would be erased, without changes. */
    dryRun: z.boolean({ error: text("Dry run must be true or false") }).default(false),
  }),
  data: z.object({
    calls: counted,
    lines: counted,
    /** The stored customers with this name, number or address, which are erased too. */
    customers: counted.optional(),
    /** The newest calls. */
    newest: z
      .array(
        Call.pick({ callId: true, startedAt: true, agentName: true, customer: true }).extend({
          lines: counted,
        }),
      )
      .max(limits.erasureShown),
    /** Several people with this number or address, some of them; then nothing would be erased. */
    candidates: z
      .array(z.object({ name: z.string(), company: z.string().optional() }))
      .max(limits.erasureShown)
      .optional(),
    /** Undefined for a dry run. */
    erasure: Erasure.optional(),
  }),
});

export const listErasures = endpoint("GET", "/api/erasures", {
  ...settings,
  summary:
    "The last erasures of customers with their certificates, the newest first; for callers who may manage settings",
  data: z.object({ erasures: z.array(Erasure).max(limits.erasuresListed) }),
});
