import { renameOrganization, saveCurrency, sttLanguage } from "@souffleur/contracts";
import { saveVendorSpeech } from "@souffleur/contracts/heard-text";
import { readPasskeyDemand } from "@souffleur/contracts/passkeys";
import { eraseCustomer, listErasures, readRetention, saveRetention } from "@souffleur/contracts/privacy";
import { readSso } from "@souffleur/contracts/sso";
import { endInAnotherLanguage, ok, refused } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answerAfterProof, enterPassword } from "../testing/data.ts";
import { acme, api, button, open } from "../testing/page.ts";
import { admin } from "../testing/user-management.ts";

const kept = {
  conversationDays: 180,
  analysisDays: 365,
  customerDays: null,
  revision: 3,
  due: { conversations: 0, analyses: 0, customers: 0 },
} as const;
const certificate = {
  id: "erasure-1",
  organizationId: "acme",
  customer: "kid.mac",
  calls: 2,
  lines: 31,
  callIds: "0".repeat(64),
  requestedAt: "2026-03-12T09:00:00.000Z",
  completedAt: "2026-03-12T09:00:01.000Z",
  by: "somebody",
  seal: "kid.mac",
};
const erasure = {
  id: "erasure-1",
  calls: 2,
  lines: 31,
  requestedAt: certificate.requestedAt,
  by: "somebody",
  certificate,
};

beforeEach(() => {
  api.on(readSso, () => refused("FORBIDDEN", "Not here."));
  api.on(readRetention, () => ok(readRetention, { data: kept }));
  api.on(readPasskeyDemand, () =>
    ok(readPasskeyDemand, { data: { demandedOf: "nobody", hasPasskey: false } }),
  );
  api.on(listErasures, () => ok(listErasures, { data: { erasures: [] } }));
  api.on(sttLanguage, () => ok(sttLanguage, { data: { language: "fr", configured: true } }));
});

/** Opens a tab and waits for its cards, which come together. */
async function openCards(tab: "organization" | "data", card: string) {
  const app = await open(`/admin/settings?tab=${tab}`, { as: admin, organization: acme });
  await screen.findByRole("region", { name: card });
  return app;
}

test("a tab of the settings has its own address", async () => {
  const { address } = await open("/admin/settings?tab=data", { as: admin, organization: acme });
  await screen.findByRole("region", { name: "Retention" });
  expect(address()).toBe("/admin/settings?tab=data");
  const tabs = screen.getAllByRole("tab").map((tab) => tab.textContent);
  expect(tabs).toEqual(["Organization", "Sign-in", "Integrations", "Data & retention"]);
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Organization" }), { button: 0 });
  await screen.findByRole("region", { name: "Currency" });
  expect(address()).toBe("/admin/settings");
  expect(screen.queryByRole("region", { name: "Retention" })).toBeNull();
});

test.each([
  ["organization", [["Organization name", "Acme & Co"]]],
  ["sign-in", [["Require a passkey of", "everybody"]]],
  [
    "data",
    [
      ["Customer", "06 12 34 56 78"],
      ["Keep conversations", "90"],
    ],
  ],
] as const)(
  "what is typed and chosen is there after another language was chosen, for the same person (%s)",
  async (tab, typed) => {
    const values = () => typed.map(([label]) => (screen.getByLabelText(label) as HTMLInputElement).value);
    const openAs = async (id: string) => {
      const { unmount } = await open(`/admin/settings?tab=${tab}`, {
        as: { ...admin, id },
        organization: acme,
      });
      for (const [label] of typed) await waitFor(() => expect(screen.getByLabelText(label)).toBeEnabled());
      return unmount;
    };
    const leave = await openAs("user-1");
    const before = values();
    for (const [label, value] of typed) fireEvent.change(screen.getByLabelText(label), { target: { value } });
    endInAnotherLanguage();
    leave();
    const leaveOther = await openAs("user-2");
    expect(values()).toEqual(before);
    leaveOther();
    await openAs("user-1");
    expect(values()).toEqual(typed.map(([, value]) => value));
    expect(sessionStorage).toHaveLength(0);
  },
);

