import { expect, type Page } from "playwright/test";
import { releaseFor } from "../src/releases/release-for.ts";
import { administrator, demo, signInAs } from "./accounts.ts";
import { test } from "./releases/deployment.ts";
import { heading, linkTo } from "./screens.ts";

const analyst = demo("analyst");
/** The remotes' files that the page has asked for, and which of them came over the network. */
function filesOf(page: Page): Promise<{ asked: string[]; fetched: string[] }> {
  return page.evaluate(() => {
    const files = (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, transferSize }))
      .filter(({ path }) => path.startsWith("/remotes/"));
    const names = (some: typeof files) => [
      ...new Set(some.map(({ path }) => path.slice(path.lastIndexOf("/") + 1))),
    ];
    return { asked: names(files), fetched: names(files.filter(({ transferSize }) => transferSize > 0)) };
  });
}

test("a release whose screen breaks is refused before anybody has it, with what is wrong", async ({
  deployment,
}) => {
  test.setTimeout(300_000);
  const before = (await deployment.live("mfe-analytics")).version;
  const { version } = deployment.build("mfe-analytics", {
    texts: { '"Analytics"),subtitle': "globalThis.nothing.here),subtitle" },
  });
  const { code, output } = await deployment.release(["mfe-analytics"]);
  expect(code).toBe(1);
  expect(output).toContain(`mfe-analytics ${version} was refused:`);
  expect(output).toContain("/analytics shows the card of a part that could not be loaded");
  expect(output).toContain("Cannot read properties of undefined (reading 'here')");
  expect(output).not.toContain("    at ");
  expect((await deployment.live("mfe-analytics")).version).toBe(before);
});

test("a release with other contracts and another minor of React than the shell's goes live unforced where that fits, and is refused with what differs where it does not", async ({
  page,
  deployment,
}) => {
  test.setTimeout(300_000);
  const name = "mfe-analytics";
  const before = await deployment.live(name);
  const { contracts, react } = before.contract;
  const minor = (number: number) => `${Number.parseInt(react, 10)}.${number}.0`;
  /** It has its own copy of the contracts, and takes React from the shell. */
  const built = (reactVersion: string) =>
    deployment.build(name, {
      contract: { contracts: "99.0.0", react: reactVersion },
      texts: {
        [`"${contracts}"`]: '"99.0.0"',
        [`"^${contracts}"`]: '"^99.0.0"',
        [`"^${react}"`]: `"^${reactVersion}"`,
      },
    });
  built(minor(99));
  const refused = await deployment.release([name]);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(
    `It does not fit the shell: it was built for react ^${minor(99)}, the shell has ${react}.`,
  );
  expect((await deployment.live(name)).version).toBe(before.version);

  const { version } = built(minor(0));
  const { code, output } = await deployment.release([name]);
  expect(code, output).toBe(0);
  expect((await deployment.live(name)).version).toBe(version);
  await signInAs(page, administrator, {}, deployment.url);
  await page.goto(`${deployment.url}/analytics`);
  await expect(heading(page)).toHaveText("Analytics");
  await deployment.client.rollback(name, version);
});

