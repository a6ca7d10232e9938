import { readPasskeyDemand, type StoredDemand, savePasskeyDemand } from "@souffleur/contracts/passkeys";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { serveData } from "../testing/data.ts";
import { api, open } from "../testing/page.ts";

let stored: StoredDemand;
beforeEach(() => {
  stored = { demandedOf: "nobody", hasPasskey: true };
  serveData();
  api.on(readPasskeyDemand, () => ok(readPasskeyDemand, { data: stored }));
});

async function openCard() {
  await open("/admin/settings?tab=sign-in", { organization: { id: "acme", name: "Acme" } });
  const card = within(await screen.findByRole("region", { name: "Passkeys" }));
  const select = card.getByLabelText("Require a passkey of");
  await waitFor(() => expect(select).toBeEnabled());
  return { card, select, save: card.getByRole("button", { name: "Save" }) };
}

test("a demand is saved with the one that was seen, and shows its day", async () => {
  api.on(savePasskeyDemand, () =>
    ok(savePasskeyDemand, {
      data: { ...stored, demandedOf: "administrators", administratorsFrom: "2026-12-03T12:00:00.000Z" },
    }),
  );
  const { card, select, save } = await openCard();
  expect(save).toHaveAttribute("aria-disabled", "true");
  fireEvent.change(select, { target: { value: "administrators" } });
  fireEvent.click(save);
  expect(await card.findByText("Needed from Dec 3, 2026.")).toBeVisible();
  expect(api.callsOf(savePasskeyDemand).map(({ body }) => body)).toEqual([
    { demandedOf: "administrators", from: "nobody" },
  ]);
});

test("nobody demands of others what they lack themselves", async () => {
  stored = { demandedOf: "nobody", hasPasskey: false };
  const { card, select, save } = await openCard();
  expect(card.getByText(/add one to your own account first/)).toBeVisible();
  expect(card.getByRole("link", { name: "Open profile" })).toHaveAttribute("href", "/profile");
  fireEvent.change(select, { target: { value: "everybody" } });
  expect(save).toHaveAttribute("aria-disabled", "true");
});

test("another administrator's change is shown in place of a refused one", async () => {
  const text = "This setting was changed in the meantime.";
  api.on(savePasskeyDemand, () => {
    stored = { ...stored, demandedOf: "everybody", everybodyFrom: "2026-12-03T12:00:00.000Z" };
    return refused("INVALID_TRANSITION", text);
  });
  const { card, select, save } = await openCard();
  fireEvent.change(select, { target: { value: "administrators" } });
  fireEvent.click(save);
  expect(await screen.findByText(text)).toBeVisible();
  expect(await card.findByText(/everybody from Dec 3, 2026/)).toBeVisible();
});
