import { expect, type Page } from "playwright/test";
import { say } from "../say.ts";
import { answer, button, dialogButton, expectText, openSignedIn, refuse, type States } from "../state.ts";
import { admin, deliveries, openSettings, requested, retention } from "./open-settings.ts";

/** @param name of the button */
async function askFor(page: Page, name: string): Promise<void> {
  await openSettings(page, "integrations");
  await button(page, name).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** The page of one of the webhooks, whose host has this number. */
async function openWebhook(page: Page, number: number): Promise<void> {
  await openSettings(page, "integrations");
  const row = page.getByRole("listitem").filter({ hasText: `crm-${number}.` });
  await row.getByRole("link", { name: say("Deliveries") }).click();
  const list = page.getByRole("list", { name: say("Deliveries") });
  await expect(list.getByRole("listitem")).toHaveCount(deliveries.length);
}

const eraseCalls = "Erase {calls, plural, one {# call} other {# calls}}";

async function findCustomer(page: Page): Promise<void> {
  await openSettings(page, "data");
  await page.getByRole("textbox", { name: say("Customer"), exact: true }).fill("Hélène Vasseur");
  await button(page, "Search").click();
  await expect(button(page, eraseCalls, { calls: 4 })).toBeVisible();
  // Nothing is half below the bar.
  await page.evaluate(() => window.scrollTo(0, 0));
}

export const settingsStates: States = {
  "settings, organization": (page) => openSettings(page, "organization"),
  "settings, sign-in": (page) => openSettings(page, "sign-in"),
  "settings, integrations": (page) => openSettings(page, "integrations"),
  data: async (page) => {
    await openSettings(page, "data", retention, []);
    await expectText(page, "No customer has been erased yet.");
  },
  "data, customer found": findCustomer,
  "data, customer being erased": async (page) => {
    await findCustomer(page);
    await button(page, eraseCalls, { calls: 4 }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await button(page, "Erase").click();
    await expectText(page, "Type {word} in capital letters.", { word: say("ERASE") });
  },
  "data, fewer days asked": async (page) => {
    await openSettings(page, "data", {
      ...retention,
      due: { conversations: 1204, analyses: 0, customers: 0 },
    });
    await page.getByRole("combobox", { name: say("Keep conversations") }).selectOption(say("30 days"));
    await page
      .getByRole("region", { name: say("Retention") })
      .getByRole("button", { name: say("Save") })
      .click();
    await expect(page.getByRole("dialog")).toContainText(/1[,\s]204/);
  },
  "data, provider being removed": async (page) => {
    await openSettings(page, "sign-in");
    const card = page.getByRole("region", { name: say("Single sign-on") });
    await card.getByRole("button", { name: say("Remove"), exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "data, token being created": async (page) => {
    await askFor(page, "Create token");
    await dialogButton(page, "Create token").click();
    await expectText(page, "Choose what the token is for");
  },
  "data, token created": async (page) => {
    await askFor(page, "Create token");
    await page.getByLabel(say("Token name")).fill("CRM");
    await page.getByLabel(say("Read calls")).check();
    await dialogButton(page, "Create token").click();
    await expect(button(page, "Copy token")).toBeVisible();
  },
  "data, token being deleted": async (page) => {
    await openSettings(page, "integrations");
    const row = page.getByRole("listitem").filter({ hasText: "HubSpot" });
    await row.getByRole("button", { name: say("Delete") }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "data, webhook being created": async (page) => {
    await askFor(page, "Create webhook");
    await dialogButton(page, "Create webhook").click();
    await expectText(page, "Choose at least one event");
  },
  "data, webhook created": async (page) => {
    await askFor(page, "Create webhook");
    await page.getByLabel(say("Address"), { exact: true }).fill("https://crm.example.com/events");
    await page.getByLabel(say("A call has ended")).check();
    await dialogButton(page, "Create webhook").click();
    await expect(button(page, "Copy secret")).toBeVisible();
  },
  "webhook that fails": (page) => openWebhook(page, 1),
  "webhook that is off": async (page) => {
    await openWebhook(page, 0);
    await page.getByText(say("Its answer"), { exact: true }).click();
    await expect(page.getByText("no such deal")).toBeVisible();
  },
  "webhook being deleted": async (page) => {
    await openWebhook(page, 2);
    await page.getByRole("button", { name: say("Delete"), exact: true }).click();
    await expect(button(page, "Delete webhook")).toBeVisible();
  },
  "webhook without deliveries": async (page) => {
    await openWebhook(page, 2);
    await answer(page, "**/api/webhooks/*/deliveries*", { deliveries: [] });
    await page.getByRole("radio", { name: say("Given up") }).check();
    await expectText(page, "Nothing was given up.");
  },
  "webhook that was deleted": async (page) => {
    await answer(page, "**/api/webhooks", { webhooks: [] });
    await openSignedIn(page, "/admin/settings/webhooks/webhook-9", admin);
    await expectText(page, "This webhook does not exist, or was deleted.");
  },
  domains: async (page) => {
    await answer(page, "**/api/auth/admin/domains", { domains: requested });
    await openSignedIn(page, "/admin/domains");
    await expect(button(page, "Confirm domain")).toBeVisible();
  },
  "data failed": async (page) => {
    for (const url of ["**/api/organization/retention", "**/api/erasures"])
      await refuse(page, url, "DATABASE_UNAVAILABLE");
    await openSignedIn(page, "/admin/settings?tab=data", admin);
    await expect(button(page, "Retry")).toHaveCount(2);
  },
};
