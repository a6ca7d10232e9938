import { expect, type Page, test } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { takeShifts, watchShifts } from "./layout-shift.ts";
import { holdBack } from "./network.ts";
import { allStates } from "./states/all-states.ts";
import { answer, button, neverEnd, refuse, waitForFiles } from "./states/state.ts";

const widths = [1280, 375];
/** At once: both wait for most of their time. */
async function atEachWidth(walk: (width: number) => Promise<void>): Promise<void> {
  for (const result of await Promise.allSettled(widths.map(walk)))
    if (result.status === "rejected") throw result.reason;
}
// Most of these load a screen several times, each through a slow network.
interface Route {
  path: string;
  signedIn: boolean;
  /** Ends when all that the screen loads by itself is shown. */
  complete(page: Page): Promise<void>;
}

const field = (label: string) => (page: Page) => expect(page.getByLabel(label)).toBeVisible();
const routes: readonly Route[] = [
  { path: "/login", signedIn: false, complete: field("Email") },
  { path: "/register", signedIn: false, complete: field("First name") },
  { path: "/verify-email", signedIn: false, complete: field("Email") },
  {
    path: "/dashboard",
    signedIn: true,
    complete: (page) => expect(page.getByText("1,247")).toBeVisible(),
  },
  {
    path: "/live-call",
    signedIn: true,
    complete: (page) => expect(button(page, "Test Live Transcription")).toBeVisible(),
  },
  {
    path: "/analytics",
    signedIn: true,
    complete: (page) =>
      expect(page.getByRole("img", { name: "Call Volume chart" }).locator("svg")).toBeVisible(),
  },
  {
    path: "/admin/users?tab=all",
    signedIn: true,
    complete: (page) => expect(button(page, "Deactivate").first()).toBeVisible(),
  },
  {
    path: "/admin/releases",
    signedIn: true,
    complete: (page) => expect(page.getByRole("row", { name: /mfe-live-call/ })).toBeVisible(),
  },
];

/** A phone's network, and a remote that comes only when its places are shown. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 70,
    downloadThroughput: 10_000_000 / 8,
    uploadThroughput: 10_000_000 / 8,
  });
  await waitForFiles(page);
  const placesShown = page.getByRole("main").getByRole("status", { name: "Loading" }).waitFor();
  await page.route("**/remotes/mfe-*/**", async (route) => {
    await placesShown;
    await route.continue();
  });
}

for (const { path, signedIn, complete } of routes) {
  test(`${path} shows places first, and nothing moves when the screen comes`, async ({ browser }) => {
    await atEachWidth(async (width) => {
      // So high that nothing moves unseen below its end.
      const context = await browser.newContext({ viewport: { width, height: 1600 } });
      const page = await context.newPage();
      await watchShifts(page);
      if (signedIn) await signInAs(page, administrator);
      await slowDown(page);
      await page.goto(path, { waitUntil: "commit" });
      await complete(page);
      if (signedIn) await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
      await expect(page.locator("#splash")).toHaveCount(0);
      expect.soft(await takeShifts(page), `${width} px wide`).toEqual([]);
      await context.close();
    });
  });
}

/** The page's own calls are answered in the opposite order, a quarter of a second apart. */
async function reverseAnswers(page: Page): Promise<void> {
  // A slow machine must not run out of the patience of `ShowTogether`.
  await neverEnd(page, [3000]);
  await page.addInitScript(() => {
    const send = window.fetch;
    const answers = { awaited: 0, later: 8 };
    Object.assign(globalThis, { answers });
    window.fetch = async (...request) => {
      const wait = Math.max(0, answers.later--) * 250;
      answers.awaited++;
      try {
        const answer = await send(...request);
        await new Promise((resolve) => setTimeout(resolve, wait));
        return answer;
      } finally {
        // Also for a call that was given up.
        answers.awaited--;
      }
    };
  });
}