async function openData() {
  await openCards("data", "Retention");
  const conversations = screen.getByLabelText("Keep conversations");
  await waitFor(() => expect(conversations).toBeEnabled());
  return { conversations, analyses: screen.getByLabelText("Keep analyses") };
}

test("a shorter retention is confirmed with the number of calls to delete, and saved after a proof with the revision that was read", async () => {
  const bodies: unknown[] = [];
  answerAfterProof(saveRetention, ({ body }) => {
    bodies.push(body);
    const { dryRun } = body as { dryRun?: boolean };
    const due = dryRun ? { conversations: 1200, analyses: 0, customers: 0 } : kept.due;
    return ok(saveRetention, { data: { ...kept, conversationDays: 30, revision: 4, due } });
  });
  const { conversations } = await openData();
  expect(button("Save")).toHaveAttribute("aria-disabled", "true");
  fireEvent.change(conversations, { target: { value: "30" } });
  fireEvent.click(button("Save"));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete older calls?" }));
  expect(dialog.getByText(/^1,200 conversations and 0 analyses/)).toBeVisible();
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await enterPassword();
  // It is shown when the dialog has gone.
  await waitFor(() => expect(screen.getByText("Settings saved.")).toBeVisible());
  const wanted = { conversationDays: 30, analysisDays: 365, customerDays: null, revision: 3 };
  expect(bodies).toEqual([{ ...wanted, dryRun: true }, wanted]);
  expect(conversations).toHaveValue("30");
  expect(button("Save")).toHaveAttribute("aria-disabled", "true");
});

test("idle customers to delete are confirmed with their number, alone or with calls", async () => {
  let due = { conversations: 0, analyses: 0, customers: 31 };
  const bodies: unknown[] = [];
  api.on(saveRetention, ({ body }) => {
    bodies.push(body);
    return ok(saveRetention, { data: { ...kept, customerDays: 1095, due } });
  });
  await openCards("data", "Retention");
  const customers = screen.getByLabelText("Keep customers");
  await waitFor(() => expect(customers).toBeEnabled());
  expect(customers).toHaveValue("null");
  fireEvent.change(customers, { target: { value: "1095" } });
  const save = within(screen.getByRole("region", { name: "Retention" })).getByRole("button", {
    name: "Save",
  });
  fireEvent.click(save);
  const dialog = within(await screen.findByRole("dialog", { name: "Delete idle customers?" }));
  expect(dialog.getByText(/^31 customers have been idle for longer/)).toBeVisible();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  due = { conversations: 2, analyses: 1, customers: 1 };
  fireEvent.click(save);
  const both = within(await screen.findByRole("dialog", { name: "Delete older calls and idle customers?" }));
  expect(both.getByText(/^2 conversations, 1 analysis and 1 customer are older/)).toBeVisible();
  fireEvent.click(both.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.getByText("Settings saved.")).toBeVisible());
  expect(bodies.at(-1)).toEqual({
    conversationDays: 180,
    analysisDays: 365,
    customerDays: 1095,
    revision: 3,
  });
});

test("platform administrators, of no organization, have no customers to keep and one part", async () => {
  await open("/admin/settings");
  await screen.findByRole("region", { name: "Retention" });
  expect(screen.queryByLabelText("Keep customers")).toBeNull();
  expect(screen.queryByRole("tab")).toBeNull();
});

test("analyses cannot be kept for less time than conversations", async () => {
  const { conversations, analyses } = await openData();
  fireEvent.change(conversations, { target: { value: "null" } });
  expect(analyses).toHaveAccessibleDescription("Analyses must be kept at least as long as conversations.");
  expect(button("Save")).toHaveAttribute("aria-disabled", "true");
});

