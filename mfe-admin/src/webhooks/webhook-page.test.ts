import {
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
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { serveData } from "../testing/data.ts";
import { acme, api, button, findToast, open } from "../testing/page.ts";
import { admin } from "../testing/user-management.ts";
import { at, delivered, erased, failing, secret, stored } from "../testing/webhooks.ts";

const rowPx = 57;
let webhooks: Webhook[];
let deliveries: WebhookDelivery[];

beforeEach(() => {
  // Without a layout every row would be in view.
  Object.defineProperty(HTMLLIElement.prototype, "offsetHeight", { configurable: true, value: rowPx });
  HTMLUListElement.prototype.getBoundingClientRect = () => ({ top: -window.scrollY }) as DOMRect;
  // Called with a position, or as the list does with options.
  window.scrollTo = ((...[to, below]: [ScrollToOptions | number, number?]) => {
    Object.assign(window, { scrollY: typeof to === "number" ? below : to.top });
    // As in browsers, after what runs.
    setTimeout(() => fireEvent.scroll(window));
  }) as typeof window.scrollTo;
  Element.prototype.scrollIntoView = () => {};
  window.scrollTo(0, 0);
  webhooks = [stored];
  deliveries = [failing, delivered, erased];
  serveData();
  api.on(listWebhooks, () => ok(listWebhooks, { data: { webhooks } }));
  api.on(listWebhookDeliveries, ({ query }) =>
    ok(listWebhookDeliveries, {
      data: { deliveries: deliveries.filter(({ state }) => (query.get("state") ?? state) === state) },
    }),
  );
});

const path = "/admin/settings/webhooks/crm";
const openPage = (address = path) => open(address, { as: admin, organization: acme });
const rows = async () =>
  (await within(await screen.findByRole("list", { name: "Deliveries" })).findAllByRole("listitem")).map(
    (row) => within(row),
  );
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("deliveries are listed with their answers; what has its data is sent again", async () => {
  api.on(sendWebhookDelivery, () => ok(sendWebhookDelivery, { data: delivered }));
  await openPage();
  expect(await screen.findByRole("heading", { level: 1, name: "crm.example.com" })).toBeVisible();
  const [first, second, third] = await rows();
  expect(first?.getByText("Answer 500")).toBeVisible();
  expect(first?.getByText("3 attempts")).toBeVisible();
  expect(first?.getByText("no such deal")).toBeInTheDocument();
  expect(second?.getByText("Delivered")).toBeVisible();
  expect(third?.queryByRole("button", { name: "Send again" })).toBeNull();
  const again = second?.getByRole("button", { name: "Send again" });
  if (again) fireEvent.click(again);
  expect(await findToast("Sent again.")).toBeVisible();
  expect(api.callsOf(sendWebhookDelivery).map((call) => call.path)).toEqual([
    "/api/webhooks/crm/deliveries/msg_1/send",
  ]);
});

test("a receiver that answers slowly, and what was not sent because too much waited, say so", async () => {
  webhooks = [{ ...stored, isSlow: true }];
  deliveries = [{ ...erased, state: "failed", attempts: 0, lastAttempt: { at, error: "full" } }];
  await openPage();
  expect(await screen.findByText("answers slowly, so others are sent to first")).toBeVisible();
  const [only] = await rows();
  expect(only?.getByText("Given up")).toBeVisible();
  expect(only?.getByText("Not sent: too many deliveries were waiting")).toBeVisible();
  expect(only?.queryByRole("button", { name: "Send again" })).toBeNull();
});

test("what waits is shown alone, by the address, too", async () => {
  await openPage(`${path}?state=failed`);
  expect(await screen.findByText("Nothing was given up.")).toBeVisible();
  fireEvent.click(screen.getByRole("radio", { name: "Waiting" }));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(screen.getByText("Answer 500")).toBeVisible();
  expect(api.callsOf(listWebhookDeliveries).at(-1)?.query.get("state")).toBe("waiting");
});

test("a test is sent, and appears among the deliveries", async () => {
  api.on(testWebhook, () => {
    deliveries = [{ ...delivered, id: "msg_4", type: "webhook.test", createdAt: "2026-03-12T09:00:01.000Z" }];
    return ok(testWebhook, { data: delivered });
  });
  await openPage();
  await rows();
  press("Send a test");
  expect(await screen.findByText("Test")).toBeVisible();
});

test("while somebody reads, new deliveries wait for a press", async () => {
  api.on(testWebhook, () => {
    deliveries = [
      { ...delivered, id: "msg_4", type: "webhook.test", createdAt: "2026-03-12T09:00:01.000Z" },
      { ...failing, state: "delivered" },
      delivered,
    ];
    return ok(testWebhook, { data: delivered });
  });
  const { user } = await openPage();
  const [first] = await rows();
  await user.tab();
  while (document.activeElement?.textContent !== "Send again") await user.tab();
  press("Send a test");
  const show = await screen.findByRole("button", { name: "Show new deliveries" });
  // What is on the screen says what it is now.
  expect(first?.getByText("Delivered")).toBeVisible();
  expect(screen.queryByText("Test")).toBeNull();
  fireEvent.click(show);
  expect(await screen.findByText("Test")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show new deliveries" })).toBeNull());
});

test("deliveries are loaded as they are scrolled to, and only those in view are in the page", async () => {
  api.on(listWebhookDeliveries, ({ query }) => {
    const from = Number(query.get("cursor") ?? 0);
    const page = Array.from({ length: 100 }, (_, place) => ({
      ...delivered,
      id: `msg_${from + place}`,
      type: `number ${from + place + 1}`,
      createdAt: new Date(1_800_000_000_000 - (from + place) * 1000).toISOString(),
    }));
    const next = from + 100;
    return ok(listWebhookDeliveries, {
      data: { deliveries: page, ...(next < 400 && { nextCursor: String(next) }) },
    });
  });
  await openPage();
  expect(await screen.findByText("number 1")).toBeVisible();
  expect(screen.getAllByRole("listitem").length).toBeLessThan(40);
  expect(screen.getAllByRole("listitem")[0]).toHaveAttribute("aria-setsize", "-1");
  for (let loaded = 100; loaded < 400; loaded += 100) {
    act(() => window.scrollTo(0, (loaded - 10) * rowPx));
    await screen.findByText(`number ${loaded}`);
    await waitFor(() =>
      expect(new Set(api.callsOf(listWebhookDeliveries).map(({ query }) => query.get("cursor"))).size).toBe(
        loaded / 100 + 1,
      ),
    );
  }
  act(() => window.scrollTo(0, 399 * rowPx));
  const last = (await screen.findByText("number 400")).closest("li");
  expect(last).toHaveAttribute("aria-posinset", "400");
  expect(last).toHaveAttribute("aria-setsize", "400");
  expect(screen.getAllByRole("listitem").length).toBeLessThan(40);
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
  await openPage();
  expect(await screen.findByText(/after three days of failure/)).toBeVisible();
  await rows();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  press("Switch on");
  expect(await findToast("Webhook switched on.")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Send a test" })).toBeVisible();
  press("New secret");
  const shown = within(await screen.findByRole("dialog", { name: "New secret" }));
  expect(shown.getByDisplayValue(secret)).toBeVisible();
});

test("one whose receiver is gone says so", async () => {
  webhooks = [{ ...stored, state: "off", switchedOffAt: at, isGone: true }];
  await openPage();
  expect(await screen.findByText(/the receiver has answered that it no longer exists/)).toBeVisible();
  expect(screen.queryByText(/three days of failure/)).toBeNull();
});

test("a webhook is deleted after a question, and its page left", async () => {
  api.on(deleteWebhook, (call) => {
    expect(call.path).toBe("/api/webhooks/crm");
    webhooks = [];
    return ok(deleteWebhook, {});
  });
  await openPage();
  await rows();
  press("Delete");
  const question = within(await screen.findByRole("dialog", { name: "Delete crm.example.com?" }));
  fireEvent.click(question.getByRole("button", { name: "Delete webhook" }));
  expect(await findToast("Webhook deleted.")).toBeVisible();
  await waitFor(() => expect(screen.getByText("No webhooks yet.")).toBeVisible());
});

test("one that was deleted elsewhere is told, and one that never was", async () => {
  api.on(testWebhook, () => {
    webhooks = [];
    return refused("NOT_FOUND", "This webhook was not found.");
  });
  await openPage();
  await rows();
  press("Send a test");
  expect(await screen.findByText("This webhook does not exist, or was deleted.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Integrations" })).toHaveAttribute(
    "href",
    "/admin/settings?tab=integrations",
  );
});

test("what could not be loaded is loaded again by a press", async () => {
  let isDown = true;
  api.on(listWebhookDeliveries, () =>
    isDown
      ? refused("DATABASE_UNAVAILABLE", "The database does not answer.")
      : ok(listWebhookDeliveries, { data: { deliveries } }),
  );
  await openPage();
  expect(await screen.findByText("The database does not answer.")).toBeVisible();
  isDown = false;
  fireEvent.click(button("Retry"));
  expect(await rows()).toHaveLength(3);
});

test("back leads to the integrations", async () => {
  await open("/admin/settings?tab=integrations", { as: admin, organization: acme });
  fireEvent.click(await screen.findByRole("link", { name: "Deliveries" }));
  await rows();
  fireEvent.click(screen.getByRole("link", { name: "Integrations" }));
  expect(await screen.findByRole("tab", { name: "Integrations", selected: true })).toBeVisible();
});
