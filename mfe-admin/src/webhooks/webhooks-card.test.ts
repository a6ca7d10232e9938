import { createWebhook, listWebhooks, type Webhook } from "@souffleur/contracts/webhooks";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answerAfterProof, enterPassword, serveData } from "../testing/data.ts";
import { acme, api, open } from "../testing/page.ts";
import { admin } from "../testing/user-management.ts";
import { secret, stored } from "../testing/webhooks.ts";

let webhooks: Webhook[];

beforeEach(() => {
  webhooks = [stored];
  serveData();
  api.on(listWebhooks, () => ok(listWebhooks, { data: { webhooks } }));
});

async function openCard() {
  await open("/admin/settings?tab=integrations", { as: admin, organization: acme });
  const card = within(await screen.findByRole("region", { name: "Webhooks" }));
  const create = card.getByRole("button", { name: "Create webhook" });
  await waitFor(() => expect(create).not.toHaveAttribute("aria-disabled"));
  return { card, create };
}

test("webhooks are listed by their host, with events and state", async () => {
  webhooks = [{ ...stored, state: "failing", waiting: 2 }];
  const { card } = await openCard();
  const row = within(await card.findByRole("listitem"));
  expect(row.getByText("crm.example.com")).toBeVisible();
  expect(row.getByText("Failing")).toBeVisible();
  expect(row.getByText("A call has ended · A call has been wrapped up")).toBeVisible();
  expect(row.getByText("2 deliveries wait")).toBeVisible();
});

test("a webhook is created after a proof, and its secret shown once to copy", async () => {
  answerAfterProof(createWebhook, () => ok(createWebhook, { data: { ...stored, secret } }));
  const { create } = await openCard();
  fireEvent.click(create);
  const dialog = within(await screen.findByRole("dialog", { name: "Create webhook" }));
  const press = () => fireEvent.click(dialog.getByRole("button", { name: "Create webhook" }));
  press();
  expect(await dialog.findByText("Webhook address is required")).toBeVisible();
  expect(dialog.getByText("Choose at least one event")).toBeVisible();
  fireEvent.change(dialog.getByLabelText("Address"), { target: { value: stored.url } });
  fireEvent.click(dialog.getByLabelText("A call has been wrapped up"));
  press();
  await enterPassword();
  const shown = within(await screen.findByRole("dialog", { name: "Webhook created" }));
  expect(api.callsOf(createWebhook).at(-1)?.body).toEqual({ url: stored.url, events: ["call.wrapped_up"] });
  expect(shown.getByLabelText("crm.example.com")).toHaveValue(secret);
  fireEvent.click(shown.getByRole("button", { name: "Copy secret" }));
  expect(await shown.findByRole("button", { name: "Secret copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(secret);
});

test("an address that the server refuses is named at its field, and stays", async () => {
  api.on(createWebhook, () => refused("VALIDATION_ERROR", "This address is not public.", { field: "url" }));
  const { create } = await openCard();
  fireEvent.click(create);
  const dialog = within(await screen.findByRole("dialog", { name: "Create webhook" }));
  fireEvent.change(dialog.getByLabelText("Address"), { target: { value: "https://localhost/" } });
  fireEvent.click(dialog.getByLabelText("A call has ended"));
  fireEvent.click(dialog.getByRole("button", { name: "Create webhook" }));
  expect(await dialog.findByText("This address is not public.")).toBeVisible();
  expect(dialog.getByLabelText("Address")).toHaveValue("https://localhost/");
});
