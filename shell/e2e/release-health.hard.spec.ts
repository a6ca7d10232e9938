import { expect } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { test } from "./releases/deployment.ts";
import { heading } from "./screens.ts";

const remote = "mfe-dashboard";

test("a platform administrator sees how often a release fails, and where in its source, and rolls it back by hand", async ({
  page,
  deployment,
}) => {
  test.setTimeout(300_000);
  await signInAs(page, administrator, {}, deployment.url);
  const good = (await deployment.live(remote)).version;
  // The dashboard calls what is not there, in a file whose source map is kept.
  const failing = { texts: { "formatWelcome)(": "formatWelcom_)(" } };
  const { version, entry, commit } = deployment.build(remote, failing);
  const { code, output } = await deployment.release([remote, "--force"]);
  expect(code, output).toBe(0);
  const reported = page.waitForRequest("**/api/releases/errors");
  await page.goto(`${deployment.url}/dashboard`);
  await expect(page.getByRole("alert")).toContainText("This part of Souffleur could not be loaded.");
  await reported;
  const row = page.getByRole("row", { name: new RegExp(remote) });
  // Reports that the page sends as it is left may arrive after the list.
  await expect(async () => {
    await page.goto(`${deployment.url}/admin/releases`);
    await expect(heading(page)).toHaveText("Releases");
    await expect(row).toContainText(/[1-9]\d* of \d/, { timeout: 5000 });
  }).toPass();
  await expect(row).toContainText(version);

  const error = page.getByRole("region", { name: "Dashboard" }).getByRole("listitem").first();
  await expect(error).toContainText("formatWelcom_) is not a function");
  await expect(error).toContainText("New in this release");
  await expect(error).toContainText(`${version} (${commit?.slice(0, 8)}`);
  await expect(error).toContainText(/mfe-dashboard\/src\/dashboard\/dashboard\.tsx:\d+:\d+/);
  await error.locator("summary").click();
  await expect(error.locator("pre")).toContainText("node_modules/react-dom/");
  await expect(error.getByText("Last seen on /dashboard in Chrome")).toBeVisible();
  // What its source map holds is not public.
  const file = `${deployment.url}${(await deployment.live(remote)).base}${entry}`;
  expect((await page.request.get(file)).status()).toBe(200);
  expect((await page.request.get(`${file}.map`)).status()).toBe(404);

  await row.getByRole("button", { name: "Roll back" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Roll back Dashboard?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await deployment.live(remote)).version).toBe(version);
  await row.getByRole("button", { name: "Roll back" }).click();
  await dialog.getByRole("button", { name: "Roll back" }).click();
  await expect(page.getByText(`was rolled back to ${good}.`)).toBeVisible();
  await expect(row).toContainText(good);
  expect((await deployment.live(remote)).version).toBe(good);
});
