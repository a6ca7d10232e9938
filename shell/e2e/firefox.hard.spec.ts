import { expect, test } from "playwright/test";
import puppeteer, { type Page } from "puppeteer-core";
import { demo } from "./accounts.ts";
import { overlappingTexts } from "./overlapping-texts.ts";

/** Of the demonstration; no other walk signs in as them. They see every screen. */
const manager = demo("manager");
const viewports = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
];

function launchFirefox() {
  return puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX_PATH ?? "",
    // Its microphone is a test tone, and nobody is asked.
    extraPrefsFirefox: {
      "media.navigator.streams.fake": true,
      "media.navigator.permission.disabled": true,
    },
  });
}

/** How a person operates a page; its errors are complaints. */
function handsOn(page: Page, complaints: string[]) {
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  const find = (role: string, name: string) => page.waitForSelector(`::-p-aria(${name}[role="${role}"])`);
  return {
    find,
    press: async (name: string) => (await find("button", name))?.click(),
    // Within the application: a page that is left while it fetches another remote ahead would report that file as damaged.
    follow: async (link: string) => (await find("link", link))?.click(),
    reads: (text: string) =>
      page.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, text),
  };
}

test("all screens and a call work in Firefox, without an error and without texts on each other", async ({
  baseURL,
}) => {
  const browser = await launchFirefox();
  try {
    const complaints: string[] = [];
    const page = await browser.newPage();
    const { find, press, follow, reads } = handsOn(page, complaints);
    const url = () => page.evaluate(() => location.pathname);
    const look = async (where: string) => {
      for (const viewport of viewports) {
        await page.setViewport(viewport);
        const title = `${where}, ${viewport.width} px wide`;
        expect.soft(await page.evaluate(overlappingTexts), title).toEqual([]);
        const isWide = () => document.documentElement.scrollWidth > window.innerWidth;
        expect.soft(await page.evaluate(isWide), `${title}: scrolls sideways`).toBe(false);
      }
      await page.setViewport(viewports[0] ?? null);
    };
    const visit = async (path: string, text: string) => {
      await page.goto(`${baseURL}${path}`);
      await arrive(path, text);
    };
    const arrive = async (path: string, text: string) => {
      await reads(text);
      expect(await url()).toBe(path);
      await look(path);
    };

    await page.setViewport(viewports[0] ?? null);
    await visit("/register", "Create Account");
    await visit("/verify-email", "Secure link");
    await visit("/login", "Sign In");
    await (await find("textbox", "Email"))?.type(manager.email);
    await (await page.waitForSelector("input[type=password]"))?.type(manager.password);
    await press("Sign In");
    await arrive("/dashboard", "1,247");
    await (await find("radio", "Our calls"))?.click();
    await arrive("/dashboard", "Performance Overview");
    await follow("Analytics");
    await arrive("/analytics", "Calls of your organization");
    await follow("Calls");
    await arrive("/analytics/calls", "All outcomes");
    await follow("User Management");
    await arrive("/admin/users", "Pending Approval");
    await follow("Live Call");
    await arrive("/live-call", "Test Live Transcription");
    await follow("All live calls");
    await arrive("/live-call/desk", "Live calls");
    await follow("Live Call");
    await reads("Test Live Transcription");

    await press("Test Live Transcription");
    await page.waitForSelector("[role=log] [lang=fr]");
    await reads("%");
    await look("a running call");
    await press("End Call");
    await reads("To wrap up");
    await look("a wrap-up");
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
