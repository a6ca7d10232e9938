import type { Erasure } from "@souffleur/contracts/privacy";
import type { RequestedDomain, StoredSingleSignOn } from "@souffleur/contracts/sso";
import type { OrganizationToken } from "@souffleur/contracts/tokens";
import type { Webhook, WebhookDelivery } from "@souffleur/contracts/webhooks";
import { expect, type Page } from "playwright/test";
import { demo } from "../accounts.ts";
import { now } from "./fixed-world.ts";
import { say } from "./say.ts";
import { answer, button, expectHeading, openSignedIn, refuse, type State } from "./state.ts";

const admin = demo("admin");
const before = (days: number) => new Date(now - days * 24 * 3_600_000).toISOString();
const retention = {
  conversationDays: 180,
  analysisDays: 365,
  revision: 2,
  due: { conversations: 0, analyses: 0 },
};
const erasure: Erasure = {
  id: "6f1c2b8e-0d4a-4c6b-9a53-5f1f0f8f5a10",
  calls: 3,
  lines: 412,
  requestedAt: before(2),
  by: "person-0",
  certificate: {
    id: "6f1c2b8e-0d4a-4c6b-9a53-5f1f0f8f5a10",
    organizationId: "organization-1",
    customer: "k1.2f7d",
    calls: 3,
    lines: 412,
    callIds: "9b74c9897bac770ffc029102a200c5de",
    requestedAt: before(2),
    completedAt: before(2),
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
    createdAt: before(3),
    lastUsedAt: before(1),
    expiresAt: before(-300),
  },
  {
    id: "token-1",
    name: "HubSpot",
    scopes: ["calls:read", "calls:export", "customers:read", "customers:write"],
    createdAt: before(400),
    expiresAt: before(35),
  },
];
const newToken = { ...tokens[0], token: "souffleur_3q2-7wE5mXvJx0b1uKf9Tn4cYpLsRd8aZhGi6oQeWtU" };
const webhooks: Webhook[] = (["off", "failing", "on"] as const).map((state, index) => ({
  id: `webhook-${index}`,
  url: `https://crm-${index}.integrations.lumiere-telecom.example/souffleur?pipeline=renewals`,
  events: ["call.ended", "call.wrapped_up", "call.deleted", "customer.changed", "help.requested"],
  createdAt: before(90),
  state,
  ...(state === "off" && { switchedOffAt: before(1) }),
  ...(state !== "on" && { failingSince: before(4) }),
  waiting: index === 1 ? 1000 : 0,
  secrets: [{ createdAt: before(90) }],
}));
const deliveries: WebhookDelivery[] = (["waiting", "delivered", "failed", "erased"] as const).map(
  (state, index) => ({
    id: `msg_${index}`,
    type: ["help.requested", "webhook.test", "call.wrapped_up", "customer.changed"][index] ?? "",
    state,
    createdAt: before(index + 1),
    attempts: index === 1 ? 1 : 14,
    ...(state === "waiting" && { nextAttemptAt: before(-1) }),
    lastAttempt: {
      at: before(index),
      durationMs: 41,
      ...(index === 0 ? { error: "timeout" as const } : { status: index === 1 ? 204 : 422 }),
      ...(index === 2 && { answer: '{"error":"no such deal"}' }),
    },
    repeatable: state !== "erased",
  }),
);
const requested: RequestedDomain[] = (["waiting", "refused", "confirmed"] as const).map((state, index) => ({
  organizationId: `organization-${index}`,
  organizationName: "Lumière Télécom",
  name: "lumiere.example",
  state,
  requestedAt: before(index + 1),
  requestedBy: "Camille Moreau",
  ...(state === "refused" && { confirmedFor: "Éclat" }),
}));
const { certificate: _certificate, ...underWay } = erasure;
const found = {
  calls: 4,
  lines: 587,
  newest: [3, 11, 40, 96].map((days, index) => ({
    callId: `call-${index}`,
    startedAt: before(days),
    agentName: index === 1 ? "Julien Carrel" : "Camille Moreau",
    customer: { name: "Hélène Vasseur" },
    lines: [212, 40, 180, 155][index],
  })),
};

async function openData(
  page: Page,
  settings: object = retention,
  erasures = [underWay, erasure],
): Promise<void> {
  await answer(page, "**/api/organization/retention", settings);
  await answer(page, "**/api/organization/sso", provider);
  await page.route("**/api/tokens", (route) =>
    route.fulfill({
      json: { success: true, data: route.request().method() === "GET" ? { tokens } : newToken },
    }),
  );
  await page.route("**/api/webhooks", (route) =>
    route.fulfill({
      json: {
        success: true,
        data:
          route.request().method() === "GET"
            ? { webhooks }
            : { ...webhooks[2], secret: "whsec_3q27wE5mXvJx0b1uKf9Tn4cYpLsRd8aZhGi6oQeWtUo=" },
      },
    }),
  );
  await answer(page, "**/api/webhooks/*/deliveries*", { deliveries, nextCursor: "more" });
  await page.route("**/api/erasures", (route) =>
    route.fulfill({
      json: { success: true, data: route.request().method() === "GET" ? { erasures } : found },
    }),
  );
  await openSignedIn(page, "/admin/data", admin);
  await expectHeading(page, "Data");
  await expect(page.getByRole("combobox", { name: say("Keep conversations") })).toBeEnabled();
}

