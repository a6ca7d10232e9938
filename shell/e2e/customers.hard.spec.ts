import { expect, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";

test("a customer with the longest name fits a phone, and its deletion asks for nothing that is gone", async ({
  page,
}) => {
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
