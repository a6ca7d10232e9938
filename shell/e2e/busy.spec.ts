import { expect, type Page, type Route, test } from "playwright/test";
import { keyboard, walkTo } from "./input-method.ts";
import { openPending, openUsers } from "./states/administration/user-states.ts";
import { openIdleCall, openRunningCall } from "./states/calls/call-states.ts";
import { somePeople } from "./states/people.ts";
import { openCodeStep, submitSignIn } from "./states/public-states.ts";
import { button, neverEnd, refuse } from "./states/state.ts";

/** Makes any browser the strictest: what is disabled loses the focus in that moment. @returns what was disabled */
async function disableStrictly(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const disabled: string[] = [];
    Object.assign(globalThis, { disabled });
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name === "disabled") {
        disabled.push(this.outerHTML);
        if (this === document.activeElement) (this as HTMLElement).blur();
      }
      setAttribute.call(this, name, value);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { disabled: string[] }).disabled);
}

/** Holds what is asked at an address back until the test answers it. */
async function holdBack(page: Page, url: string) {
  const waiting: Route[] = [];
  let asked = 0;
  await page.route(url, (route) => {
    asked += 1;
    waiting.push(route);
  });
  return {
    asked: () => asked,
    async answer(json: Record<string, unknown>, status = 200) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      await waiting.shift()?.fulfill({ status, json });
    },
  };
}

const refusal = (code: string, error: string) => ({ success: false, error, code, requestId: "e2e" });
const unavailable = refusal(
  "DATABASE_UNAVAILABLE",
  "Server error. Please try again later or contact support.",
);

let disabled: () => Promise<string[]>;
test.beforeEach(async ({ page }) => {
  disabled = await disableStrictly(page);
});
test.afterEach(async ({ page }) => {
  expect(await disabled()).toEqual([]);
  await expect(page.locator(":disabled")).toHaveCount(0);
});

test("a sign-in is sent once, by its button or by Enter in a field, and a refusal leaves the focus there", async ({
  page,
}) => {
  const login = await holdBack(page, "**/api/auth/login");
  await submitSignIn(page);
  const busy = button(page, "Signing in...");
  await expect(busy).toBeFocused();
  await expect(busy).toHaveAttribute("aria-busy", "true");
  for (const key of ["Enter", "Space", "Enter"]) await page.keyboard.press(key);
  const password = page.getByLabel("Password", { exact: true });
  await password.press("Enter");
  await expect(password).toBeFocused();
  await walkTo(busy);
  await login.answer(refusal("INVALID_CREDENTIALS", "Invalid email or password."), 401);
  await expect(button(page, "Sign In")).toBeFocused();
  await expect(button(page, "Sign In")).toBeEnabled();
  expect(login.asked()).toBe(1);

  await password.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await login.answer(refusal("INVALID_CREDENTIALS", "Invalid email or password."), 401);
  await expect(button(page, "Sign In")).toBeEnabled();
  await expect(password).toBeFocused();
  expect(login.asked()).toBe(2);
});

test("the action of a notice is sent once, can be tried again, and leaves the focus before the form", async ({
  page,
}) => {
  await neverEnd(page, [3000]);
  await refuse(page, "**/api/auth/login", "EMAIL_NOT_VERIFIED");
  const resend = await holdBack(page, "**/api/auth/resend-verification");
  await submitSignIn(page);
  const action = button(page, "Resend Verification Email");
  await keyboard.press(action);
  await page.keyboard.press("Enter");
  await expect(action).toHaveAttribute("aria-busy", "true");
  await resend.answer(refusal("RATE_LIMITED", "Please wait 40 seconds."), 429);
  await expect(page.getByText("Please wait 40 seconds.")).toBeVisible();
  await expect(action).toBeEnabled();
  await expect(action).toBeFocused();
  expect(resend.asked()).toBe(1);

  await page.keyboard.press("Enter");
  await resend.answer({ success: true });
  await expect(page.getByText("Verification email sent successfully!")).toBeVisible();
  await expect(action).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("a code is sent once, and a new one can't be asked for before its time", async ({ page }) => {
  const verify = await holdBack(page, "**/api/auth/verification/verify-code");
  await openCodeStep(page);
  const code = page.getByLabel("Verification code");
  await expect(code).toBeFocused();
  await page.keyboard.type("123456");
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Enter");
  await expect(button(page, "Verify")).toHaveAttribute("aria-busy", "true");
  await expect(code).toBeFocused();
  await verify.answer(refusal("CODE_INVALID", "The code is invalid."), 400);
  await expect(button(page, "Verify")).toBeEnabled();
  await expect(code).toBeFocused();
  expect(verify.asked()).toBe(1);

  let mails = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/verification/initiate")) mails += 1;
  });
  const resend = page.getByRole("button", { name: /^Resend in \d+s$/ });
  await expect(resend).toBeDisabled();
  await walkTo(resend);
  for (const key of ["Enter", "Space"]) await page.keyboard.press(key);
  await expect(resend).toBeFocused();
  await expect(code).toBeVisible();
  expect(mails).toBe(0);
});

