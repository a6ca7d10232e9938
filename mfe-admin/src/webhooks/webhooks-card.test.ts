import { prove } from "@souffleur/contracts";
import { listErasures, readRetention } from "@souffleur/contracts/privacy";
import { readSso } from "@souffleur/contracts/sso";
import { listTokens } from "@souffleur/contracts/tokens";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  sendWebhookDelivery,
  switchWebhookOn,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from "@souffleur/contracts/webhooks";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { acme, api, findToast, open } from "../testing/page.ts";
import { admin } from "../testing/user-management.ts";

const at = "2026-03-12T09:00:00.000Z";
const stored: Webhook = {
  id: "crm",
  url: "https://crm.example.com/events?key=1",
  events: ["call.ended", "call.wrapped_up"],
  createdAt: at,
  state: "on",
  waiting: 0,
  secrets: [{ createdAt: at }],
};
const delivered: WebhookDelivery = {
  id: "msg_1",
  type: "call.ended",
  subjectId: "call-1",
  state: "delivered",
  createdAt: at,
  attempts: 1,
  lastAttempt: { at, durationMs: 12, status: 204 },
  repeatable: true,
};
const failing: WebhookDelivery = {
  ...delivered,
  id: "msg_2",
  type: "call.wrapped_up",
  state: "waiting",
  attempts: 3,
  nextAttemptAt: at,
  lastAttempt: { at, durationMs: 12, status: 500, answer: "no such deal" },
};
const erased: WebhookDelivery = { ...delivered, id: "msg_3", state: "erased", repeatable: false };
let webhooks: Webhook[];
let deliveries: WebhookDelivery[];
const secret = `whsec_${"A".repeat(43)}=`;

beforeEach(() => {
  webhooks = [stored];
  deliveries = [failing, delivered, erased];
  api.on(readRetention, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  api.on(readSso, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  api.on(listErasures, () => ok(listErasures, { data: { erasures: [] } }));
  api.on(listTokens, () => ok(listTokens, { data: { tokens: [] } }));
  api.on(listWebhooks, () => ok(listWebhooks, { data: { webhooks } }));
  api.on(listWebhookDeliveries, () => ok(listWebhookDeliveries, { data: { deliveries } }));
});

async function openCard() {
  await open("/admin/data", { as: admin, organization: acme });
  const card = within(await screen.findByRole("region", { name: "Webhooks" }));
  const create = card.getByRole("button", { name: "Create webhook" });
  await waitFor(() => expect(create).not.toHaveAttribute("aria-disabled"));
  return { card, create };
}

async function openWebhook() {
  const { card } = await openCard();
  fireEvent.click(await card.findByRole("button", { name: "Deliveries" }));
  const dialog = within(await screen.findByRole("dialog", { name: "crm.example.com" }));
  const press = (name: string) => fireEvent.click(dialog.getByRole("button", { name }));
  return { card, dialog, press };
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
  let isProven = false;
  api.on(prove, () => {
    isProven = true;
    return ok(prove, {});
  });
  api.on(createWebhook, () =>
    isProven
      ? ok(createWebhook, { data: { ...stored, secret } })
      : refused("PROOF_REQUIRED", "Please enter your password again to continue."),
  );
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
  const proof = within(await screen.findByRole("dialog", { name: "Enter your password" }));
  fireEvent.change(proof.getByLabelText("Password"), { target: { value: "right" } });
  fireEvent.click(proof.getByRole("button", { name: "Continue" }));
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

test("deliveries are listed with their answers; what has its data is sent again", async () => {
  api.on(sendWebhookDelivery, () => ok(sendWebhookDelivery, { data: delivered }));
  const { dialog } = await openWebhook();
  const rows = (await dialog.findAllByRole("listitem")).map((row) => within(row));
  expect(rows[0]?.getByText("Answer 500")).toBeVisible();
  expect(rows[0]?.getByText("3 attempts")).toBeVisible();
  expect(rows[0]?.getByText("no such deal")).toBeInTheDocument();
  expect(rows[1]?.getByText("Delivered")).toBeVisible();
  expect(rows[2]?.queryByRole("button", { name: "Send again" })).toBeNull();
  const again = rows[1]?.getByRole("button", { name: "Send again" });
  if (again) fireEvent.click(again);
  expect(await findToast("Sent again.")).toBeVisible();
  expect(api.callsOf(sendWebhookDelivery).map(({ path }) => path)).toEqual([
    "/api/webhooks/crm/deliveries/msg_1/send",
  ]);
});

test("a test is sent, and appears among the deliveries", async () => {
  api.on(testWebhook, () => {
    deliveries = [{ ...delivered, id: "msg_4", type: "webhook.test" }];
    return ok(testWebhook, { data: delivered });
  });
  const { dialog, press } = await openWebhook();
  press("Send a test");
  expect(await dialog.findByText("Test")).toBeVisible();
});

test("a new secret is shown once, and a webhook that is off is switched on", async () => {
  api.on(renewWebhookSecret, () =>
    ok(renewWebhookSecret, { data: { ...stored, secrets: [{ createdAt: at }, { createdAt: at }], secret } }),
  );
  api.on(switchWebhookOn, () => {
    webhooks = [stored];
    return ok(switchWebhookOn, { data: stored });
  });
  webhooks = [{ ...stored, state: "off", switchedOffAt: at }];
  const { dialog, press } = await openWebhook();
  expect(await dialog.findByText(/after three days of failure/)).toBeVisible();
  press("Switch on");
  expect(await findToast("Webhook switched on.")).toBeVisible();
  expect(await dialog.findByRole("button", { name: "Send a test" })).toBeVisible();
  press("New secret");
  const shown = within(await screen.findByRole("dialog", { name: "New secret" }));
  expect(shown.getByDisplayValue(secret)).toBeVisible();
});

test("a webhook is deleted after a question", async () => {
  api.on(deleteWebhook, ({ path }) => {
    expect(path).toBe("/api/webhooks/crm");
    webhooks = [];
    return ok(deleteWebhook, {});
  });
  const { card, press } = await openWebhook();
  press("Delete");
  const question = within(await screen.findByRole("dialog", { name: "Delete crm.example.com?" }));
  fireEvent.click(question.getByRole("button", { name: "Delete webhook" }));
  expect(await findToast("Webhook deleted.")).toBeVisible();
  expect(await card.findByText("No program is told of events yet.")).toBeVisible();
});
