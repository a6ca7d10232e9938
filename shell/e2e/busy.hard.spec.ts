import { expect, type Page, type Route, test } from "playwright/test";
import { keyboard, walkTo } from "./input-method.ts";
import { openUsers } from "./states/administration/user-states.ts";
import { somePeople } from "./states/people.ts";
import { openCodeStep } from "./states/public-states.ts";
import { button, refuse } from "./states/state.ts";

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

let disabled: () => Promise<string[]>;
test.beforeEach(async ({ page }) => {
  disabled = await disableStrictly(page);
});
test.afterEach(async ({ page }) => {
  expect(await disabled()).toEqual([]);
  await expect(page.locator(":disabled")).toHaveCount(0);
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

  await refuse(page, "**/api/auth/admin/users*", "DATABASE_UNAVAILABLE");
  await page.reload();
  await expect(page.locator("#splash")).toHaveCount(0);
  await keyboard.press(button(page, "Retry"));
  await expect(list).toBeFocused();
});
