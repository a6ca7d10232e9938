import { expect, type Page, test } from "playwright/test";
import { answerUsers } from "./states/administration/user-states.ts";
import { openRunningCall } from "./states/calls/call-states.ts";
import { runningCall } from "./states/calls/fixed-call.ts";
import { fixWorld, now } from "./states/fixed-world.ts";
import { somePeople } from "./states/people.ts";
import { say } from "./states/say.ts";
import { button, expectHeading, open, waitForFiles } from "./states/state.ts";

interface Picture {
  /** The file's name. */
  name: string;
  width: number;
  height: number;
  theme: "light" | "dark";
  /** Of the browser. */
  locale?: "fr-FR";
  /** Ends when a world that never changes is shown in this state. */
  reach(page: Page): Promise<void>;
}

const dashboard = async (page: Page) => {
  await fixWorld(page, { signedIn: true });
  await open(page, "/dashboard");
  await expect(page.getByText("1,247")).toBeVisible();
};
const userMenu = async (page: Page) => {
  await dashboard(page);
  await button(page, "Open user menu").click();
  await expect(page.getByRole("menu")).toBeVisible();
};
const analytics = async (page: Page) => {
  await fixWorld(page, { signedIn: true });
  await open(page, "/analytics");
  await expect(page.getByRole("img", { name: "Revenue Insights chart" }).locator("svg")).toBeVisible();
};

const login = async (page: Page) => {
  await fixWorld(page, { signedIn: false });
  await open(page, "/login?error=Session%20expired.%20Please%20log%20in%20again.");
  await button(page, "Sign In").click();
  await expect(page.getByText("Password is required")).toBeVisible();
};
const register = async (page: Page) => {
  await fixWorld(page, { signedIn: false });
  await open(page, "/register");
  await page.getByLabel("Password", { exact: true }).fill("Prompt-Me-2026");
  await expect(page.getByText("Strong")).toBeVisible();
};
const users = async (page: Page) => {
  await fixWorld(page, { signedIn: true });
  await answerUsers(page, somePeople());
  await open(page, "/admin/users?tab=all");
  await expect(button(page, "Deactivate").first()).toBeVisible();
};
const rejection = async (page: Page) => {
  await fixWorld(page, { signedIn: true });
  await answerUsers(page, somePeople("pending_approval"));
  await open(page, "/admin/users");
  await expectHeading(page, "User Management");
  await button(page, "Reject").first().click();
  await expect(page.getByLabel("Reason (optional)")).toBeFocused();
};

const frenchDashboard = async (page: Page) => {
  await fixWorld(page, { signedIn: true });
  await open(page, "/dashboard");
  await expect(page.getByText("892")).toBeVisible();
};
const frenchLogin = async (page: Page) => {
  await fixWorld(page, { signedIn: false });
  await open(page, "/login");
  await button(page, "Sign In").click();
  await expect(page.getByText(say("Password is required"))).toBeVisible();
};
const frenchCall = async (page: Page) => {
  await fixWorld(page, { signedIn: true, call: runningCall(now) });
  await open(page, "/live-call");
  await expect(button(page, "Use")).toHaveCount(3);
};

const locale = "fr-FR";
const pictures: readonly Picture[] = [
  { name: "dashboard", width: 1280, height: 760, theme: "light", reach: dashboard },
  { name: "dashboard-phone", width: 375, height: 1100, theme: "dark", reach: dashboard },
  { name: "user-menu", width: 1024, height: 640, theme: "dark", reach: userMenu },
  { name: "analytics", width: 1280, height: 1840, theme: "light", reach: analytics },
  { name: "analytics-phone", width: 375, height: 1200, theme: "dark", reach: analytics },
  { name: "login", width: 1024, height: 640, theme: "light", reach: login },
  { name: "register-phone", width: 375, height: 1180, theme: "dark", reach: register },
  { name: "users", width: 1280, height: 900, theme: "light", reach: users },
  { name: "rejection", width: 1024, height: 640, theme: "dark", reach: rejection },
  { name: "live-call", width: 1440, height: 900, theme: "dark", reach: (page) => openRunningCall(page) },
  {
    name: "live-call-phone",
    width: 375,
    height: 812,
    theme: "light",
    reach: (page) => openRunningCall(page),
  },
  { name: "dashboard-french", width: 375, height: 1100, theme: "light", locale, reach: frenchDashboard },
  { name: "login-french", width: 1024, height: 640, theme: "dark", locale, reach: frenchLogin },
  { name: "users-french", width: 1280, height: 900, theme: "dark", locale, reach: users },
  { name: "live-call-french", width: 375, height: 812, theme: "dark", locale, reach: frenchCall },
  { name: "live-call-french-wide", width: 1440, height: 900, theme: "light", locale, reach: frenchCall },
];

test.describe.configure({ mode: "parallel" });
for (const { name, width, height, theme, locale: language = "en-GB", reach } of pictures) {
  const tag = language === locale ? "@fr" : [];
  test(`${name} looks as its picture`, { tag }, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: language,
      timezoneId: "Europe/Paris",
    });
    const page = await context.newPage();
    await waitForFiles(page);
    await reach(page);
    await page.evaluate(() => document.fonts.ready);
    await expect(page).toHaveScreenshot(`${name}.png`);
    await context.close();
  });
}
