import { type Browser, type BrowserContext, expect, type Page, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";
import { mouse } from "./input-method.ts";
import {
  approve,
  arrive,
  endCall,
  newcomer,
  register,
  signIn,
  signOut,
  takeCall,
  wrapUp,
} from "./journey.ts";

/**
 * What a browser does that translates a page: each text node is replaced by a new one in two `font` elements, also where a text
 * appears or changes later. The texts stay as they are, so that the tests find them.
 */
function translate(): void {
  const kept = "font, script, style, noscript, title, textarea, option, [translate=no]";
  const replace = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.textContent?.trim() || !node.parentElement || node.parentElement.closest(kept)) return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = node.textContent;
      outer.append(inner);
      node.parentElement.replaceChild(outer, node);
      return;
    }
    for (const child of [...node.childNodes]) replace(child);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") replace(target);
      else for (const node of addedNodes) if (node.isConnected) replace(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Translates a browser's pages. @returns what they complain about */
async function translated(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = [];
  await context.addInitScript(translate);
  context.on("weberror", (error) => complaints.push(error.error().message));
  return complaints;
}

async function expectWhole(page: Page, complaints: readonly string[]): Promise<void> {
  await expect(page.locator("main font").first()).toBeVisible();
  await expect(page.getByText(/could not be (?:loaded|shown)|Something went wrong/)).toHaveCount(0);
  expect(complaints).toEqual([]);
}

test("a newcomer registers, is approved, takes a call and wraps it up in a translated page", async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(300_000);
  const complaints = await translated(context);
  const elsewhere = {
    newContext: async () => {
      const other = await browser.newContext();
      other.on("close", () => complaints.push(...seen));
      const seen = await translated(other);
      return other;
    },
  } as Pick<Browser, "newContext"> as Browser;
  const person = newcomer();
  await register(page, mouse, person);
  await signIn(page, mouse, person.email, "Not-Her-Password-1");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
  await expectWhole(page, complaints);
  await approve(elsewhere, mouse, person.email);
  await arrive(page, mouse, person);
  await expectWhole(page, complaints);
  await takeCall(page, mouse);
  await expectWhole(page, complaints);
  await endCall(page, mouse);
  await wrapUp(page, mouse);
  await page.getByRole("button", { name: "Save and next call" }).click();
  await expect(page.getByRole("region", { name: "Recent calls" })).toBeVisible();
  await expectWhole(page, complaints);
  await signOut(page, mouse);
  expect(complaints).toEqual([]);
});

test("every screen of an administrator is used in a translated page", async ({ page, context }) => {
  test.setTimeout(180_000);
  const complaints = await translated(context);
  await signInAs(page, demo("admin"));
  const menu = page.getByRole("button", { name: "Settings", exact: true });

  await page.goto("/dashboard");
  for (const figures of ["Your organization's calls", "Sample data"]) {
    const choice = page.getByRole("radiogroup", { name: "Figures" }).getByRole("radio");
    await choice.nth(figures === "Sample data" ? 0 : 1).check({ force: true });
    await expectWhole(page, complaints);
  }
  for (const item of ["Dark", "Light", "System"]) {
    await menu.click();
    await page.getByRole("menuitemradio", { name: item }).click();
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox");
  for (const text of ["l", "lé", "zzzz", ""]) await search.fill(text);
  await page.keyboard.press("Escape");
  await expectWhole(page, complaints);

  await page.goto("/analytics");
  for (const range of await page.getByRole("radiogroup").getByRole("radio").all()) {
    await range.check({ force: true });
    await expectWhole(page, complaints);
  }
  await page.goto("/analytics/calls");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByLabel("Outcome").selectOption("Too expensive");
  await expectWhole(page, complaints);
  await page.getByLabel("Outcome").selectOption({ index: 0 });
  await expectWhole(page, complaints);

  await page.goto("/admin/users");
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await expectWhole(page, complaints);
  }
  for (const text of ["walesa", "a", ""]) {
    await page.getByRole("searchbox", { name: "Search users" }).fill(text);
    await expectWhole(page, complaints);
  }
  await page.getByRole("main").getByRole("link", { name: "Playbook" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Playbook" })).toBeVisible();
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await expectWhole(page, complaints);
  }
  await page.getByRole("tab", { name: "Try" }).click();
  for (const said of ["C'est trop cher", "Xyzzy", "Quel est le prix ?"]) {
    await page.getByRole("textbox", { name: "What the client says" }).fill(said);
    const tried = page.waitForResponse(/\/api\/playbook\/try$/);
    await page.getByRole("button", { name: "Try", exact: true }).click();
    await tried;
    await expectWhole(page, complaints);
  }

  await page.goto("/live-call");
  await page.getByRole("link", { name: "All live calls" }).click();
  await expectWhole(page, complaints);
  await menu.click();
  await page.getByRole("menuitemradio", { name: "Français" }).click();
  await expect(
    page.getByRole("navigation", { name: "Principale" }).or(page.getByRole("navigation").first()),
  ).toBeVisible();
  await expectWhole(page, complaints);
});
