import { expect } from "playwright/test";
import { runDocumentedNginx } from "../../api/testing/servers/nginx.ts";
import { findNginx } from "../../api/tools/programs/nginx.ts";
import { administrator } from "./accounts.ts";
import { enter } from "./found-organization.ts";
import { mouse } from "./input-method.ts";
import { test } from "./releases/deployment.ts";
import { heading, linkTo } from "./screens.ts";

const remote = "mfe-analytics";
/** Of a file that is a part of pages and never one of its own. */
const partPolicy = "default-src 'none'; sandbox";
/** The path of an nginx. CI without one gets a warning; a developer gets the error. */
async function findNginxOrWarn(): Promise<string | undefined> {
  try {
    return await findNginx();
  } catch (error) {
    if (process.env.CI === undefined) throw error;
    console.warn(`nginx can't be had on this machine, so nothing was tested behind it: ${error}`);
    return undefined;
  }
}

test("nginx before the API processes keeps the bundles, and has them answer everything else", async ({
  page,
  deployment,
}) => {
  const nginx = await findNginxOrWarn();
  if (nginx === undefined) return;
  const url = `http://localhost:${deployment.frontPort}`;
  const { stop } = await runDocumentedNginx(nginx, deployment.frontPort, deployment.url);
  try {
    await page.goto(`${url}/login`);
    await enter(page, mouse, administrator.email, administrator.password);
    // The socket's upgrade goes through it too.
    await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
    await linkTo(page, "Analytics").click();
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
