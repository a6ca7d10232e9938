import { expect, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";

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

// The product's own texts: `api/commands/bare-texts.hard.test.ts`.
test("menus, charts and messages, which libraries render, keep working in a translated page", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(translate);
  const expectWhole = async () => {
    await expect(page.locator("main font").first()).toBeVisible();
    await expect(page.getByText(/could not be (?:loaded|shown)|Something went wrong/)).toHaveCount(0);
    expect(complaints).toEqual([]);
  };
  await signInAs(page, demo("supervisor"));
  await page.goto("/dashboard");
  const figures = page.getByRole("radiogroup", { name: "Figures" }).getByRole("radio");
  for (const choice of [1, 0]) {
    await figures.nth(choice).check();
    await expectWhole();
  }
  const menu = page.getByRole("button", { name: "Settings", exact: true });
  for (const item of ["Dark", "Light", "System"]) {
    await menu.click();
    await page.getByRole("menuitemradio", { name: item }).click();
    await page.keyboard.press("Escape");
  }
  await expectWhole();

  await page.goto("/analytics");
  const choices = page.getByRole("radiogroup").getByRole("radio");
  await expect(choices.last()).toBeVisible();
  for (const choice of await choices.all()) {
    await choice.check();
    await expectWhole();
  }

  // A message that comes, and goes.
  await page.goto("/admin/users");
  const denied = page.getByText("Access denied. Admin privileges required.");
  await expect(denied).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(denied).toHaveCount(0);
  await expectWhole();

  await menu.click();
  await page.getByRole("menuitemradio", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expectWhole();
});
