// The language is read as the other modules are evaluated.
import "./testing/french-page.ts";
import type { Manifest } from "@souffleur/contracts";
import { someUser } from "@souffleur/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { currentScreens, setOwnManifest } from "./screens/screens.ts";
import { openApp, prepareApp } from "./testing/open-app.tsx";
import { loadTexts } from "./texts/texts.ts";

prepareApp();

const deals: Manifest = {
  owns: ["/deals", "/offers"],
  screens: [
    {
      path: "/deals",
      title: "Deals",
      french: "Affaires",
      access: "session",
      skeleton: "table",
      navigation: { order: 15, icon: "deal", group: "Sales", french: "Ventes" },
    },
    {
      path: "/offers",
      title: "Offers",
      access: "session",
      skeleton: "table",
      navigation: { order: 16, icon: "deal", group: "Sales" },
    },
  ],
  menu: [
    { label: "My deals", french: "Mes affaires", order: 1, icon: "deal", to: "/deals" },
    { label: "My offers", order: 2, icon: "deal", to: "/offers" },
  ],
};

test("a French page shows the remotes' French texts, and English ones without a translation", async () => {
  setOwnManifest("mfe-analytics", deals);
  await loadTexts();
  await openApp("/deals", someUser());

  expect(document.title).toBe("Affaires · Souffleur");
  const bar = screen.getByRole("navigation", { name: "Principale" });
  const links = within(bar).getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Tableau de bord", "Affaires", "Offers"]),
  );
  expect(currentScreens().find(({ path }) => path === "/deals")?.navigation?.group).toBe("Ventes");
  expect(await screen.findByText("Cette partie de Souffleur n’a pas pu être chargée.")).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Ouvrir le menu utilisateur" }));
  const items = within(await screen.findByRole("menu")).getAllByRole("menuitem");
  const texts = items.map(({ textContent }) => textContent);
  expect(texts).toEqual(expect.arrayContaining(["Mes affaires", "My offers", "Se déconnecter"]));
});