test("a canary is taken by its browsers, the same ones each time, until it is promoted", async ({
  page,
  browser,
  deployment,
}) => {
  test.setTimeout(300_000);
  const name = "mfe-auth";
  const canary = deployment.build(name, { texts: { 'autoComplete:"username"': 'autoComplete:"email"' } });
  const active = await deployment.live(name);
  const { output } = await deployment.release([name, "--canary", "10", "--force"]);
  expect(output).toContain(`10 % of the users have ${name} ${canary.version}`);

  const registry = await deployment.client.latest();
  const visitors = Array.from({ length: 1000 }, (_, index) => `visitor ${index}`);
  const oneWith = (version: string) =>
    visitors.find((visitor) => releaseFor(registry, name, visitor)?.version === version) ?? "";
  const [chosen, other] = [oneWith(canary.version), oneWith(active.version)];

  /** Which entries a browser takes that has kept this name for its visitor. */
  const taken = async (visitor: string, times = 1) => {
    const context = await browser.newContext({ baseURL: deployment.url });
    await context.addInitScript((kept) => localStorage.setItem("souffleur.visitor", kept), visitor);
    const tab = await context.newPage();
    const entries: string[] = [];
    tab.on("request", (request) => {
      const [, file] = /\/remotes\/mfe-auth\/by-hash\/(remoteEntry\.\w+\.js)/.exec(request.url()) ?? [];
      if (file !== undefined) entries.push(file);
    });
    for (let time = 0; time < times; time++) {
      await tab.goto("/login");
      await expect(tab.getByLabel("Email")).toBeVisible();
    }
    await context.close();
    return [...new Set(entries)];
  };
  expect(await taken(chosen, 2)).toEqual([canary.entry]);
  expect(await taken(other, 2)).toEqual([active.entry]);

  expect((await deployment.release([name, "--promote"])).output).toContain(
    `Everybody has ${name} ${canary.version}`,
  );
  expect(await taken(other)).toEqual([canary.entry]);
  await deployment.client.rollback(name, canary.version);
  await page.goto(`${deployment.url}/login`);
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("a release reaches a page whose call is running without touching the call, and is offered, never forced", async ({
  page,
  deployment,
}) => {
  test.setTimeout(300_000);
  const before = await deployment.live("mfe-live-call");
  const log = page.getByRole("log", { name: "Conversation" });
  const bubbles = log.locator("[lang=fr]");
  const notes = page.getByLabel("Agent notes");
  const offer = page.getByText(/^A new version of/);
  await signInAs(page, analyst, {}, deployment.url);
  await page.goto(`${deployment.url}/analytics`);
  await expect(heading(page)).toHaveText("Analytics");
  await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
  await linkTo(page, "Live Call").click();
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  await expect(bubbles.nth(1)).toBeVisible();
  const said = (await bubbles.first().textContent()) ?? "";
  await notes.fill("Rappeler mardi.");

  const released = {
    analytics: deployment.build("mfe-analytics", {
      texts: { '"Analytics"),subtitle': '"Analytics, anew"),subtitle' },
    }),
    call: deployment.build("mfe-live-call", {}),
  };
  for (const remote of ["mfe-live-call", "mfe-analytics"]) {
    const { code, output } = await deployment.release([remote, "--force"]);
    expect(code, output).toBe(0);
  }
  await expect(bubbles.nth((await bubbles.count()) + 1)).toBeVisible();
  await expect(offer).toHaveCount(0);

  // The next navigation offers what may change: the call's own screen stays as it is while the call runs.
  await linkTo(page, "Dashboard").click();
  await expect(offer).toHaveText("A new version of Analytics is available.");
  await page.getByRole("button", { name: "Update" }).click();
  await linkTo(page, "Analytics").click();
  await expect(heading(page)).toHaveText("Analytics, anew");

  await linkTo(page, "Live Call").click();
  await expect(bubbles.first()).toHaveText(said);
  await expect(log.getByText(said, { exact: true })).toHaveCount(1);
  await expect(notes).toHaveValue("Rappeler mardi.");
  await expect(page.getByRole("timer")).not.toHaveText(/^00:00:0[0-3]$/);
  expect(await page.evaluate(() => "stillTheSamePage" in globalThis)).toBe(true);
  expect((await filesOf(page)).asked).toContain(before.entry);
  expect((await filesOf(page)).asked).not.toContain(released.call.entry);

  // Once it has ended there is nothing left to lose.
  await page.getByRole("button", { name: "End Call" }).click();
  await expect(page.getByRole("button", { name: "End Call" })).toHaveCount(0);
  await expect(async () => {
    await linkTo(page, "Analytics").click();
    await expect(heading(page)).toHaveText("Analytics, anew");
    await linkTo(page, "Dashboard").click();
    await expect(offer).toHaveText("A new version of Live Call is available.", { timeout: 2000 });
  }).toPass();
  await page.getByRole("button", { name: "Update" }).click();
  await linkTo(page, "Live Call").click();
  await expect(page.getByRole("button", { name: "Test Live Transcription" })).toBeVisible();
  await expect.poll(async () => (await filesOf(page)).asked).toContain(released.call.entry);

  for (const { name, version } of Object.values(released)) await deployment.client.rollback(name, version);
});

test("of a release a browser that was here before fetches the changed files and nothing else", async ({
  browser,
  deployment,
}) => {
  test.setTimeout(300_000);
  const name = "mfe-analytics";
  const source = `${name}/src/analytics/analytics.tsx`;
  const [title, ...titles] = ["Analytics", "Analytics, once", "Analytics, twice"] as const;
  // A text of the catalogue at first.
  const written = (text: string) => (text === title ? `title={t("${text}")}` : `title="${text}"`);
  const before = (await deployment.live(name)).version;
  /** Builds the sources with one of them changed, and releases that. */
  const release = async (from: string, to: string) => {
    deployment.copy.edit(source, (text) => text.replace(written(from), written(to)));
    const { code, output } = await deployment.release([name, "--force"]);
    expect(code, output).toBe(0);
    return await deployment.live(name);
  };
  const context = await browser.newContext();
  /** Opens the screen, until all that is fetched ahead is there too. */
  const visit = async (text: string) => {
    const page = await context.newPage();
    await signInAs(page, administrator, {}, deployment.url);
    await page.goto(`${deployment.url}/analytics`);
    await expect(heading(page)).toHaveText(text);
    const { remotes } = await deployment.client.latest();
    const files = ["mfe-dashboard", "mfe-live-call", name, "mfe-admin"]
      .flatMap((remote) => remotes[remote] ?? [])
      .flatMap(({ entry, scripts, styles }) => [entry, ...scripts, ...styles]);
    await expect.poll(async () => (await filesOf(page)).asked).toEqual(expect.arrayContaining(files));
    return page;
  };

  const once = await release(title, titles[0]);
  const stayed = await visit(titles[0]);
  const first = await filesOf(stayed);
  expect(first.fetched).toEqual(expect.arrayContaining([once.entry, ...once.scripts, ...once.styles]));

  const twice = await release(titles[0], titles[1]);
  const changed = Object.keys(twice.integrity).filter((file) => !(file in once.integrity));
  // The screens; the charts, which are most of it, and the styles are as they were.
  expect(changed).toEqual([twice.entry]);
  expect((await filesOf(await visit(titles[1]))).fetched).toEqual(changed);

  // A page that stayed open and takes what it is offered finds in the cache what the other one has fetched.
  await stayed.evaluate(() => performance.clearResourceTimings());
  await linkTo(stayed, "Dashboard").click();
  await expect(stayed.getByText("A new version of Analytics is available.")).toBeVisible();
  await stayed.getByRole("button", { name: "Update" }).click();
  await linkTo(stayed, "Analytics").click();
  await expect(heading(stayed)).toHaveText(titles[1]);
  expect(await filesOf(stayed)).toMatchObject({ fetched: [], asked: expect.arrayContaining(changed) });
  await context.close();

  deployment.copy.edit(source, (text) => text.replace(written(titles[1]), written(title)));
  await deployment.client.activate([await deployment.client.find(name, before)]);
});
