import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { freePort } from "../../api/tools/network.ts";
import { administrator, signInAs } from "./accounts.ts";
import { type Deployment, test } from "./releases/deployment.ts";
import { findNginxOrWarn, imageHost, serveStatically } from "./releases/static-host.ts";

const failureText = "This part of Souffleur could not be loaded.";
const remote = "mfe-analytics";
/** Of a file that is a part of pages and never one of its own. */
const partPolicy = "default-src 'none'; sandbox";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const retry = (page: Page) => page.getByRole("button", { name: "Retry" });

function open(page: Page, name: string): Promise<void> {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
}

/** The analytics show their card and nothing else notices; ends on that card. */
async function expectOnlyAnalyticsFails(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/analytics`);
  await expect(page.getByRole("alert")).toContainText(failureText);
  await open(page, "Dashboard");
  await expect(heading(page)).toContainText("Welcome");
  await open(page, "Analytics");
  await expect(page.getByRole("alert")).toContainText(failureText);
}

test("the shell and the remotes work as plain files of an nginx, through every fault of one remote", async ({
  browser,
  deployment,
}) => {
  test.setTimeout(300_000);
  const nginx = await findNginxOrWarn();
  if (nginx === undefined) return;
  const filesPort = await freePort();
  const host = {
    nginx,
    apiPort: Number(new URL(deployment.url).port),
    releasesDir: deployment.releasesDir,
    remoteOrigin: `http://localhost:${filesPort}`,
  };
  const { url, stop } = await serveStatically({ ...host, port: deployment.frontPort });
  const page = await (await browser.newContext()).newPage();
  const openVisitor = async () => {
    const visitor = await (await browser.newContext()).newPage();
    await signInAs(visitor, administrator, {}, deployment.url);
    return visitor;
  };
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  try {
    await test.step("every screen, with the registry fetched", async () => {
      const fetched = page.waitForResponse(`${url}/remotes.json`);
      await page.goto(`${url}/login`);
      expect((await fetched).headers()["cache-control"]).toBe("no-cache, no-transform");
      await signInThere(page, url);
      await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
      for (const name of ["Live Call", "Analytics", "User Management", "Dashboard"]) {
        await open(page, name);
        await expect(page).toHaveTitle(`${name} · Souffleur`);
        await expect(page.getByRole("alert")).toHaveCount(0);
      }
      expect(errors).toEqual([]);
      const { base, entry, styles } = deployment.live(remote);
      for (const [file, type] of [
        [entry, "text/javascript; charset=utf-8"],
        [styles[0], "text/css; charset=utf-8"],
      ]) {
        const sent = await page.request.get(url + base + file);
        expect(sent.headers()).toMatchObject({
          "cache-control": "public, max-age=31536000, immutable, no-transform",
          "content-type": type,
          "content-security-policy": partPolicy,
          "x-content-type-options": "nosniff",
        });
      }
      for (const gone of [`${base}gone.js`, "/assets/gone.js"])
        expect((await page.request.get(url + gone)).status()).toBe(404);
    });

    await test.step("a release and its end, by a folder", async () => {
      const before = deployment.live(remote).version;
      const { version } = deployment.build(remote, {
        texts: { '"Analytics"),subtitle': '"Analytics, anew"),subtitle' },
      });
      const { output } = await deployment.release([remote, "--force", "--to", deployment.releasesDir]);
      expect(output).toContain(version);
      await page.goto(`${url}/analytics`);
      await expect(heading(page)).toHaveText("Analytics, anew");
      await deployment.release([remote, "--rollback", "--to", deployment.releasesDir]);
      expect(deployment.live(remote).version).toBe(before);
      await page.reload();
      await expect(heading(page)).toHaveText("Analytics");
    });

    await test.step("nothing but the files of what was activated, and no record of people's actions", async () => {
      const { version, entry } = deployment.live(remote);
      const registry = await page.request.get(`${url}/remotes.json`);
      expect((await registry.json()).remotes[remote].version).toBe(version);
      expect(await registry.text()).not.toContain('"changes"');
      const strange = path.join(deployment.releasesDir, remote, "by-hash/own.html");
      writeFileSync(strange, "<script>globalThis.ran = true</script>");
      const kept = ["remotes.json", "live.json", "local-builds.json", ".lock"];
      const own = [
        `${version}/release.json`,
        `${version}/${entry}`,
        `by-hash/${entry}.map`,
        "by-hash/own.html",
      ];
      for (const file of [...kept, ...own.map((file) => `${remote}/${file}`)])
        expect((await page.request.get(`${url}/remotes/${file}`)).status(), file).toBe(404);
      rmSync(strange);
    });

    await test.step("a file that was tampered with does not run, and is reported", async () => {
      const restore = tamperWith(deployment);
      // A new browser: one that has the file keeps what it has checked.
      const visitor = await openVisitor();
      const complaints: string[] = [];
      visitor.on("console", (message) => complaints.push(message.text()));
      await expectOnlyAnalyticsFails(visitor, url);
      expect(await visitor.evaluate(() => "tampered" in globalThis)).toBe(false);
      expect(complaints.some((text) => /integrity/.test(text))).toBe(true);
      restore();
      await retry(visitor).click();
      await expect(heading(visitor)).toHaveText("Analytics");
      await visitor.context().close();
    });

    for (const [what, contract] of [
      ["a new remote in an old shell", { react: "20.0.0", "shared-ui": "1.0.0" }],
      ["an old remote in a new shell", { "shared-ui": "0.0.9" }],
    ] as const) {
      await test.step(what, async () => {
        const { version } = deployment.build(remote, { contract });
        const refused = await deployment.release([remote]);
        expect(refused.code).toBe(1);
        expect(refused.output).toContain("It does not fit the shell: it was built for shared-ui");
        await deployment.release([remote, "--activate", version]);
        errors.length = 0;
        await expectOnlyAnalyticsFails(page, url);
        expect(errors.join("\n")).toContain(`${remote} ${version} does not fit this shell: it was built for`);
        await deployment.release([remote, "--rollback"]);
        await retry(page).click();
        await expect(heading(page)).toHaveText("Analytics");
      });
    }

    await test.step("a host of one remote that is down and comes back", async () => {
      const { version } = deployment.build(remote, {});
      let files = await serveStatically({ ...host, port: filesPort });
      const at = `${files.url}/remotes/`;
      await deployment.release([remote, "--force", "--at", at]);
      expect(deployment.live(remote)).toMatchObject({ version, base: `${at}${remote}/by-hash/` });
      await page.goto(`${url}/analytics`);
      await expect(heading(page)).toHaveText("Analytics");
      await files.stop();
      const visitor = await openVisitor();
      await expectOnlyAnalyticsFails(visitor, url);
      files = await serveStatically({ ...host, port: filesPort });
      await retry(visitor).click();
      await expect(heading(visitor)).toHaveText("Analytics");
      await visitor.context().close();
      await deployment.release([remote, "--rollback"]);
      await files.stop();
    });
  } finally {
    await page.context().close();
    await stop();
  }
});

test("the image before the API processes sends the bundles itself, and has them answer everything else", async ({
  page,
  deployment,
}) => {
  const nginx = await findNginxOrWarn();
  if (nginx === undefined) return;
  const apiPort = Number(new URL(deployment.url).port);
  const host = { nginx, port: deployment.frontPort, apiPort, releasesDir: deployment.releasesDir };
  const { url, stop } = await serveStatically(host, imageHost);
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

/** Something that is not in the release is appended to its entry; ends with what was there. */
function tamperWith(deployment: Deployment): () => void {
  const { entry } = deployment.live(remote);
  const file = path.join(deployment.releasesDir, remote, "by-hash", entry);
  const whole = ["", ".gz", ".br"].map(
    (extension) => [file + extension, readFileSync(file + extension)] as const,
  );
  for (const [packed] of whole.slice(1)) rmSync(packed);
  writeFileSync(file, `${whole[0]?.[1]}\nglobalThis.tampered = true;`);
  return () => {
    for (const [place, content] of whole) writeFileSync(place, content);
  };
}
