import { createReceiverHealth } from "./receiver-health.ts";
import type { WebhookDoc } from "./webhook-model.ts";

const now = new Date("2026-03-31T10:00:00Z");

/** A receiver that has failed so often in a row, and what is written of it. */
function receiverWith(failures: number) {
  const written: string[] = [];
  const write = (what: string) => async () => void written.push(what);
  const webhook = { _id: "crm", url: "https://crm.example.com/", failures } as WebhookDoc;
  const webhooks = { recovered: write("recovered"), failed: write("failed"), switchOff: async () => false };
  const outboxes = { wake() {}, watch() {} };
  const health = createReceiverHealth({ webhooks, outboxes, lookAt() {} } as never, webhook);
  return { health, written };
}

test.each([
  [
    "a pause that was asked for stays, though a request that was under way succeeds",
    0,
    60_000,
    true,
    ["failed"],
  ],
  ["nothing was paused", 0, 0, false, ["failed", "recovered"]],
  ["the pause after three failures ends", 2, 0, false, ["failed", "recovered"]],
])("a success after failures: %s", async (_name, failures, waitMs, isPaused, all) => {
  const { health, written } = receiverWith(failures);
  await health.failed(now, { waitMs, isGone: false });
  await health.succeeded();
  expect(health.hasPaused()).toBe(isPaused);
  expect(written).toEqual(all);
});
