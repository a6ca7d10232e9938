import { someUser } from "@souffleur/shared-ui/testing";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { mainNavigation, openApp, prepareApp } from "../testing/open-app.tsx";

prepareApp();

test("a passkey that is demanded while a screen is open is announced on the next one, and pushes nothing down", async () => {
  await openApp("/dashboard", someUser());
  const record = JSON.parse(localStorage.getItem("souffleur.auth") ?? "{}");
  const newValue = JSON.stringify({
    ...record,
    passkeyFrom: new Date(Date.now() + 86_400_000).toISOString(),
  });
  localStorage.setItem("souffleur.auth", newValue);
  await act(
    async () =>
      void window.dispatchEvent(
        new StorageEvent("storage", { key: "souffleur.auth", newValue, storageArea: localStorage }),
      ),
  );
  expect(screen.queryByRole("link", { name: "Add a passkey" })).toBeNull();
  await userEvent.click(mainNavigation().getByRole("link", { name: "Analytics" }));
  expect(await screen.findByRole("link", { name: "Add a passkey" })).toBeVisible();
});
