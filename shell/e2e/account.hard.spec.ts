import { expect, type Page, test } from "playwright/test";
import { enter, foundOrganization, hire } from "./found-organization.ts";
import { keyboard, mouse } from "./input-method.ts";
import { delivered, deliveredLink } from "./mailbox.ts";
import { say, speak } from "./states/say.ts";
import { button, expectHeading } from "./states/state.ts";

/** In the language of the account, which was registered in English. */
const subjects = {
  changed: "Your password was changed",
  ended: "Your account was signed out on other devices",
};

test("an owner changes the name, ends another browser's session and changes the password by the keyboard alone, on a phone, in the dark and in French", {
  tag: "@fr",
}, async ({ browser }) => {
  test.setTimeout(600_000);
  const input = keyboard;
  const open = () => browser.newContext({ viewport: { width: 375, height: 812 }, colorScheme: "dark" });
  const [home, office] = [await open(), await open()];
  const { email, password } = await foundOrganization(home);
  const visit = async (page: Page) => {
    await speak(page);
    await page.goto("/login");
    await enter(page, input, email, password);
  };
  const [page, other] = [await home.newPage(), await office.newPage()];
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await visit(other);
  await visit(page);

  await input.press(button(page, "Open user menu"));
  await input.press(page.getByRole("menuitem", { name: say("Profile") }));
  await expectHeading(page, "Profile");
  const region = (name: string) => page.getByRole("region", { name: say(name) });
  const identity = region("Name and telephone");
  await identity.getByLabel(say("First name")).fill("");
  await input.type(identity.getByLabel(say("First name")), "Zoé");
  await input.press(identity.getByRole("button", { name: say("Save"), exact: true }));
  await expect(page.getByText(say("Profile saved."))).toBeVisible();

  const rows = region("Sessions").getByRole("listitem");
  await expect(rows.filter({ hasText: say("This browser") })).toHaveCount(1);
  await input.press(button(page, "End all others"));
  await expect(page.getByText(say("Other sessions ended."))).toBeVisible();
  await expect(rows).toHaveCount(1);
  // The other browser is told by its socket, without a request of its own.
  await expect(other).toHaveURL(/\/login/);
  await delivered(home.request, email, subjects.ended);

  const form = region("Password");
  await input.press(button(page, "Change password"));
  const fill = async (current: string, next: string) => {
    for (const [label, value] of [
      ["Current password", current],
      ["Password", next],
      ["Confirm password", next],
    ] as const) {
      const field = form.getByLabel(say(label), { exact: true });
      await field.fill("");
      await input.type(field, value);
    }
    await input.press(form.getByRole("button", { name: say("Change password") }));
  };
  await fill(password, "Motdepasse123!");
  const common = say("This is one of the most common passwords. Choose another one.");
  await expect(form.getByText(common)).toBeVisible();
  const next = "Another-Horse-8";
  await fill(password, next);
  await delivered(home.request, email, subjects.changed);
  await page.reload();
  await expectHeading(page, "Profile");
  await expect(page.getByRole("banner").getByRole("button", { name: say("Open user menu") })).toHaveAttribute(
    "data-initials",
    "ZM",
  );

  await speak(other);
  await other.goto("/login");
  await enter(other, input, email, next);
  expect(errors.filter((text) => !text.includes("400"))).toEqual([]);
  await Promise.all([home.close(), office.close()]);
});

test("an administrator has a password link sent, and its owner chooses a new password with it", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const office = await browser.newContext();
  const founder = await foundOrganization(office);
  const { email } = await hire(office, founder, "agent", "Zoé");
  const page = await office.newPage();
  await page.goto("/login");
  await enter(page, mouse, founder.email, founder.password);
  await page.goto("/admin/users?tab=all");
  const row = page.getByRole("row", { name: new RegExp(email) });
  await row.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Send a password link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(row.getByText(/Link sent/)).toBeVisible();

  const home = await browser.newContext();
  const visitor = await home.newPage();
  const link = await deliveredLink(home.request, email, "Choose a new password");
  await visitor.goto(link);
  await expectHeading(visitor, "Choose a new password");
  await expect(visitor).toHaveURL(/\/new-password$/);
  await visitor.getByLabel("Password", { exact: true }).fill("Another-Horse-8");
  await visitor.getByLabel("Confirm password").fill("Another-Horse-8");
  await button(visitor, "Save password").click();
  await expect(visitor).toHaveURL(/\/login\?message=/);
  await enter(visitor, mouse, email, "Another-Horse-8");
  await page.reload();
  await expect(row.getByText(/Link used/)).toBeVisible();

  const later = await home.newPage();
  await later.goto(link);
  await expect(button(later, "Sign out")).toBeVisible();
  await Promise.all([office.close(), home.close()]);
});