test("after a conflict the settings of the other administrator are shown", async () => {
  api.on(saveRetention, () => refused("INVALID_TRANSITION", "These times were changed elsewhere."));
  const { conversations } = await openData();
  api.on(readRetention, () => ok(readRetention, { data: { ...kept, conversationDays: 90, revision: 4 } }));
  fireEvent.change(conversations, { target: { value: "365" } });
  fireEvent.click(button("Save"));
  expect(await screen.findByText("These times were changed elsewhere.")).toBeVisible();
  await waitFor(() => expect(conversations).toHaveValue("90"));
});

test("a customer's calls are listed, erased after a typed confirmation and a proof, and certified", async () => {
  let isErased = false;
  const newest = [
    {
      callId: "1",
      startedAt: "2026-03-12T09:00:00.000Z",
      agentName: "Camille",
      customer: { name: "Claire Moreau" },
      lines: 31,
    },
  ];
  answerAfterProof(eraseCustomer, ({ body }) => {
    const { dryRun } = body as { dryRun?: boolean };
    isErased ||= !dryRun;
    return ok(eraseCustomer, { data: { calls: 2, lines: 31, newest, ...(!dryRun && { erasure }) } });
  });
  api.on(listErasures, () => ok(listErasures, { data: { erasures: isErased ? [erasure] : [] } }));
  await openData();
  expect(await screen.findByText("No customer has been erased yet.")).toBeVisible();
  fireEvent.change(screen.getByLabelText("Customer"), { target: { value: "claire moreau" } });
  fireEvent.click(button("Search"));
  const calls = within(await screen.findByRole("list", { name: "Calls to erase" }));
  expect(calls.getByText("Claire Moreau")).toBeVisible();
  fireEvent.click(button("Erase 2 calls"));
  const dialog = within(await screen.findByRole("dialog", { name: "Erase 2 calls?" }));
  const typed = dialog.getByLabelText("Type ERASE to confirm");
  fireEvent.change(typed, { target: { value: "erase" } });
  fireEvent.click(dialog.getByRole("button", { name: "Erase" }));
  expect(typed).toHaveAccessibleDescription("Type ERASE in capital letters.");
  expect(isErased).toBe(false);
  fireEvent.change(typed, { target: { value: "ERASE" } });
  fireEvent.click(dialog.getByRole("button", { name: "Erase" }));
  await enterPassword();
  expect(await screen.findByText("2 calls with 31 lines erased.")).toBeVisible();
  expect(button("Download certificate")).toBeVisible();
  expect(
    await screen.findByRole("button", { name: /^Download the certificate of Mar 12, 2026/ }),
  ).toBeVisible();
  expect(screen.queryByRole("list", { name: "Calls to erase" })).toBeNull();
});

test("of several customers with a number, the one to erase is chosen by name", async () => {
  const candidates = [{ name: "Ana", company: "Brunel" }, { name: "Bruno" }];
  const nothing = { calls: 0, lines: 0, customers: 0, newest: [] };
  api.on(eraseCustomer, ({ body }) => {
    const isName = (body as { customer: string }).customer === "Bruno";
    return ok(eraseCustomer, { data: { ...nothing, ...(isName ? { customers: 1 } : { candidates }) } });
  });
  await openData();
  fireEvent.change(screen.getByLabelText("Customer"), { target: { value: "01 42 34 56 78" } });
  fireEvent.click(button("Search"));
  const found = within(await screen.findByRole("list", { name: "Customers with this number or address" }));
  expect(found.getByText("Brunel")).toBeVisible();
  expect(screen.queryByText("No calls with this customer.")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Erase/ })).toBeNull();
  fireEvent.click(found.getByRole("button", { name: "Bruno" }));
  expect(await screen.findByRole("button", { name: "Erase the customer" })).toBeVisible();
  expect(screen.getByLabelText("Customer")).toHaveValue("Bruno");
});

