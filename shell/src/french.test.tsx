import type { Manifest } from "@souffleur/contracts";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

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

test("a page in French has the remotes' French, and in English what they have no French for", async () => {
  // The language is read as the modules are evaluated.
  localStorage.setItem("souffleur.language", "fr");
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  window.scrollTo = jest.fn();
  const { someUser, startApi } = await import("@souffleur/shared-ui/testing");
  const { loadTexts } = await import("./texts/texts.ts");
  const { currentScreens, setOwnManifest } = await import("./screens/screens.ts");
  const { openApp } = await import("./testing/open-app.tsx");
  const api = await startApi();
  setOwnManifest("mfe-analytics", deals);
  await loadTexts();
  const stop = await openApp("/deals", someUser());

  expect(document.title).toBe("Affaires · Souffleur");
  const bar = screen.getByRole("navigation", { name: "Principale" });
  const links = within(bar).getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Dashboard", "Affaires", "Offers"]),
  );
  expect(currentScreens().find(({ path }) => path === "/deals")?.navigation?.group).toBe("Ventes");
  expect(await screen.findByText("Cette partie de Souffleur n’a pas pu être chargée.")).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Ouvrir le menu utilisateur" }));
  const items = within(await screen.findByRole("menu")).getAllByRole("menuitem");
  const texts = items.map(({ textContent }) => textContent);
  expect(texts).toEqual(expect.arrayContaining(["Mes affaires", "My offers", "Se déconnecter"]));

  stop();
  await api.close();
});
