import { createToken, deleteToken, listTokens, type OrganizationToken } from "@souffleur/contracts/tokens";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answerAfterProof, enterPassword, serveData } from "../testing/data.ts";
import { acme, api, findToast, open } from "../testing/page.ts";
import { admin } from "../testing/user-management.ts";

const stored: OrganizationToken = {
  id: "crm",
  name: "CRM",
  scopes: ["calls:read", "calls:export"],
  createdAt: "2026-03-12T09:00:00.000Z",
  expiresAt: "2026-06-01T09:00:00.000Z",
};
let tokens: OrganizationToken[];

beforeEach(() => {
  tokens = [stored];
  serveData();
  api.on(listTokens, () => ok(listTokens, { data: { tokens } }));
});

async function openCard() {
  await open("/admin/settings?tab=integrations", { as: admin, organization: acme });
  const card = within(await screen.findByRole("region", { name: "Tokens" }));
  const create = card.getByRole("button", { name: "Create token" });
  await waitFor(() => expect(create).not.toHaveAttribute("aria-disabled"));
  return { card, create };
}

async function askForOne(create: HTMLElement) {
  fireEvent.click(create);
  const dialog = within(await screen.findByRole("dialog", { name: "Create token" }));
  const press = () => fireEvent.click(dialog.getByRole("button", { name: "Create token" }));
  const fill = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { dialog, press, fill };
}

test("tokens are listed with what they may do, their use and their end", async () => {
  const { card } = await openCard();
  const row = within(await card.findByRole("listitem"));
  expect(row.getByText("CRM")).toBeVisible();
  expect(row.getByText("Has expired")).toBeVisible();
  expect(row.getByText("Read calls · Export calls")).toBeVisible();
  expect(row.getByText("Not used yet")).toBeVisible();
  expect(row.getByText("Created Mar 12, 2026")).toBeVisible();
  expect(row.getByText("Last day Jun 1, 2026")).toBeVisible();
});

test("a token is created with name, scopes and last day, and shown once to copy", async () => {
  const token = `souffleur_${"A".repeat(43)}`;
  api.on(createToken, () => ok(createToken, { data: { ...stored, token } }));
  const { create } = await openCard();
  const { dialog, press, fill } = await askForOne(create);
  press();
  expect(await dialog.findByText("Token name is required")).toBeVisible();
  expect(dialog.getByText("Choose what the token is for")).toBeVisible();
  fill("Token name", "CRM");
  fireEvent.click(dialog.getByLabelText("Export calls"));
  fireEvent.click(dialog.getByLabelText("Read calls"));
  fill("Last day (optional)", "20275-12-31");
  press();
  expect(await dialog.findByText("Enter a whole date by 2099, or none.")).toBeVisible();
  fill("Last day (optional)", "2037-06-01");
  press();
  const shown = within(await screen.findByRole("dialog", { name: "Token created" }));
  expect(api.callsOf(createToken).map(({ body }) => body)).toEqual([
    {
      name: "CRM",
      scopes: ["calls:read", "calls:export"],
      expiresAt: new Date("2037-06-01T23:59:59.999").toISOString(),
    },
  ]);
  expect(shown.getByLabelText("CRM")).toHaveValue(token);
  fireEvent.click(shown.getByRole("button", { name: "Copy token" }));
  expect(await shown.findByRole("button", { name: "Token copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(token);
  fireEvent.click(shown.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByDisplayValue(token)).toBeNull());
});

test("what was typed stays where the server refuses it, and where it wants the password first", async () => {
  answerAfterProof(createToken, () =>
    refused("INVALID_TRANSITION", "Your organization has a token of this name.", { field: "name" }),
  );
  const { create } = await openCard();
  const { dialog, press, fill } = await askForOne(create);
  fill("Token name", "CRM");
  fireEvent.click(dialog.getByLabelText("Read calls"));
  press();
  await enterPassword();
  const again = within(await screen.findByRole("dialog", { name: "Create token" }));
  expect(await again.findByText("Your organization has a token of this name.")).toBeVisible();
  expect(again.getByLabelText("Token name")).toHaveValue("CRM");
  expect(again.getByLabelText("Read calls")).toBeChecked();
});

test("a token is deleted after a question", async () => {
  api.on(deleteToken, ({ path }) => {
    expect(path).toBe("/api/tokens/crm");
    tokens = [];
    return ok(deleteToken, {});
  });
  const { card } = await openCard();
  fireEvent.click(await card.findByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete CRM?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Delete token" }));
  expect(await findToast("Token deleted.")).toBeVisible();
  expect(await card.findByText("No tokens yet.")).toBeVisible();
});