test("the currency is chosen among all, and says how amounts look and what happens to those that are stored", async () => {
  const bodies: unknown[] = [];
  api.on(saveCurrency, ({ body }) => {
    bodies.push(body);
    if (bodies.length === 1) return refused("INVALID_TRANSITION", "Somebody else was faster.");
    return ok(saveCurrency, { data: { organization: { ...acme, currency: "EUR" } } });
  });
  await openCards("organization", "Currency");
  const card = within(screen.getByRole("region", { name: "Currency" }));
  const choice = card.getByLabelText("Currency of amounts");
  expect(choice).toHaveValue("USD");
  expect(choice).toHaveAccessibleDescription("Amounts look like $1,200.");
  expect(card.getByText(/^Amounts already saved keep their currency/)).toBeVisible();
  const save = card.getByRole("button", { name: "Save" });
  expect(save).toHaveAttribute("aria-disabled", "true");
  fireEvent.change(choice, { target: { value: "EUR" } });
  expect(choice).toHaveAccessibleDescription("Amounts look like €1,200.");
  fireEvent.click(save);
  expect(await screen.findByText("Somebody else was faster.")).toBeVisible();
  expect(choice).toHaveValue("USD");
  fireEvent.change(choice, { target: { value: "EUR" } });
  fireEvent.click(save);
  await waitFor(() => expect(screen.getByText("Settings saved.")).toBeVisible());
  expect(choice).toHaveValue("EUR");
  expect(bodies.at(-1)).toEqual({ currency: "EUR", from: "USD" });
});

test("the organization is renamed; a name that is wrong or taken is refused at its field", async () => {
  const bodies: unknown[] = [];
  let isTaken = true;
  api.on(renameOrganization, ({ body }) => {
    bodies.push(body);
    if (isTaken)
      return refused("INVALID_TRANSITION", "Another organization has this name.", { field: "name" });
    return ok(renameOrganization, { data: { organization: { ...acme, name: "Éclat" } } });
  });
  await openCards("organization", "Organization");
  const name = screen.getByLabelText("Organization name");
  expect(name).toHaveValue("Acme");
  expect(button("Rename")).toHaveAttribute("aria-disabled", "true");
  fireEvent.change(name, { target: { value: "A" } });
  fireEvent.click(button("Rename"));
  expect(await screen.findByText("Organization name is too short")).toBeVisible();
  expect(bodies).toEqual([]);
  fireEvent.change(name, { target: { value: " Éclat " } });
  fireEvent.click(button("Rename"));
  expect(await screen.findByText("Another organization has this name.")).toBeVisible();
  isTaken = false;
  fireEvent.click(button("Rename"));
  await waitFor(() => expect(screen.getByLabelText("Organization name")).toHaveValue("Éclat"));
  expect(button("Rename")).toHaveAttribute("aria-disabled", "true");
  expect(bodies.at(-1)).toEqual({ name: "Éclat", from: "Acme" });
});

test("what hears the calls is shown, and browsers that send the sound to their vendor are allowed", async () => {
  const bodies: unknown[] = [];
  const speech = { language: "fr", configured: false, heardBy: "none", vendorSpeech: false } as const;
  api.on(sttLanguage, () => ok(sttLanguage, { data: speech }));
  api.on(saveVendorSpeech, ({ body }) => {
    bodies.push(body);
    return ok(saveVendorSpeech, { data: { vendorSpeech: true } });
  });
  await openCards("organization", "Speech recognition");
  const card = within(screen.getByRole("region", { name: "Speech recognition" }));
  expect(card.getByText(/^No recognizer is configured on this server/)).toBeVisible();
  const choice = card.getByRole("combobox", { name: "Browsers that send the sound to their vendor" });
  const save = card.getByRole("button", { name: "Save" });
  expect(choice).toHaveDisplayValue("Not allowed");
  expect(save).toHaveAttribute("aria-disabled", "true");
  fireEvent.change(choice, { target: { value: "allowed" } });
  fireEvent.click(save);
  expect(await screen.findByText("Settings saved.")).toBeVisible();
  expect(bodies).toEqual([{ isAllowed: true, from: false }]);
  expect(choice).toHaveDisplayValue("Allowed");
  expect(save).toHaveAttribute("aria-disabled", "true");
});
