import { spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, type Page } from "playwright/test";
import { freePort } from "../../api/tools/network.ts";
import { root, run } from "../../api/tools/run-step.mjs";
import { agent, signInAs } from "./accounts.ts";
import { releasesToken, test } from "./releases/deployment.ts";
import { linkTo } from "./screens.ts";

test("a remote in a repository of its own is tested, built and released with the two packages alone", async ({
  page,
  deployment,
}) => {
  // Ends what hangs: installing, testing and building took ten minutes on a slow machine.
  test.setTimeout(1_200_000);
  const outside = mkdtempSync(path.join(tmpdir(), "souffleur-own-"));
  const [packages, folder] = [path.join(outside, "packages"), path.join(outside, "mfe-speech")];
  const succeed = async (command: string, args: string[], env = {}, cwd = folder) => {
    // The tests' own start names this repository's packages in it.
    const { ok, output } = await run(command, args, { cwd, env: { NODE_PATH: "", ...env } });
    expect(ok, output).toBe(true);
    return output;
  };
  const command = (...args: string[]) =>
    succeed("npx", ["souffleur-remote", ...args], { RELEASES_TOKEN: releasesToken });
  try {
    mkdirSync(packages);
    for (const name of ["api/contracts", "shell/remote"])
      await succeed("npm", ["pack", "--pack-destination", packages], {}, path.join(root, name));
    cpSync("shell/remote/example", folder, { recursive: true });
    const tarballs = readdirSync(packages).map((file) => path.join(packages, file));
    // The prefix: npm passes its own on to what it started, such as these tests.
    const quietly = ["--prefix", folder, "--prefer-offline", "--no-audit", "--no-fund"];
    await succeed("npm", ["install", ...quietly, ...tarballs]);
    await Promise.all([succeed("npx", ["tsc", "-p", "."]), succeed("npx", ["jest"])]);

    expect(await command("release", "--to", deployment.url)).toContain("Live: mfe-speech");
    const released = (await deployment.live("mfe-speech")).version;
    await signInAs(page, agent, {}, deployment.url);
    await page.goto(`${deployment.url}/dashboard`);
    await linkTo(page, "Speech").click();
    await expect(page.getByRole("heading", { level: 1, name: "Speech" })).toBeVisible();
    await expect(page.locator("dl > div").filter({ hasText: "Packets" })).toContainText(/\d/);
    await expect(page.getByText("What was transcribed")).toHaveCSS("margin-bottom", "16px");

    const showIn = async (language: string) => {
      await page.evaluate((chosen) => localStorage.setItem("souffleur.language", chosen), language);
      await page.reload();
    };
    await showIn("fr");
    await expect(page.getByRole("heading", { level: 1, name: "Parole" })).toBeVisible();
    await expect(page.getByText("Ce qui a été transcrit")).toBeVisible();
    await showIn("en");

    await expectEditOnScreen(page, deployment.url, folder);

    // What breaks when it is loaded is found in the shell of the deployment, and does not go live.
    appendFileSync(path.join(folder, "src/routes.tsx"), `throw new Error("It breaks.");\n`);
    const broken = await run("npx", ["souffleur-remote", "release", "--to", deployment.url], {
      cwd: folder,
      env: { NODE_PATH: "", RELEASES_TOKEN: releasesToken },
    });
    expect(broken).toMatchObject({ ok: false });
    expect(broken.output).toMatch(/was refused:[\s\S]*\/speech shows the card[\s\S]*could not be loaded/);
    expect((await deployment.live("mfe-speech")).version).toBe(released);

    expect(await command("release", "--remove", "--to", deployment.url)).toContain("Removed: mfe-speech");
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

/** The remote in development there, served to the deployed shell. */
async function expectEditOnScreen(page: Page, shell: string, folder: string): Promise<void> {
  const args = ["dev", "--shell", shell, "--port", String(await freePort()), "--no-open"];
  // Not through npx: it would not pass the signal on to the command.
  const development = spawn(path.join(folder, "node_modules/.bin/souffleur-remote"), args, {
    cwd: folder,
    env: { ...process.env, NODE_PATH: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => development.once("exit", resolve));
  try {
    let link: string | undefined;
    for await (const line of createInterface(development.stdout)) {
      link = /^ {2}(http\S+)$/.exec(line)?.[1];
      if (link !== undefined) break;
    }
    if (link === undefined) throw new Error("The command ended without a link.");
    development.stdout.resume();
    await page.goto(link);
    await page.getByRole("button", { name: "Replace it" }).click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("Speech");
    const source = path.join(folder, "src/speech.tsx");
    await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
    writeFileSync(
      source,
      readFileSync(source, "utf8").replace('title={t("Speech")}', 'title="Speech, edited"'),
    );
    await expect(heading).toHaveText("Speech, edited");
    expect(await page.evaluate(() => "stillTheSamePage" in globalThis)).toBe(true);
    const reloaded = page.waitForEvent("load");
    await page
      .getByRole("complementary", { name: "Replaced remotes" })
      .getByRole("button", { name: /^Switch off/ })
      .click();
    await reloaded;
  } finally {
    development.kill();
    await ended;
  }
}
