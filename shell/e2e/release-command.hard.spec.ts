import { expect } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { type Deployment, releasesToken, test } from "./releases/deployment.ts";
import { heading, linkTo } from "./screens.ts";

const name = "mfe-admin";

/** Another release each time. */
function build({ build: make }: Deployment, searchbox: string) {
  return make(name, { texts: { "Search users": searchbox } }).version;
}

/** Every file of what is live is there, and the pages get it. */
async function expectWhole(deployment: Deployment): Promise<void> {
  for (const { base, entry, integrity } of Object.values((await deployment.client.latest()).remotes)) {
    for (const file of new Set([entry, ...Object.keys(integrity)])) {
      expect((await fetch(deployment.url + base + file)).status, base + file).toBe(200);
    }
  }
}

test("each way of releasing by the command does what it announces, and reports what it has done", async ({
  deployment,
}) => {
  test.setTimeout(300_000);
  const release = async (...args: string[]) => {
    const { code, output } = await deployment.release([name, ...args]);
    expect(code, output).toBe(0);
    return output;
  };
  const live = async () => (await deployment.live(name)).version;
  const before = await live();

  const first = build(deployment, "Search people");
  expect(await release("--no-activate", "--force")).toContain(`Published, not active: ${name} ${first}`);
  expect(await live()).toBe(before);
  const listed = await release("--list");
  expect(listed).toMatch(new RegExp(`^${before} {2}live `, "m"));
  expect(listed).toMatch(new RegExp(`^${first} {8}`, "m"));
  expect(await release("--activate", first)).toContain(`Live: ${name} ${first}`);
  expect(await live()).toBe(first);

  const second = build(deployment, "Search somebody");
  expect(await release("--canary", "25", "--force")).toContain(`25 % of the users have ${name} ${second}`);
  expect((await deployment.client.latest()).canaries?.[name]?.share).toBe(25);
  expect(await live()).toBe(first);
  expect(await release("--rollback")).toContain(`${name} is back to ${first}`);
  expect((await deployment.client.latest()).canaries?.[name]).toBeUndefined();
  await release("--activate", second, "--canary", "10");
  expect(await release("--promote")).toContain(`Everybody has ${name} ${second}`);
  expect(await live()).toBe(second);

  const to = await deployment.release([name, "--force", "--to", "/srv/releases"]);
  expect(to.code).toBe(1);
  expect(to.output).toContain("--to takes the address of a Souffleur");

  const third = build(deployment, "Search anybody");
  const over = ["--to", deployment.url];
  const refused = await deployment.release([name, "--force", ...over], {
    RELEASES_TOKEN: "somebody-else-s-token",
  });
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/does not accept this token/);
  expect(await live()).toBe(second);
  // Looked at in a browser here, inside the shell there, before it is sent.
  const sent = await deployment.release([name, ...over], { RELEASES_TOKEN: releasesToken });
  expect(sent.output).toContain(`Live: ${name} ${third}`);
  expect(await live()).toBe(third);

  await release("--activate", before);
  await expectWhole(deployment);
});

test("a preview is shown to who opens its address, with a badge on every screen, until it is switched off", async ({
  page,
  deployment,
}) => {
  test.setTimeout(300_000);
  const before = (await deployment.live(name)).version;
  build(deployment, "Search colleagues");
  const { code, output } = await deployment.release([name, "--preview", "new-search", "--force"], {
    PUBLIC_URL: deployment.url,
  });
  expect(code, output).toBe(0);
  const [, address = ""] = /^ {2}(http\S+)$/m.exec(output) ?? [];
  await signInAs(page, administrator, {}, deployment.url);
  await page.goto(address);
  await expect(heading(page)).toHaveText("Show this preview in this browser?");
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(page.getByRole("searchbox", { name: "Search colleagues" })).toBeVisible();
  const badge = page.getByRole("complementary", { name: "Preview" });
  await expect(badge).toContainText(`${name} new-search`);
  await linkTo(page, "Dashboard").click();
  await expect(heading(page)).toContainText("Welcome");
  expect((await deployment.live(name)).version).toBe(before);
  await badge.getByRole("button", { name: "Switch off" }).click();
  await expect(badge).toHaveCount(0);
  await linkTo(page, "User Management").click();
  await expect(page.getByRole("searchbox", { name: "Search users" })).toBeVisible();
});

test("a release that is forced into a shell that it does not fit shows its card and harms no other screen", async ({
  page,
  deployment,
}) => {
  const remote = "mfe-analytics";
  const { version } = deployment.build(remote, { contract: { "shared-ui": "0.0.9" } });
  await deployment.release([remote, "--force"]);
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await signInAs(page, administrator, {}, deployment.url);
  await page.goto(`${deployment.url}/analytics`);
  await expect(page.getByRole("alert")).toContainText("This part of Souffleur could not be loaded.");
  expect(errors.join("\n")).toContain(`${remote} ${version} does not fit this shell: it was built for`);
  await linkTo(page, "Dashboard").click();
  await expect(heading(page)).toContainText("Welcome");
  await deployment.client.rollback(remote, version);
});
