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

const badge = (page: Page) => page.getByRole("complementary", { name: "Replaced remotes" });
const replacedBy = (page: Page) =>
  page.evaluate(() => document.getElementById("souffleur-overrides")?.textContent ?? null);

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
      (await (await page.request.get(`${deployment.url}/api/remote-override`)).json()).data.overrides,
    ).toEqual([]);

    await page.getByRole("button", { name: "Replace it" }).click();
    // The shell's development flavour is several megabytes, which a busy machine takes its time for.
    await expect(heading(page)).toHaveText("User Management");
    await expect(badge(page)).toContainText("mfe-admin");
    await expect(badge(page)).toContainText("your machine");

    const search = page.getByRole("searchbox", { name: "Search users" });
    await search.fill("somebody");
    await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
    const isSamePage = () => page.evaluate(() => "stillTheSamePage" in globalThis);
    const written = deployment.copy.read(title);
    const write = (jsx: string, more = "") =>
      deployment.copy.edit(title, () => written.replace('title={t("User Management")}', jsx) + more);
    write('title="People, edited"');
    await expect(heading(page)).toHaveText("People, edited");
    expect(await copiesOfReact(page)).toEqual(["shell"]);
    expect(errors).toEqual([]);

    // What does not compile is named, and after the fix no edit is one build late.
    write('title="People');
    await expect(badge(page)).toContainText("does not compile");
    await expect(badge(page)).toContainText(/user-management\.tsx\D+\d+/);
    expect(errors.splice(0).join()).toContain("mfe-admin does not compile");
    for (const name of ["fixed", "edited again", "edited a third time"]) {
      write(`title="People, ${name}"`);
      await expect(heading(page)).toHaveText(`People, ${name}`);
    }
    await expect(badge(page)).toContainText("your machine");
    // Two edits at once.
    write('title="People, one"');
    deployment.copy.edit("mfe-admin/src/users/stat-tiles.tsx", (source) => `${source}// Edited.\n`);
    write('title="People, two"');
    await expect(heading(page)).toHaveText("People, two");
    expect(await isSamePage()).toBe(true);
    await expect(search).toHaveValue("somebody");

    // What throws while it is updated is named with its place, and the fix shows the screen again.
    write('title="People, two"', 'throw new Error("No such column");\n');
    await expect(badge(page)).toContainText("has failed");
    await expect(badge(page)).toContainText(/No such column[\s\S]*src\/users\/user-management\.tsx:\d+/);
    // A page that starts with it shows it in place of the screen.
    await page.reload();
    await expect(page.getByRole("main")).toContainText(
      /No such column[\s\S]*src\/users\/user-management\.tsx:\d+/,
    );
    await expect(page.getByRole("main")).not.toContainText("could not be loaded");
    // A text without French, which the check of the types finds.
    write('title={t("People")}');
    await expect(heading(page)).toHaveText("People");
    errors.splice(0);

    // Everything else is the deployment's, and the badge stays.
    await linkTo(page, "Dashboard").click();
    await expect(heading(page)).toContainText("Welcome");
    await expect(badge(page)).toBeVisible();

    // What its remote.json says counts here, though no release brings it: the page starts anew by itself.
    const [routes, manifest] = ["mfe-admin/src/routes.tsx", "mfe-admin/remote.json"];
    const before = { routes: deployment.copy.read(routes), manifest: deployment.copy.read(manifest) };
    const { screens, ...rest } = JSON.parse(before.manifest);
    deployment.copy.edit(routes, (source) =>
      source.replace("routes: [", 'routes: [{ path: "/admin/teams", Component: () => "All teams" }, '),
    );
    const navigation = { order: 45, icon: "users", key: "t" };
    const teams = { path: "/admin/teams", title: "Teams", access: "admin", skeleton: "table", navigation };
    deployment.copy.edit(manifest, () => JSON.stringify({ ...rest, screens: [...screens, teams] }));
    await linkTo(page, "Teams").click();
    await expect(page.getByText("All teams")).toBeVisible();
    deployment.copy.edit(manifest, () => JSON.stringify({ ...rest, screens, menus: [] }));
    await expect(badge(page)).toContainText("remote.json is wrong");
    await expect(badge(page)).toContainText("It has menus; it may have owns, screens,");
    deployment.copy.edit("shared-ui/src/index.ts", (source) => `${source}// Edited.\n`);
    await remote.printed(/shared-ui\/src\/index\.ts: not shown/);
    await remote.printed(/mfe-admin: the types are wrong[\s\S]*user-management\.tsx/);
    deployment.copy.edit(routes, () => before.routes);
    deployment.copy.edit(manifest, () => before.manifest);

    await badge(page)
      .getByRole("button", { name: /^Switch off/ })
      .click();
    // The page loads for the edits above too.
    await expect(async () => expect(await replacedBy(page)).toBeNull()).toPass();
    await expect(badge(page)).toHaveCount(0);
    await page.goto(`${deployment.url}/admin/users`);
    await expect(heading(page)).toHaveText("User Management");
    await remote.stop();
    deployment.copy.edit(title, () => written);
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
    // It is offered, and asks again.
    await expect(badge(page)).toContainText("until your last session");
    await badge(page).getByRole("button", { name: "Replace mfe-admin again" }).click();
    await page.getByRole("button", { name: "Replace it" }).click();
    await expect(badge(page)).toContainText("does not answer");
    await expect(page).toHaveURL(/\/admin\/users$/);
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
