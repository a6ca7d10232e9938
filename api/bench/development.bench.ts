import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright";
import { launchProduct } from "../tools/launch-product.ts";
import { freePort } from "../tools/network.ts";
import { openChromium } from "../tools/programs/browser.ts";
import { copyProject, type ProjectCopy } from "../tools/project-copy.ts";
import { openDashboard } from "./browser/open-screen.ts";
import { median, percentile, type Row, row } from "./figures.ts";

const remote = "mfe-admin";
const source = "mfe-admin/src/users/user-management.tsx";
const cache = `.cache/dev-remote/${remote}/webpack/${remote}-development__compiler1__/index.pack`;
const edits = 20;
const secondMs = 1000;
const startGoalMs = 5000;

/** One remote in development, in a shell that is deployed: its start, and the time from a saved edit to the screen. */
export default async function measure(): Promise<Row[]> {
  const product = await launchProduct({ REMOTE_OVERRIDES: "localhost" });
  const copy = copyProject();
  const browser = await openChromium([]);
  try {
    const first = await startDevelopment(copy, product.url);
    // The bundler keeps what it has compiled once it is idle.
    while (!existsSync(path.join(copy.root, cache))) await delay(100);
    await first.stop();
    const second = await startDevelopment(copy, product.url);
    const page = await openDashboard(browser, product.url, "admin");
    await page.goto(second.address);
    await page.getByRole("button", { name: "Replace it" }).click();
    await page.getByRole("heading", { level: 1, name: "User Management" }).waitFor();
    const times: number[] = [];
    for (let n = 0; n < edits; n++) times.push(await timeEdit(page, copy, n));
    await second.stop();
    return [
      row("development of one remote: first start, ms", first.ms, "", undefined, 0),
      row("the same, second start, ms", second.ms, `${startGoalMs}`, first.ms, 0),
      row(`an edit on the screen, median of ${edits}, ms`, median(times), `${secondMs}`, undefined, 0),
      row("the same, slowest, ms", percentile(times, 1), "", undefined, 0),
    ];
  } finally {
    await browser.close();
    await product.stop();
    copy.remove();
  }
}

async function startDevelopment(copy: ProjectCopy, shell: string) {
  const begun = performance.now();
  const port = String(await freePort());
  const command = copy.develop([remote, "--shell", shell, "--port", port, "--no-open"]);
  const [, address = ""] = await command.printed(/^ {2}(http\S+)$/m);
  return { ...command, address, ms: performance.now() - begun };
}

/** Milliseconds from the write of an edited title until the browser has drawn it, without a reload. */
async function timeEdit(page: Page, copy: ProjectCopy, n: number): Promise<number> {
  const title = `People, edit ${n}`;
  const isDrawn = page.waitForFunction(
    (wanted) => document.querySelector("h1")?.textContent === wanted,
    title,
  );
  const begun = performance.now();
  copy.edit(source, (code) =>
    code.replace(/title=(\{t\("User Management"\)\}|"People, edit \d+")/, `title="${title}"`),
  );
  await isDrawn;
  return performance.now() - begun;
}