test("a decision is sent once, and its dialog keeps the focus on Confirm", async ({ page }) => {
  await openPending(page);
  const approve = await holdBack(page, "**/api/auth/admin/users/*/approve");
  await keyboard.press(button(page, "Approve").first());
  const confirm = button(page, "Confirm");
  await expect(confirm).toBeEnabled();
  await keyboard.press(confirm);
  await page.keyboard.press("Enter");
  await expect(confirm).toHaveAttribute("aria-busy", "true");
  await keyboard.press(button(page, "Cancel"));
  await page.keyboard.press("Escape");
  await walkTo(confirm);
  await approve.answer(unavailable, 503);
  await expect(confirm).toBeEnabled();
  await expect(confirm).toBeFocused();
  expect(approve.asked()).toBe(1);
});

test("the pager's last page leaves the focus on Next page, and the way back starts there", async ({
  page,
}) => {
  const people = [0, 1, 2].flatMap((round) =>
    somePeople().map((person) => ({ ...person, id: `${person.id}-${round}` })),
  );
  await openUsers(page, people, "/admin/users?tab=all&size=5");
  const next = button(page, "Next page");
  const pages = Math.ceil(people.length / 5);
  await walkTo(next);
  for (let shown = 2; shown <= pages; shown += 1) {
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Page ${shown} of ${pages}`)).toBeVisible();
  }
  for (const key of ["Enter", "Space"]) await page.keyboard.press(key);
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(button(page, "Previous page")).toBeFocused();
});

test("Retry and Clear search go when they are pressed, and the focus stays with the list", async ({
  page,
}) => {
  const list = page.getByRole("tabpanel").locator("[tabindex='-1']").first();
  await openUsers(page, somePeople(), "/admin/users?tab=all&q=nobody");
  await keyboard.press(button(page, "Clear search"));
  await expect(button(page, "Deactivate").first()).toBeVisible();
  await expect(list).toBeFocused();

  await refuse(page, "**/api/auth/admin/users", "DATABASE_UNAVAILABLE");
  await page.reload();
  await expect(page.locator("#splash")).toHaveCount(0);
  await keyboard.press(button(page, "Retry"));
  await expect(list).toBeFocused();
});

test("a call is started once, and the focus goes from each of its buttons to where the next one is", async ({
  page,
}) => {
  await openIdleCall(page);
  const start = await holdBack(page, "**/api/simulation/start");
  const test = button(page, "Test Live Transcription");
  const controls = page.getByRole("group", { name: "Call controls" });
  await keyboard.press(test);
  await expect(test).toHaveAttribute("aria-busy", "true");
  for (const key of ["Enter", "Space"]) await page.keyboard.press(key);
  await expect(test).toBeFocused();
  const { callId, sessionId, startedAt } = {
    callId: "call-1",
    sessionId: "5f0c7a3e-6f0e-4f0c-9a53-3d1c0e9f0001",
    startedAt: new Date().toISOString(),
  };
  await start.answer({
    success: true,
    data: { callId, sessionId, startedAt, status: "active", scenario: "discovery" },
  });
  await expect(button(page, "End Call")).toBeVisible();
  await expect(controls).toBeFocused();
  expect(start.asked()).toBe(1);
  // A press that was meant for the button before is none of the next one's.
  await page.keyboard.press("Enter");
  await expect(button(page, "End Call")).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(button(page, "Ask for help")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "End Call")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Wrap-up" })).toBeFocused();
  await keyboard.press(button(page, "Later"));
  await expect(test).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Live Call" })).toBeFocused();
});

test("suggestions are asked for once, and the focus stays on Generate, or goes to the wrap-up when the call ends", async ({
  page,
}) => {
  await openRunningCall(page);
  const suggestions = await holdBack(page, "**/api/calls/*/suggestions");
  const generate = button(page, "Generate");
  await keyboard.press(generate);
  for (const key of ["Enter", "Control+Enter"]) await page.keyboard.press(key);
  await expect(generate).toHaveAttribute("aria-busy", "true");
  await suggestions.answer({ success: true, data: { suggestions: [] } });
  await expect(generate).toBeEnabled();
  await expect(generate).toBeFocused();
  expect(suggestions.asked()).toBe(1);
  await button(page, "End Call").evaluate((end: HTMLButtonElement) => end.click());
  await expect(generate).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Wrap-up" })).toBeFocused();
});
