import { expect, test } from "playwright/test";
import { enter, foundOrganization } from "./found-organization.ts";
import { keyboard } from "./input-method.ts";
import { newcomer } from "./journey.ts";
import { delivered, openMail } from "./mailbox.ts";
import { consent, say, speak } from "./states/say.ts";
import { button, expectHeading } from "./states/state.ts";

test("a colleague is invited, accepts and signs in by the keyboard alone, on a phone, in the dark and in French", {
  tag: "@fr",
}, async ({ browser }) => {
  test.setTimeout(600_000);
  const input = keyboard;
  const open = () => browser.newContext({ viewport: { width: 375, height: 812 }, colorScheme: "dark" });
  const office = await open();
  const founder = await foundOrganization(office);
  const page = await office.newPage();
  await speak(page);
  await page.goto("/login");
  await enter(page, input, founder.email, founder.password);

  await page.goto("/admin/users");
  await input.press(page.getByRole("link", { name: say("Invitations") }));
  await expectHeading(page, "Invitations");
  await expect(page.getByText(say("No pending invitations."))).toBeVisible();
  const [guest, other] = [newcomer().email, newcomer().email];
  const addresses = page.getByLabel(say("Email addresses"));
  await input.type(addresses, `${guest}, nobody; ${other}`);
  await input.press(button(page, "Send invitations"));
  const wrong = { line: 1, typed: "nobody" };
  await expect(page.getByText(say("Line {line}: {typed} is not a valid email address", wrong))).toBeVisible();
  await expect(addresses).toBeFocused();
  await addresses.fill("");
  await input.type(addresses, `${guest}, ${other}`);
  await input.choose(page.getByLabel(say("Role"), { exact: true }), say("Supervisor"));
  await input.press(button(page, "Send invitations"));
  const rows = page.getByRole("list", { name: say("Pending invitations") }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await input.press(rows.filter({ hasText: other }).getByRole("button", { name: say("Withdraw") }));
  await input.press(button(page, "Withdraw"));
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(guest);

  const home = await open();
  const visitor = await home.newPage();
  await speak(visitor);
  const subject = `${founder.firstName} Moreau vous invite sur Souffleur`;
  await delivered(home.request, guest, subject);
  const link = await openMail(visitor, input, guest, "Accepter l’invitation");
  const address = (await link.getAttribute("href")) ?? "";
  await input.press(link);
  await expectHeading(visitor, "Join {organization}", { organization: founder.organization });
  await expect(visitor).toHaveURL(/\/invitation$/);
  await visitor.reload();
  await expect(visitor.getByLabel(say("Email"))).toHaveValue(guest);
  await input.type(visitor.getByLabel(say("First name")), "Zoé");
  await input.type(visitor.getByLabel(say("Last name"), { exact: true }), "Le Goff");
  await input.type(visitor.getByLabel(say("Password"), { exact: true }), "Prompt-Me-2026");
  await input.type(visitor.getByLabel(say("Confirm password")), "Prompt-Me-2026");
  await input.tick(visitor.getByLabel(consent()));
  await input.press(button(visitor, "Create Account"));
  await expect(visitor).toHaveURL(/\/login\?message=/);
  await expect(visitor.getByText(say("Your account is ready. You can now sign in."))).toBeVisible();
  await expect(visitor.getByLabel(say("Email"))).toHaveValue(guest);
  await input.type(visitor.getByLabel(say("Password"), { exact: true }), "Prompt-Me-2026");
  await input.press(button(visitor, "Sign In"));
  await expect(visitor).toHaveURL(/\/dashboard/);
  // What a supervisor alone may open.
  await visitor.goto("/live-call/desk");
  await expectHeading(visitor, "Live calls");

  await page.reload();
  await expect(page.getByText(say("No pending invitations."))).toBeVisible();
  // The link works once.
  const later = await open();
  const late = await later.newPage();
  await speak(late);
  await late.goto(address);
  await expect(late.getByRole("alert")).toContainText(
    say("This invitation is no longer valid. If you have accepted it, sign in; otherwise ask for a new one."),
  );
  await Promise.all([office.close(), home.close(), later.close()]);
});
