import { existsSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { administrator } from "./accounts.ts";
import { test } from "./releases/deployment.ts";
import { findNginxOrWarn, serveAsImage } from "./releases/web-image.ts";

const remote = "mfe-analytics";
/** Of a file that is a part of pages and never one of its own. */
const partPolicy = "default-src 'none'; sandbox";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

function open(page: Page, name: string): Promise<void> {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
}

test("the image before the API processes sends the bundles itself, and has them answer everything else", async ({
  page,
  deployment,
}) => {
  const nginx = await findNginxOrWarn();
  if (nginx === undefined) return;
  const apiPort = Number(new URL(deployment.url).port);
  const host = { nginx, port: deployment.frontPort, apiPort, releasesDir: deployment.releasesDir };
  const { url, stop } = await serveAsImage(host);
  try {
    await page.goto(`${url}/login`);
    await signInThere(page, url);
    // The socket's upgrade goes through it too.
    await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
    await open(page, "Analytics");
    await expect(heading(page)).toHaveText("Analytics");
    const { base, entry } = deployment.live(remote);
    const shell = await page.locator("script[src^='/assets/shell.']").getAttribute("src");
    for (const file of [base + entry, shell]) {
      const headers = (await page.request.get(url + file)).headers();
      // What the API sends has an id beside it.
      expect(headers).not.toHaveProperty("x-request-id");
      expect(headers["content-security-policy"]).toBe(file === shell ? undefined : partPolicy);
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable, no-transform",
        "content-encoding": "gzip",
        "x-content-type-options": "nosniff",
      });
    }
    const kept = path.join(deployment.releasesDir, remote, deployment.live(remote).version);
    for (const file of ["release.json", entry]) {
      expect(existsSync(path.join(kept, file))).toBe(true);
      const address = `${url}/remotes/${remote}/${path.basename(kept)}/${file}`;
      expect((await page.request.get(address)).status()).toBe(404);
    }
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
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
  await expect(heading(page)).toContainText("Welcome");
}
