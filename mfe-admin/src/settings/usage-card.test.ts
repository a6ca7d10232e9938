import type { UnknownMember } from "@souffleur/contracts";
import { readUsage } from "@souffleur/contracts/usage";
import { ok } from "@souffleur/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import { serveData } from "../testing/data.ts";
import { acme, api, open } from "../testing/page.ts";

beforeEach(serveData);

test("the usage is shown with its maxima, with a warning where one is near, and as it is where a newer server counts more", async () => {
  const usage = [
    { kind: "accounts" as const, used: 18_000, max: 20_000 },
    { kind: "customers" as const, used: 200_000, max: 200_000 },
    { kind: "lineNotes" as const, used: 3, max: 100_000 },
    { kind: "shelves" as UnknownMember, used: 1, max: 2 },
  ];
  api.on(readUsage, () => ok(readUsage, { data: { usage } }));
  await open("/admin/settings", { organization: acme });
  const list = within(await screen.findByRole("list", { name: "Usage" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Active accountsAlmost full18,000 of 20,000",
    "CustomersFull200,000 of 200,000",
    "Notes on lines3 of 100,000",
    "shelves1 of 2",
  ]);
});