const withManyAnswers = [
  "profile",
  "settings, organization",
  "data",
  "webhook that fails",
  "customer",
  "call review",
  "call waiting, next steps",
  "call waiting, notes to go through",
];
for (const { name, reach } of Object.values(allStates).flat()) {
  if (!withManyAnswers.includes(name)) continue;
  test(`${name}: what is asked for on its own moves nothing, in whatever order it arrives`, async ({
    browser,
  }) => {
    await atEachWidth(async (width) => {
      const context = await browser.newContext({
        viewport: { width, height: 2400 },
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await watchShifts(page);
      await reverseAnswers(page);
      await reach(page);
      await page.waitForFunction(
        () => (globalThis as unknown as { answers: { awaited: number } }).answers.awaited === 0,
      );
      // A word that takes another one's place at its right edge moves by the difference of their widths.
      const moved = (await takeShifts(page)).filter((shift) => Number.parseFloat(shift) > 0);
      expect.soft(moved, `${width} px wide`).toEqual([]);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    });
  });
}

const socket = /\/socket\.io\//;
const speech = "**/api/stt/language";
for (const [first, later] of [
  ["the telephone system", "the recognizer"],
  ["the recognizer", "the telephone system"],
]) {
  test(`what is known of ${first} does not move when the state of ${later} comes`, async ({ browser }) => {
    // So high that the card of both is open.
    const context = await browser.newContext({ viewport: { width: 1280, height: 1600 } });
    const page = await context.newPage();
    await watchShifts(page);
    // What is held back must not run into the page's own limit on a slow machine.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await signInAs(page, administrator);
    let letPass = () => {};
    const passes = new Promise<void>((resolve) => {
      letPass = resolve;
    });
    if (later === "the recognizer") await page.route(speech, (route) => passes.then(() => route.fallback()));
    else await page.routeWebSocket(socket, (page) => passes.then(() => void page.connectToServer()));
    await page.goto("/live-call");
    await expect(button(page, "Test Live Transcription")).toBeVisible();
    const card = page.getByRole("complementary", { name: "Customer and transcription" });
    const configured = card.getByText("No speech recognizer is configured", { exact: false });
    const detail = card.getByText("No telephone system is connected", { exact: false });
    if (later === "the recognizer") await expect(card.getByText("Connected", { exact: true })).toBeVisible();
    else await expect(configured).toBeVisible();
    await expect(page.locator("#splash")).toHaveCount(0);
    letPass();
    await expect(configured).toBeVisible();
    await expect(detail).toBeVisible();
    expect(await takeShifts(page)).toEqual([]);
    await context.close();
  });
}

test("the places of the dashboard and the analytics are where their screens stand, and as high", async ({
  browser,
}) => {
  for (const width of [1440, 1024, 768, 375]) {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    await signInAs(page, administrator);
    await waitForFiles(page);
    await watchOwnPlaces(page);
    for (const { path, complete } of routes.filter((one) => /dashboard|analytics/.test(one.path))) {
      const release = await holdBack(page, "**/remotes/mfe-*/**");
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
      const places = await layoutOf(page);
      release();
      await complete(page);
      const screen = await layoutOf(page);
      expect.soft(places.heading, `${path}, ${width} px wide`).toEqual(screen.heading);
      const own = await page.evaluate(
        () => (globalThis as { ownPlacesHeight?: number }).ownPlacesHeight ?? 0,
      );
      for (const height of [places.height, own]) {
        // The height of a line or a border is nothing to see at a page's end.
        expect.soft(Math.abs(height - screen.height), `${path}, ${width} px wide`).toBeLessThan(24);
      }
      await page.unroute("**/remotes/mfe-*/**");
    }
    await context.close();
  }
});

/** Keeps how high the places are that a screen shows itself, once it is there, until its figures are. */
async function watchOwnPlaces(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector("main [role=status][aria-label^='Loading ']") === null) return;
      Object.assign(globalThis, { ownPlacesHeight: document.querySelector("main")?.scrollHeight });
    }).observe(document, { subtree: true, childList: true });
  });
}

async function layoutOf(page: Page) {
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  return {
    heading: { x: heading?.x, y: heading?.y, height: heading?.height },
    height: await page.getByRole("main").evaluate((main) => main.scrollHeight),
  };
}

