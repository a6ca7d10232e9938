import type { Page } from "playwright/test";

/** The title of the screen that is open. */
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The way to a screen in the main navigation. */
export const linkTo = (page: Page, title: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: title });
