import { type Browser, test as base, expect, type Page } from "playwright/test";
import { launchProduct } from "../../api/tools/launch-product.ts";
import { administrator } from "./accounts.ts";
import { foundOrganization } from "./found-organization.ts";
import { mouse } from "./input-method.ts";
import { signIn } from "./journey.ts";
import { deliveredLink } from "./mailbox.ts";
import { consent } from "./states/say.ts";

/** A product of its own: its database has nobody but the platform's administrator. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures
  baseURL: async ({}, use) => {
    const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
    const product = await launchProduct({ SEED_DEMO: "false", ADMIN_EMAIL, ADMIN_PASSWORD });
    await use(product.url);
    await product.stop();
  },
});

const colleague = { firstName: "Zoé", email: "zoe@atelier.example", role: "Agent" };
const supervisor = { firstName: "Sophie", email: "sophie@atelier.example", role: "Supervisor" };
const password = "Prompt-Me-2026";

const start = (page: Page) => page.getByRole("region", { name: "Get started" });
const stepOf = (page: Page, name: string) => start(page).getByRole("listitem").filter({ hasText: name });

/** A browser of their own, in which every error of the page is a complaint. */
async function newBrowser(browser: Browser, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ permissions: ["microphone"] });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  return page;
}

async function invite(page: Page, { email, role }: typeof colleague): Promise<void> {
  await page.getByLabel("Email addresses").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption({ label: role });
  await page.getByRole("button", { name: "Send invitations" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: email })).toBeVisible();
}

/** From the mailed link to the dashboard. */
async function accept(page: Page, { firstName, email }: typeof colleague, inviter: string): Promise<void> {
  await page.goto(await deliveredLink(page.request, email, `${inviter} Moreau invites you to Souffleur`));
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name", { exact: true }).fill("Le Goff");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByLabel(consent()).check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/login\?message=/);
  await signIn(page, mouse, email, password);
  await expect(page.getByRole("heading", { level: 1, name: `Welcome, ${firstName}` })).toBeVisible();
}

test("from an empty database to the first whisper: a founder, an invited colleague and a supervisor", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  const page = await newBrowser(browser, []);
  const founder = await foundOrganization(page.context());
  await signIn(page, mouse, founder.email, founder.password);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Camille" })).toBeVisible();
  await expect(page.getByText("1,247")).toBeVisible();
  await start(page).getByRole("button", { name: "Open" }).click();
  await invite(page, colleague);
  await invite(page, supervisor);

  const agent = await newBrowser(browser, complaints);
  await accept(agent, colleague, founder.firstName);
  const pressed = Date.now();
  await start(agent).getByRole("button", { name: "Start a practice call" }).click();
  await expect(agent.getByRole("button", { name: "End Call" })).toBeVisible();
  await expect(agent.getByRole("log", { name: "Conversation" })).toContainText(/\p{L}{3}/u);
  expect(Date.now() - pressed).toBeLessThan(60_000);

  const coach = await newBrowser(browser, complaints);
  await accept(coach, supervisor, founder.firstName);
  await start(coach).getByRole("button", { name: "Open" }).click();
  await expect(coach).toHaveURL(/\/live-call\/desk/);
  await coach
    .getByRole("region", { name: "Running calls" })
    .getByRole("listitem")
    .filter({ hasText: "Zoé" })
    .getByRole("button")
    .first()
    .click();
  const field = coach.getByRole("textbox", { name: /^Whisper to/ });
  await field.fill("Proposez un rendez-vous jeudi à dix heures.");
  await field.press("Enter");
  await expect(agent.getByText("Proposez un rendez-vous jeudi à dix heures.").first()).toBeVisible();

  // Three explanations in the first call, each until it is read.
  const tip = agent.getByRole("complementary", { name: "Tip" });
  await expect(tip).toContainText("The next sentence");
  await tip.getByRole("button", { name: "Got it" }).click();
  await expect(tip).toContainText("Without the mouse");
  await agent.getByRole("button", { name: "End Call" }).click();
  await expect(tip).toContainText("Wrap up");
  await tip.getByRole("button", { name: "Got it" }).click();
  await expect(tip).toHaveCount(0);
  await agent.getByRole("radio", { name: "Won" }).check();
  await expect(agent.getByRole("region", { name: "Wrap-up" }).getByRole("status").first()).toHaveText(
    "Saved",
  );

  // All is done, so that nothing is left to do first. Practice is in figures of its own, which the account has chosen then.
  await agent.goto("/dashboard");
  await expect(agent.getByText("1,247")).toBeVisible();
  await expect(start(agent)).toHaveCount(0);
  const chosen = agent.waitForResponse(/\/api\/account\/onboarding$/);
  await agent.getByRole("radio", { name: "Practice" }).check({ force: true });
  await chosen;
  await agent.goto("/dashboard");
  await expect(agent.getByRole("radio", { name: "Practice" })).toBeChecked();

  await coach.goto("/dashboard");
  await expect(coach.getByText("1,247")).toBeVisible();
  await expect(start(coach)).toHaveCount(0);
  await page.goto("/dashboard");
  await expect(stepOf(page, "Make the playbook yours")).toBeVisible();
  await expect(stepOf(page, "Invite your team")).toHaveCount(0);
  await start(page).getByRole("button", { name: "Close Get started for good" }).click();
  await page.reload();
  await expect(page.getByText("1,247")).toBeVisible();
  await expect(start(page)).toHaveCount(0);
  expect(complaints.filter((text) => !/503|Failed to load resource/.test(text))).toEqual([]);
});
