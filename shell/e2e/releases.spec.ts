import { expect } from "playwright/test";
import { releaseFor } from "../src/releases/release-for.ts";
import { test } from "./releases/deployment.ts";

test("a release whose screen breaks is refused before anybody has it, with what is wrong", async ({
  deployment,
}) => {
  test.setTimeout(300_000);
  const before = deployment.live("mfe-analytics").version;
  const { version } = deployment.build("mfe-analytics", {
    texts: { 'title:"Analytics",subtitle': "title:globalThis.nothing.here,subtitle" },
  });
  const { code, output } = await deployment.release(["mfe-analytics"]);
  expect(code).toBe(1);
  expect(output).toContain(`mfe-analytics ${version} was refused:`);
  expect(output).toContain("/analytics shows the card of a part that could not be loaded");
  expect(output).toContain("Cannot read properties of undefined (reading 'here')");
  expect(output).not.toContain("    at ");
  expect(deployment.live("mfe-analytics").version).toBe(before);
});

test("a trial of ten percent is that share of 2,000 browsers, the same ones each time, until it is promoted", async ({
  page,
  browser,
  deployment,
}) => {
  test.setTimeout(300_000);
  const name = "mfe-auth";
  const trial = deployment.build(name, { texts: { 'autoComplete:"username"': 'autoComplete:"email"' } });
  const active = deployment.live(name);
  const { output } = await deployment.release([name, "--canary", "10", "--force"]);
  expect(output).toContain(`10 % of the users have ${name} ${trial.version}`);

  const registry = deployment.registry();
  const visitors = Array.from({ length: 2000 }, (_, index) => `visitor ${index}`);
  const chosen = visitors.filter((who) => releaseFor(registry, name, who)?.version === trial.version);
  expect(Math.abs(chosen.length / 20 - 10)).toBeLessThan(2);
  const others = visitors.filter((who) => !chosen.includes(who));

  /** Which release a browser takes that has kept this name for its visitor. */
  const taken = async (visitor: string, times = 1) => {
    const context = await browser.newContext({ baseURL: deployment.url });
    await context.addInitScript((who) => localStorage.setItem("souffleur.visitor", who), visitor);
    const tab = await context.newPage();
    const entries: string[] = [];
    tab.on("request", (request) => {
      const [, version] = /\/remotes\/mfe-auth\/(\w+)\/remoteEntry/.exec(request.url()) ?? [];
      if (version !== undefined) entries.push(version);
    });
    for (let time = 0; time < times; time++) {
      await tab.goto("/login");
      await expect(tab.getByLabel("Email")).toBeVisible();
    }
    await context.close();
    return [...new Set(entries)];
  };
  for (const who of chosen.slice(0, 2)) expect(await taken(who, 2)).toEqual([trial.version]);
  for (const who of others.slice(0, 2)) expect(await taken(who, 2)).toEqual([active.version]);

  expect((await deployment.release([name, "--promote"])).output).toContain(
    `Everybody has ${name} ${trial.version}`,
  );
  expect(await taken(others[0] ?? "")).toEqual([trial.version]);
  await deployment.release([name, "--rollback"]);
  expect(deployment.live(name).version).toBe(active.version);
  await page.goto(`${deployment.url}/login`);
  await expect(page.getByLabel("Email")).toBeVisible();
});
