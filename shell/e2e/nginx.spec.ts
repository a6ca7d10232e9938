import { expect, type Page } from "playwright/test";
import { administrator } from "./accounts.ts";
import { findNginxOrWarn, serveBehindNginx } from "./releases/behind-nginx.ts";
import { test } from "./releases/deployment.ts";

const remote = "mfe-analytics";
/** Of a file that is a part of pages and never one of its own. */
const partPolicy = "default-src 'none'; sandbox";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

function open(page: Page, name: string): Promise<void> {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
}

test("nginx before the API processes keeps the bundles, and has them answer everything else", async ({
  page,
  deployment,
}) => {
  const nginx = await findNginxOrWarn();
  if (nginx === undefined) return;
  const apiPort = Number(new URL(deployment.url).port);
  const host = { nginx, port: deployment.frontPort, apiPort };
  const { url, stop } = await serveBehindNginx(host);
  try {
    await page.goto(`${url}/login`);
    await signInThere(page, url);
    // The socket's upgrade goes through it too.
    await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
    await open(page, "Analytics");
    await expect(heading(page)).toHaveText("Analytics");
    const { base, entry } = await deployment.live(remote);
    const shell = await page.locator("script[src^='/assets/shell.']").getAttribute("src");
    for (const file of [base + entry, shell ?? ""]) {
      const answers = [await page.request.get(url + file), await page.request.get(url + file)];
      const [, cached] = answers.map((answer) => answer.headers());
      expect(answers.map((answer) => answer.status())).toEqual([200, 200]);
      expect(cached?.["content-security-policy"] === partPolicy).toBe(file !== shell);
      expect(cached).toMatchObject({
        "x-cache": "HIT",
        "cache-control": "public, max-age=31536000, immutable, no-transform",
        "content-encoding": "br",
        "x-content-type-options": "nosniff",
      });
    }
    // A page and its registry are never kept.
    for (const fresh of ["/login", "/remotes.json"])
      expect((await page.request.get(url + fresh)).headers()).not.toHaveProperty("x-cache");
    for (const gone of [`${base}gone.js`, "/assets/gone.js"]) {
      const answer = await page.request.get(url + gone);
      expect(answer.status()).toBe(404);
      expect(answer.headers()).toHaveProperty("content-security-policy");
    }
  } finally {
    await stop();
  }
});

async function signInThere(page: Page, url: string): Promise<void> {
  await page.getByLabel("Email").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
  await expect(heading(page)).toContainText("Welcome");
}
