import { expect, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";

const manager = demo("manager");

test.describe("a French browser", () => {
  // The bar has room for each link: the French names are long.
  test.use({ locale: "fr-FR", viewport: { width: 1680, height: 900 } });

  test("is shown French, also where each chunk of the shell fails at first, and English once that is chosen", async ({
    page,
  }) => {
    const failed = new Set<string>();
    const chunks = /\/assets\/\d+\.\w+\.js$/;
    await page.route(chunks, async (route) => {
      const address = route.request().url();
      if (failed.has(address)) return route.continue();
      failed.add(address);
      await route.abort();
    });
    await page.goto("/login");
    await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeAttached();
    // A text of the shared components.
    await expect(page.getByRole("button", { name: "Afficher le mot de passe" })).toBeVisible();
    expect(failed.size).toBeGreaterThanOrEqual(4);
    await page.unroute(chunks);
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(page.getByRole("button", { name: "Se connecter" })).toBeVisible();
    await page.evaluate(() => localStorage.setItem("souffleur.language", "en"));
    await signInAs(page, manager);
    await page.goto("/dashboard");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    await page.getByRole("menuitemradio", { name: "Français" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^(Bonjour|Bienvenue)/);
    for (const [link, title] of [
      ["Appel en direct", "Appel en direct"],
      ["Analyses", "Analyses"],
      ["Gestion des utilisateurs", "Gestion des utilisateurs"],
    ] as const) {
      await page.getByRole("link", { name: link }).click();
      await expect(page).toHaveTitle(`${title} · Souffleur`);
    }
  });
});