async function askForWebhook(page: Page): Promise<void> {
  await openData(page);
  await button(page, "Create webhook").click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** The dialog's own button. */
const createWebhook = (page: Page) =>
  page
    .getByRole("dialog")
    .getByRole("button", { name: say("Create webhook") })
    .click();

/** The deliveries of one of the webhooks, whose host has this number. */
async function openWebhook(page: Page, number: number): Promise<void> {
  await openData(page);
  const row = page.getByRole("listitem").filter({ hasText: `crm-${number}.` });
  await row.getByRole("button", { name: say("Deliveries") }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(deliveries.length);
}

async function askForToken(page: Page): Promise<void> {
  await openData(page);
  await button(page, "Create token").click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** The dialog's own button. */
const createToken = (page: Page) =>
  page
    .getByRole("dialog")
    .getByRole("button", { name: say("Create token") })
    .click();

const eraseCalls = "Erase {calls, plural, one {# call} other {# calls}}";

async function findCustomer(page: Page): Promise<void> {
  await openData(page);
  await page.getByRole("textbox", { name: say("Customer"), exact: true }).fill("Hélène Vasseur");
  await button(page, "Search").click();
  await expect(button(page, eraseCalls, { calls: 4 })).toBeVisible();
  // Nothing is half below the bar.
  await page.evaluate(() => window.scrollTo(0, 0));
}

export const dataStates: readonly State[] = [
  {
    name: "data",
    async reach(page) {
      await openData(page, { ...retention, startsAt: before(-14) }, []);
      await expect(page.getByText(say("No customer has been erased yet."))).toBeVisible();
    },
  },
  { name: "data, customer found", reach: findCustomer },
  {
    name: "data, customer being erased",
    async reach(page) {
      await findCustomer(page);
      await button(page, eraseCalls, { calls: 4 }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await button(page, "Erase").click();
      await expect(
        page.getByText(say("Type {word} in capital letters.", { word: say("ERASE") })),
      ).toBeVisible();
    },
  },
  {
    name: "data, fewer days asked",
    async reach(page) {
      await openData(page, { ...retention, due: { conversations: 1204, analyses: 0 } });
      await page.getByRole("combobox", { name: say("Keep conversations") }).selectOption(say("30 days"));
      await page
        .getByRole("region", { name: say("Retention") })
        .getByRole("button", { name: say("Save") })
        .click();
      await expect(page.getByRole("dialog")).toContainText(/1[,\s]204/);
    },
  },
  {
    name: "data, provider being removed",
    async reach(page) {
      await openData(page);
      await page.getByRole("button", { name: say("Remove"), exact: true, description: /Entra/ }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "data, token being created",
    async reach(page) {
      await askForToken(page);
      await createToken(page);
      await expect(page.getByText(say("Choose what the token is for"))).toBeVisible();
    },
  },
  {
    name: "data, token created",
    async reach(page) {
      await askForToken(page);
      await page.getByLabel(say("Token name")).fill("CRM");
      await page.getByLabel(say("Read calls")).check();
      await createToken(page);
      await expect(button(page, "Copy token")).toBeVisible();
    },
  },
  {
    name: "data, token being deleted",
    async reach(page) {
      await openData(page);
      const row = page.getByRole("listitem").filter({ hasText: "HubSpot" });
      await row.getByRole("button", { name: say("Delete") }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "data, webhook being created",
    async reach(page) {
      await askForWebhook(page);
      await createWebhook(page);
      await expect(page.getByText(say("Choose at least one event"))).toBeVisible();
    },
  },
  {
    name: "data, webhook created",
    async reach(page) {
      await askForWebhook(page);
      await page.getByLabel(say("Address"), { exact: true }).fill("https://crm.example.com/events");
      await page.getByLabel(say("A call has ended")).check();
      await createWebhook(page);
      await expect(button(page, "Copy secret")).toBeVisible();
    },
  },
  { name: "data, deliveries of a failing webhook", reach: (page) => openWebhook(page, 1) },
  {
    name: "data, deliveries of a webhook that is off",
    async reach(page) {
      await openWebhook(page, 0);
      await page.getByRole("dialog").getByText(say("Its answer"), { exact: true }).click();
      await expect(page.getByText("no such deal")).toBeVisible();
    },
  },
  {
    name: "data, webhook being deleted",
    async reach(page) {
      await openWebhook(page, 2);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: say("Delete") })
        .click();
      await expect(button(page, "Delete webhook")).toBeVisible();
    },
  },
  {
    name: "domains",
    async reach(page) {
      await answer(page, "**/api/auth/admin/domains", { domains: requested });
      await openSignedIn(page, "/admin/domains");
      await expect(button(page, "Confirm domain")).toBeVisible();
    },
  },
  {
    name: "data failed",
    async reach(page) {
      for (const url of ["**/api/organization/retention", "**/api/erasures"])
        await refuse(page, url, "DATABASE_UNAVAILABLE");
      await openSignedIn(page, "/admin/data", admin);
      await expect(button(page, "Retry")).toHaveCount(2);
    },
  },
];
