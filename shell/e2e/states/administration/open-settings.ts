import type { Erasure } from "@souffleur/contracts/privacy";
import type { RequestedDomain, StoredSingleSignOn } from "@souffleur/contracts/sso";
import type { OrganizationToken } from "@souffleur/contracts/tokens";
import type { Usage } from "@souffleur/contracts/usage";
import type { Webhook, WebhookDelivery } from "@souffleur/contracts/webhooks";
import { expect, type Page } from "playwright/test";
import { demo } from "../../accounts.ts";
import { daysAgo } from "../fixed-world.ts";
import { say } from "../say.ts";
import { answer, answerBoth, expectHeading, openSignedIn } from "../state.ts";

export const admin = demo("admin");
export const retention = {
  conversationDays: 180,
  analysisDays: 365,
  customerDays: null,
  revision: 2,
  due: { conversations: 0, analyses: 0, customers: 0 },
};
const erasure: Erasure = {
  id: "6f1c2b8e-0d4a-4c6b-9a53-5f1f0f8f5a10",
  calls: 3,
  lines: 412,
  requestedAt: daysAgo(2),
  by: "person-0",
  certificate: {
    id: "6f1c2b8e-0d4a-4c6b-9a53-5f1f0f8f5a10",
    organizationId: "organization-1",
    customer: "k1.2f7d",
    calls: 3,
    lines: 412,
    callIds: "9b74c9897bac770ffc029102a200c5de",
    requestedAt: daysAgo(2),
    completedAt: daysAgo(2),
    by: "person-0",
    seal: "k1.77ab",
  },
};
const provider: StoredSingleSignOn = {
  sso: {
    issuer: "https://login.lumiere.example",
    clientId: "souffleur",
    domains: [
      { name: "lumiere.example", state: "confirmed" },
      { name: "lumiere-telecom-international.example", state: "waiting" },
    ],
    demanded: true,
    firstComers: "waiting",
    emergencyUserId: "person-0",
    roleClaim: "groups",
    roles: [{ value: "sales", role: "supervisor" }],
  },
  revision: 3,
  redirectAddress: "https://app.souffleur.example/single-sign-on/3f0c5b2e9a1d4c6f8e7b0a9d8c7b6a59",
  logoutAddress: "https://app.souffleur.example/api/auth/sso/3f0c5b2e9a1d4c6f8e7b0a9d8c7b6a59/logout",
  administrators: [{ id: "person-0", name: "Camille Moreau", email: "admin@lumiere.example" }],
};
const tokens: OrganizationToken[] = [
  {
    id: "token-2",
    name: "Microsoft Entra ID of the whole company",
    scopes: ["users:provision"],
    createdAt: daysAgo(3),
    lastUsedAt: daysAgo(1),
    expiresAt: daysAgo(-300),
  },
  {
    id: "token-1",
    name: "HubSpot",
    scopes: ["calls:read", "calls:export", "customers:read", "customers:write"],
    createdAt: daysAgo(400),
    expiresAt: daysAgo(35),
  },
];
const newToken = { ...tokens[0], token: "souffleur_3q2-7wE5mXvJx0b1uKf9Tn4cYpLsRd8aZhGi6oQeWtU" };
const webhooks: Webhook[] = (["off", "failing", "on"] as const).map((state, index) => ({
  id: `webhook-${index}`,
  url: `https://crm-${index}.integrations.lumiere-telecom.example/souffleur?pipeline=renewals`,
  events: ["call.ended", "call.wrapped_up", "call.deleted", "customer.changed", "help.requested"],
  createdAt: daysAgo(90),
  state,
  ...(state === "off" && { switchedOffAt: daysAgo(1) }),
  ...(state !== "on" && { failingSince: daysAgo(4) }),
  waiting: index === 1 ? 1000 : 0,
  secrets: [{ createdAt: daysAgo(90) }],
}));
export const deliveries: WebhookDelivery[] = (["waiting", "delivered", "failed", "erased"] as const).map(
  (state, index) => ({
    id: `msg_${index}`,
    type: ["help.requested", "webhook.test", "call.wrapped_up", "customer.changed"][index] ?? "",
    state,
    createdAt: daysAgo(index + 1),
    attempts: index === 1 ? 1 : 14,
    ...(state === "waiting" && { nextAttemptAt: daysAgo(-1) }),
    lastAttempt: {
      at: daysAgo(index),
      durationMs: 41,
      ...(index === 0 ? { error: "timeout" as const } : { status: index === 1 ? 204 : 422 }),
      ...(index === 2 && { answer: '{"error":"no such deal"}' }),
    },
    repeatable: state !== "erased",
  }),
);
export const requested: RequestedDomain[] = (["waiting", "refused", "confirmed"] as const).map(
  (state, index) => ({
    organizationId: `organization-${index}`,
    organizationName: "Lumière Télécom",
    name: "lumiere.example",
    state,
    requestedAt: daysAgo(index + 1),
    requestedBy: "Camille Moreau",
    ...(state === "refused" && { confirmedFor: "Éclat" }),
  }),
);
const usage: Usage[] = [
  { kind: "accounts", used: 18_421, max: 20_000 },
  { kind: "customers", used: 200_000, max: 200_000 },
  { kind: "phraseWords", used: 812, max: 60_000 },
];
const { certificate: _certificate, ...underWay } = erasure;
const found = {
  calls: 4,
  lines: 587,
  newest: [3, 11, 40, 96].map((days, index) => ({
    callId: `call-${index}`,
    startedAt: daysAgo(days),
    agentName: index === 1 ? "Julien Carrel" : "Camille Moreau",
    customer: { name: "Hélène Vasseur" },
    lines: [212, 40, 180, 155][index],
  })),
};

/** A part of an organization's settings, with one of each kind. */
export async function openSettings(
  page: Page,
  tab: "organization" | "sign-in" | "integrations" | "data",
  settings: object = retention,
  erasures = [underWay, erasure],
): Promise<void> {
  await answer(page, "**/api/organization/retention", settings);
  await answer(page, "**/api/organization/sso", provider);
  await answerBoth(page, "**/api/tokens", { tokens }, newToken);
  const secret = "whsec_3q27wE5mXvJx0b1uKf9Tn4cYpLsRd8aZhGi6oQeWtUo=";
  await answerBoth(page, "**/api/webhooks", { webhooks }, { ...webhooks[2], secret });
  await answer(page, "**/api/webhooks/*/deliveries*", { deliveries });
  await answerBoth(page, "**/api/erasures", { erasures }, found);
  await answer(page, "**/api/organization/usage", { usage });
  await openSignedIn(page, `/admin/settings?tab=${tab}`, admin);
  await expectHeading(page, "Settings");
  await expect(page.getByRole("status", { name: say("Loading…") })).toHaveCount(0);
}
