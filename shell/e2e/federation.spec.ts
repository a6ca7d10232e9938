import { type APIRequestContext, expect, test } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { heading, linkTo, watchComplaints } from "./screens.ts";

/** The address of the shell's script, from the page that it starts. */
async function shellScript(request: APIRequestContext): Promise<string> {
  const html = await (await request.get("/login")).text();
  return /src="?(\/assets\/shell\.[\w.]+\.js)/.exec(html)?.[1] ?? "";
}

test.beforeEach(({ page }) => signInAs(page, administrator));

test("every remote's screen runs in one page with one React, one router and one query client", async ({
  page,
}) => {
  const errors = await watchComplaints(page);
  await page.goto("/dashboard");
  await expect(heading(page)).toBeVisible();
  for (const name of ["Live Call", "Analytics", "User Management", "Dashboard"]) {
    await linkTo(page, name).click();
    await expect(page).toHaveTitle(`${name} · Souffleur`);
    await expect(heading(page)).toBeFocused();
    // A file with a wrong integrity does not run.
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
  const shared = await page.evaluate(() => {
    interface Shared {
      from: string;
      useIn: string[];
    }
    type Scope = Record<string, Record<string, Shared>>;
    const federation = (
      globalThis as unknown as {
        __FEDERATION__: { __INSTANCES__: { shareScopeMap: { default: Scope } }[] };
      }
    ).__FEDERATION__;
    const scopes = federation.__INSTANCES__.map((instance) => instance.shareScopeMap.default);
    return ["react", "react-dom", "react-router-dom", "@tanstack/react-query", "@souffleur/shared-ui"].map(
      (name) => ({
        name,
        copies: [...new Set(scopes.flatMap((scope) => Object.values(scope[name] ?? {})))].map(
          ({ from, useIn }) => ({ from, useIn }),
        ),
      }),
    );
  });
  for (const { name, copies } of shared) {
    expect.soft(copies, name).toHaveLength(1);
    expect.soft(copies[0]?.from, name).toBe("shell");
  }
  const remotesOf = (name: string) => shared.find((one) => one.name === name)?.copies[0]?.useIn;
  expect(remotesOf("@souffleur/shared-ui")).toEqual(
    expect.arrayContaining(["mfe_dashboard", "mfe_live_call", "mfe_analytics", "mfe_admin"]),
  );
  expect(errors).toEqual([]);
});

test("no remote is part of the shell's own files", async ({ page }) => {
  const { remotes } = await (await page.request.get("/remotes.json")).json();
  const source = await (await page.request.get(await shellScript(page.request))).text();
  expect(source).toContain("remotes.json");
  for (const { version, entry } of Object.values<{ version: string; entry: string }>(remotes)) {
    expect(source).not.toContain(version);
    expect(source).not.toContain(entry);
  }
});