test.describe("notices and errors of the public pages", () => {
  for (const width of widths) {
    test(`take a place that is there on the sign-in page, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      await page.goto("/login?message=Email%20verified%20successfully!%20You%20can%20now%20sign%20in.");
      const notice = page.getByText("Email verified successfully! You can now sign in.");
      await expect(notice).toBeVisible();
      await takeShifts(page);
      await expect(notice).toBeHidden();
      await button(page, "Sign In").click();
      await expect(page.getByText("Password is required")).toBeVisible();
      expect.soft(await takeShifts(page), "empty fields").toEqual([]);

      await answer(page, "**/api/auth/sso?*", { hasProvider: true });
      await page.getByLabel("Email").fill("camille.moreau@example.com");
      await page.keyboard.press("Tab");
      await expect(button(page, "Use single sign-on")).toBeVisible();
      expect.soft(await takeShifts(page), "an organization's own sign-in").toEqual([]);

      const unverified = "Please verify your email address before signing in.";
      await refuse(page, "**/api/auth/login", "EMAIL_NOT_VERIFIED");
      await page.getByLabel("Email").fill("camille.moreau@example.com");
      await page.getByLabel("Password", { exact: true }).fill("Prompt-Me-2026");
      await page.getByLabel("Password", { exact: true }).press("Enter");
      await expect(page.getByText(unverified)).toBeVisible();
      expect.soft(await takeShifts(page), "an unverified address").toEqual([]);

      await answer(page, "**/api/auth/resend-verification");
      await button(page, "Resend Verification Email").click();
      const sent = page.getByText("Verification email sent successfully!");
      await expect(sent).toBeVisible();
      await expect(sent).toBeHidden();
      expect.soft(await takeShifts(page), "a mail that was sent").toEqual([]);

      const credentials = "Invalid email or password. Please check your credentials and try again.";
      await refuse(page, "**/api/auth/login", "INVALID_CREDENTIALS");
      await button(page, "Sign In").click();
      await expect(page.getByText(credentials)).toBeVisible();
      expect.soft(await takeShifts(page), "a wrong password").toEqual([]);
    });

    test(`take a place that is there on the registration page, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 1100 });
      await watchShifts(page);
      await page.goto("/register");
      await expect(page.getByLabel("First name")).toBeVisible();
      await takeShifts(page);
      await button(page, "Create Account").click();
      await expect(page.getByText("You must agree to the terms and conditions")).toBeVisible();
      expect.soft(await takeShifts(page), "empty fields").toEqual([]);
      await page.getByLabel("Email").fill("camille@gmial.com");
      await page.getByLabel("Password", { exact: true }).fill("prompt-me");
      await page.getByLabel("Confirm password").fill("prompt");
      await expect(button(page, "Use @{domain}", { domain: "gmail.com" })).toBeVisible();
      await expect(page.getByText("Weak")).toBeVisible();
      await expect(page.getByText("Passwords do not match")).toBeVisible();
      expect.soft(await takeShifts(page), "fields that are wrong").toEqual([]);
    });

    test(`take a place that is there on the verification page, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      await page.goto("/verify-email");
      await expect(page.getByLabel("Email")).toBeVisible();
      await takeShifts(page);
      // The radios themselves, as a user of assistive technology presses them by name.
      await page.getByRole("radio", { name: "Secure link" }).check();
      await page.getByRole("radio", { name: "6-digit code" }).check();
      await button(page, "Send Code").click();
      await expect(page.getByText("Email is required")).toBeVisible();
      expect.soft(await takeShifts(page), "an empty field").toEqual([]);

      await answer(page, "**/api/auth/verification/initiate", {
        sessionId: "5f0c7a3e-6f0e-4f0c-9a53-000000000000",
      });
      await page.getByLabel("Email").fill("camille.moreau@example.com");
      await button(page, "Send Code").click();
      const sent = page.getByText("Verification code sent! Please check your email.");
      await expect(sent).toBeVisible();
      // Another step is another view; what comes and goes in it must not move it.
      await takeShifts(page);
      await button(page, "Verify").click();
      await expect(page.getByText("Verification code is required")).toBeVisible();
      await refuse(page, "**/api/auth/verification/verify-code", "CODE_INVALID");
      const asked: unknown[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/verify-code")) asked.push(request.postDataJSON().code);
      });
      // Digit by digit, and the second code over the first, without a hand on the mouse.
      for (const code of ["123456", "654321"]) {
        for (const digit of code) await page.keyboard.press(digit);
        await expect.poll(() => asked.at(-1)).toBe(code);
        await expect(page.getByText("Invalid verification code. Please check and try again.")).toBeVisible();
        await expect(button(page, "Verify")).toBeEnabled();
      }
      expect(asked).toEqual(["123456", "654321"]);
      expect.soft(await takeShifts(page), "wrong codes").toEqual([]);
    });
  }
});
