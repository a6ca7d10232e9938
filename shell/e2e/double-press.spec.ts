import { expect, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";

// A bouncing mouse, or a habit: the second press comes before the page has drawn anything.
test("two presses in a row store a customer once", async ({ page }) => {
  await signInAs(page, demo("manager"));
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(new URL(request.url()).pathname));
  await page.goto("/live-call/customers");
  await page.getByRole("button", { name: "Add customer" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Camille Twice");
  await form.getByRole("button", { name: "Add customer" }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: "Camille Twice" })).toBeVisible();
  expect(posts.filter((path) => path === "/api/customers")).toHaveLength(1);
});

test("a double press of Import leaves its result on screen", async ({ page }) => {
  await signInAs(page, demo("manager"));
  await page.goto("/live-call/customers");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("File to import").setInputFiles({
    name: "odd.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Name;Phone\nImported Once;\nRefused;abc\n"),
  });
  const place = await dialog.getByRole("button", { name: "Import", exact: true }).boundingBox();
  if (place === null) throw new Error("There is no button.");
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.click(x, y);
  const done = dialog.getByRole("button", { name: "Done" });
  await expect(done).toBeVisible();
  // The second click of a double-click.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(dialog.getByText(/^Line 3: /)).toBeVisible();
  await done.click();
  await expect(dialog).toHaveCount(0);
});

test("deleting a customer asks for nothing that is gone", async ({ page }) => {
  await signInAs(page, demo("manager"));
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto("/live-call/customers");
  await page.getByRole("button", { name: "Add customer" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("W".repeat(100));
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole("dialog").getByRole("button", { name: "Add customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "W".repeat(100) })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await expect(page.getByText("Customer deleted")).toBeVisible();
  expect(errors).toEqual([]);
});
