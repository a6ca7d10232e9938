import { expect, type Page } from "playwright/test";
import { admin, before, deliveries, openData, requested, retention } from "./open-data.ts";
import { say } from "./say.ts";
import { answer, button, openSignedIn, refuse, type State } from "./state.ts";

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

/** The page of one of the webhooks, whose host has this number. */
async function openWebhook(page: Page, number: number): Promise<void> {
  await openData(page);
  const row = page.getByRole("listitem").filter({ hasText: `crm-${number}.` });
  await row.getByRole("link", { name: say("Deliveries") }).click();
  const list = page.getByRole("list", { name: say("Deliveries") });
  await expect(list.getByRole("listitem")).toHaveCount(deliveries.length);
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
      await openData(page, { ...retention, due: { conversations: 1204, analyses: 0, customers: 0 } });
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
  { name: "webhook that fails", reach: (page) => openWebhook(page, 1) },
  {
    name: "webhook that is off",
    async reach(page) {
      await openWebhook(page, 0);
      await page.getByText(say("Its answer"), { exact: true }).click();
      await expect(page.getByText("no such deal")).toBeVisible();
    },
  },
  {
    name: "webhook being deleted",
    async reach(page) {
      await openWebhook(page, 2);
      await page.getByRole("button", { name: say("Delete"), exact: true }).click();
      await expect(button(page, "Delete webhook")).toBeVisible();
    },
  },
  {
    name: "webhook without deliveries",
    async reach(page) {
      await openWebhook(page, 2);
      await answer(page, "**/api/webhooks/*/deliveries*", { deliveries: [] });
      await page.getByRole("radio", { name: say("Given up") }).check();
      await expect(page.getByText(say("Nothing was given up."))).toBeVisible();
    },
  },
  {
    name: "webhook that was deleted",
    async reach(page) {
      await answer(page, "**/api/webhooks", { webhooks: [] });
      await openSignedIn(page, "/admin/data/webhooks/webhook-9", admin);
      await expect(page.getByText(say("This webhook does not exist, or was deleted."))).toBeVisible();
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
