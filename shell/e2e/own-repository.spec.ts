import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "playwright/test";
import { root, run } from "../../api/tools/run-step.mjs";
import { agent, signInAs } from "./administrator.ts";
import { releasesToken, test } from "./releases/deployment.ts";

test("a remote in a repository of its own is tested, built and released with the two packages alone", async ({
  page,
  deployment,
}) => {
  test.setTimeout(600_000);
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
    await signInAs(page, agent, {}, deployment.url);
    await page.goto(`${deployment.url}/dashboard`);
    await page.getByRole("link", { name: "Speech", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Speech" })).toBeVisible();
    await expect(page.getByText("Packets").locator("..")).toContainText(/\d/);
    await expect(page.getByText("What was transcribed")).toHaveCSS("margin-bottom", "16px");

    expect(await command("release", "--remove", "--to", deployment.url)).toContain("Removed: mfe-speech");
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});
