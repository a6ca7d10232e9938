import { expect, type Page } from "playwright/test";
import { freePort } from "../../api/tools/network.ts";
import { administrator, signInAs } from "./accounts.ts";
import { enter } from "./found-organization.ts";
import { mouse } from "./input-method.ts";
import { type Deployment, test } from "./releases/deployment.ts";
import { heading, linkTo } from "./screens.ts";

const failureText = "This part of Souffleur could not be loaded.";
const title = "mfe-admin/src/users/user-management.tsx";

function confirmation(url: string, remote: string, address: string): string {
  return `${url}/remote-override?${new URLSearchParams({ remote, address })}`;
}

/** One remote in development, served to the deployed shell. */
async function serveRemote({ copy, url }: Deployment, port: number) {
  const command = copy.develop(["mfe-admin", "--shell", url, "--port", String(port), "--no-open"]);
  const [, address = ""] = await command.printed(/^ {2}(http\S+)$/m);
  return { ...command, address };
}

const badge = (page: Page) => page.getByRole("complementary", { name: "Replaced remote" });
const replacedBy = (page: Page) =>
  page.evaluate(() => document.getElementById("souffleur-override")?.textContent ?? null);

test.describe("a browser that takes one remote from its own machine", () => {
  test("asks first, shows it always, refreshes what is edited with its state kept, and stops on request", async ({
    page,
    deployment,
  }) => {
    test.setTimeout(300_000);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    // Where five entries stand beside each other.
    await page.setViewportSize({ width: 1600, height: 900 });
    const remote = await serveRemote(deployment, await freePort());
    await signInAs(page, administrator, {}, deployment.url);
    await page.goto(remote.address);
    await expect(heading(page)).toHaveText("Replace mfe-admin in this browser?");
    await expect(page.getByRole("definition").nth(1)).toHaveText(/^http:\/\/127\.0\.0\.1:\d+$/);
    // The link alone has changed nothing.
    expect(
      (await (await page.request.get(`${deployment.url}/api/remote-override`)).json()).data.override,
    ).toBeNull();

    await page.getByRole("button", { name: "Replace it" }).click();
    // The shell's development flavour is several megabytes, which a busy machine takes its time for.
    await expect(heading(page)).toHaveText("User Management");
    await expect(badge(page)).toContainText("mfe-admin");
    await expect(badge(page)).toContainText("your machine");

    const search = page.getByRole("searchbox", { name: "Search users" });
    await search.fill("somebody");
    await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
    deployment.copy.edit(title, (source) =>
      source.replace('title={t("User Management")}', 'title="People, edited"'),
    );
    await expect(heading(page)).toHaveText("People, edited");
    expect(await page.evaluate(() => "stillTheSamePage" in globalThis)).toBe(true);
    await expect(search).toHaveValue("somebody");
    expect(await copiesOfReact(page)).toEqual(["shell"]);

    // Everything else is the deployment's, and the badge stays.
    await linkTo(page, "Dashboard").click();
    await expect(heading(page)).toContainText("Welcome");
    await expect(badge(page)).toBeVisible();
    expect(errors).toEqual([]);

    // What its remote.json says counts here, though no release brings it.
    const [routes, manifest] = ["mfe-admin/src/routes.tsx", "mfe-admin/remote.json"];
    const before = { routes: deployment.copy.read(routes), manifest: deployment.copy.read(manifest) };
    deployment.copy.edit(routes, (source) =>
      source.replace("routes: [", 'routes: [{ path: "/admin/teams", Component: () => "All teams" }, '),
    );
    deployment.copy.edit(manifest, (source) => {
      const { screens, ...rest } = JSON.parse(source);
      const navigation = { order: 45, icon: "users", key: "t" };
      const teams = { path: "/admin/teams", title: "Teams", access: "admin", skeleton: "table", navigation };
      return JSON.stringify({ ...rest, screens: [...screens, teams] });
    });
    await expect(async () => {
      await page.reload();
      await linkTo(page, "Teams").click({ timeout: 5000 });
      await expect(page.getByText("All teams")).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    deployment.copy.edit(routes, () => before.routes);
    deployment.copy.edit(manifest, () => before.manifest);

    await badge(page).getByRole("button", { name: "Switch off" }).click();
    // The page loads for the edits above too.
    await expect(async () => expect(await replacedBy(page)).toBeNull()).toPass();
    await expect(badge(page)).toHaveCount(0);
    await page.goto(`${deployment.url}/admin/users`);
    await expect(heading(page)).toHaveText("User Management");
    await remote.stop();
    deployment.copy.edit(title, (source) =>
      source.replace('title="People, edited"', 'title={t("User Management")}'),
    );
  });

  test("sees a card while its machine does not answer, works on, and has the remote back with Retry", async ({
    page,
    deployment,
  }) => {
    test.setTimeout(300_000);
    const port = await freePort();
    await signInAs(page, administrator, {}, deployment.url);
    const body = { remote: "mfe-admin", address: `http://127.0.0.1:${port}` };
    const set = await page.request.put(`${deployment.url}/api/remote-override`, {
      data: body,
      headers: { Origin: deployment.url },
    });
    expect(set.ok()).toBe(true);
    await page.goto(`${deployment.url}/admin/users`);
    await expect(page.getByRole("alert")).toContainText(failureText);
    await expect(badge(page)).toContainText("does not answer");
    await linkTo(page, "Dashboard").click();
    await expect(heading(page)).toContainText("Welcome");

    const remote = await serveRemote(deployment, port);
    await linkTo(page, "User Management").click();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(heading(page)).toHaveText("User Management");
    await expect(badge(page)).toContainText("your machine");
    await remote.stop();
  });

  test("is itself again from the sign-out on, in the page that is open too", async ({ page, deployment }) => {
    // A session of its own: the others' is not to end.
    const signIn = async () => {
      await enter(page, mouse, administrator.email, administrator.password);
      await expect(heading(page)).toContainText("User Management");
    };
    await page.goto(`${deployment.url}/login`);
    await signIn();
    await page.goto(confirmation(deployment.url, "mfe-admin", `http://127.0.0.1:${await freePort()}`));
    await page.getByRole("button", { name: "Replace it" }).click();
    await expect(badge(page)).toContainText("does not answer");
    await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
    const kept = await page.context().cookies();

    await page.getByRole("button", { name: "Open user menu" }).click();
    // The sign-in screen is shown first without a reload; only the reload removes the replaced remote's code.
    const reloaded = page.waitForEvent("load");
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await reloaded;
    await expect(page.getByLabel("Email")).toBeVisible();
    expect(await replacedBy(page)).toBeNull();
    expect(await page.evaluate(() => "stillTheSamePage" in globalThis)).toBe(false);
    await expect(badge(page)).toHaveCount(0);
    const left = await page.context().cookies();
    expect(left.filter(({ name }) => /override|renewal/.test(name))).toEqual([]);

    // Restoring the cookie before the next sign-in restores nothing.
    await page.context().addCookies(kept);
    await page.goto(`${deployment.url}/login`);
    expect(await replacedBy(page)).toBeNull();
    await signIn();
    await expect(badge(page)).toHaveCount(0);
  });
});

test("the command refuses what it can't serve in a line that names the remedy", async ({
  baseURL,
  deployment,
}) => {
  for (const [args, complaint] of [
    [["mfe-admin", "--shell", `${baseURL}`], "it must be started with REMOTE_OVERRIDES=localhost"],
    [["mfe-admin", "--shell", "souffleur"], '--shell is set to "souffleur"'],
    [["mfe-admin", "--shell", "http://127.0.0.1:9"], "http://127.0.0.1:9 does not answer"],
    [["--shell", "http://127.0.0.1:9"], "With --shell one remote is named"],
    [["mfe-admin", "--port", "x"], '--port is "x"'],
  ] as const) {
    const command = deployment.copy.develop([...args, "--no-open"]);
    expect(await command.exit, complaint).toBe(1);
    expect(command.output()).toContain(complaint);
    expect(command.output()).not.toContain("    at ");
  }
});

/** The bundle that provided React, of all that share it. */
function copiesOfReact(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Scope = Record<string, Record<string, { from: string }>>;
    const federation = (
      globalThis as unknown as { __FEDERATION__: { __INSTANCES__: { shareScopeMap: { default: Scope } }[] } }
    ).__FEDERATION__;
    const scopes = federation.__INSTANCES__.map(({ shareScopeMap }) => shareScopeMap.default);
    return [...new Set(scopes.flatMap((scope) => Object.values(scope.react ?? {})).map(({ from }) => from))];
  });
}
