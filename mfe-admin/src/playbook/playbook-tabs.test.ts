import { listCalls } from "@souffleur/contracts";
import {
  listPlaybookVersions,
  type ReplyFigures,
  readPlaybookFigures,
  readPlaybookSettings,
  readPlaybookVersion,
  savePlaybookSettings,
  tryPlaybook,
} from "@souffleur/contracts/playbook";
import { ok, someUser } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { acme, api, findToast, open } from "../testing/page.ts";
import { servePlaybook, someEntry } from "../testing/playbook.ts";

const price = someEntry("price", "Price", {
  replies: [{ id: "price-1", category: "question", text: "Quel budget ?", alternative: "Quel prix ?" }],
});
const content = { entries: [price], facts: [] };

let server: ReturnType<typeof servePlaybook>;
beforeEach(() => {
  server = servePlaybook(content);
});

const openTab = (tab: string, role: "admin" | "supervisor" = "admin") =>
  open(`/admin/playbook?tab=${tab}`, { as: someUser({ role }), organization: acme });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

test("versions are compared by word, and a version can be restored into the draft", async () => {
  const old = { ...content, entries: [{ ...price, intent: "Old price" }], entryCount: 1, replyCount: 1 };
  api.on(listPlaybookVersions, () =>
    ok(listPlaybookVersions, {
      data: {
        versions: [
          {
            version: 3,
            publishedAt: "2026-05-12T09:00:00.000Z",
            note: "Budgets",
            entryCount: 1,
            replyCount: 1,
          },
          { version: 0, entryCount: 1, replyCount: 1 },
        ],
      },
    }),
  );
  api.on(readPlaybookVersion, ({ path }) => {
    const version = Number(path.split("/").at(-1));
    return ok(readPlaybookVersion, {
      data: version === 0 ? { ...old, version } : { ...old, ...content, version },
    });
  });
  await openTab("versions");
  await press("Compare Version 3");
  expect(await screen.findByText("1 changed")).toBeVisible();
  const details = screen.getByText("Changed").closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  expect((await screen.findByText("Old", { exact: false, selector: "del" })).textContent).toContain("Old");
  await press("Use this version: Built-in playbook");
  await waitFor(() => expect(server.draft.entries[0]?.intent).toBe("Old price"));
  await findToast("Built-in playbook is in the draft. Publish it to use it.");
});

test("a line shows what the draft and the published playbook suggest", async () => {
  api.on(tryPlaybook, ({ body }) => {
    const replies = [{ id: "price-1", text: "Quel budget ?" }];
    const match = { entryId: "price", intent: "Price", score: 3, replies };
    const line = {
      sender: "client" as const,
      text: (body as { text: string }).text,
      draft: [match],
      published: [],
    };
    return ok(tryPlaybook, { data: { lines: [line], unreached: [], shadowed: [] } });
  });
  const { address } = await openTab("try");
  fireEvent.change(await screen.findByLabelText("What the client says"), { target: { value: "Trop cher" } });
  await press("Try");
  const draft = within(await screen.findByRole("region", { name: "Draft" }));
  expect(draft.getByText("Only here")).toBeVisible();
  expect(within(screen.getByRole("region", { name: "Published" })).getByText("Nothing")).toBeVisible();
  fireEvent.click(draft.getByRole("button", { name: "Price" }));
  expect(address()).toBe("/admin/playbook?entry=price");
});

test("a stored call shows the entries it never reaches and those always behind another one", async () => {
  api.on(listCalls, () =>
    ok(listCalls, {
      data: {
        calls: [
          {
            callId: "call-1",
            agentId: "a",
            agentName: "Paul",
            customer: { name: "Claire" },
            source: "simulation",
            status: "ended",
            startedAt: "2026-03-12T09:00:00.000Z",
            lines: 3,
            suggestionsUsed: 0,
          },
        ],
      },
    }),
  );
  api.on(tryPlaybook, () =>
    ok(tryPlaybook, {
      data: {
        lines: [],
        unreached: [{ entryId: "x", intent: "Timing" }],
        shadowed: [{ entryId: "y", intent: "Discount", by: "price" }],
      },
    }),
  );
  await openTab("try");
  fireEvent.click(await screen.findByRole("radio", { name: "A recent call" }));
  await screen.findByRole("option", { name: /Claire · Paul/ });
  fireEvent.change(screen.getByLabelText("Call"), { target: { value: "call-1" } });
  await press("Try");
  expect(await screen.findByText("No line of this call brings an entry up.")).toBeVisible();
  expect(screen.getByRole("region", { name: "Shadowed" })).toHaveTextContent("Discount always behind Price");
  expect(screen.getByText("1 entry not reached by this call")).toBeVisible();
  expect(api.callsOf(tryPlaybook)[0]?.body).toEqual({ callId: "call-1" });
});

const rate = { rate: 0.5, low: 0.4, high: 0.6, of: 84 };
const figures = (differences: Partial<ReplyFigures>): ReplyFigures => ({
  replyId: "price-1",
  entryId: "price",
  intent: "Price",
  text: "Quel budget ?",
  wording: "first",
  published: true,
  given: 84,
  shown: 80,
  copied: 3,
  used: 10,
  dismissed: 4,
  said: 42,
  saidRate: rate,
  successWith: rate,
  ...differences,
});
function serveFigures(): void {
  api.on(readPlaybookFigures, () =>
    ok(readPlaybookFigures, {
      data: {
        calls: 120,
        replies: [figures({ wording: "alternative", text: "Quel prix ?", given: 60 }), figures({})],
        instead: [{ entryId: "price", intent: "Price", lines: [{ text: "On peut en parler.", times: 7 }] }],
      },
    }),
  );
}

test("figures are sorted by frequency, have their intervals, and can edit the draft", async () => {
  serveFigures();
  await openTab("figures");
  expect(await screen.findByText(/^This is no proof:/)).toBeVisible();
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual([
    "Quel budget ?Price ",
    "Quel prix ?Price · second wording ",
  ]);
  const titles = () => screen.getAllByRole("columnheader").map((title) => title.textContent);
  expect(titles()).toEqual(["Reply", "Shown", "Said", "Success"]);
  expect(rows[0]).toHaveTextContent("804250% 40–60% of 84");
  await press("All figures");
  expect(titles()).toHaveLength(10);
  await press("Add as a reply: On peut en parler.");
  await waitFor(() =>
    expect(server.draft.entries[0]?.replies.map(({ text }) => text)).toEqual([
      "Quel budget ?",
      "On peut en parler.",
    ]),
  );
  expect(screen.getByText("In the draft")).toBeVisible();
  await press("Stop: keep this wording: second");
  await waitFor(() => expect(server.draft.entries[0]?.replies[0]).toMatchObject({ text: "Quel prix ?" }));
  expect(server.draft.entries[0]?.replies[0]).not.toHaveProperty("alternative");
});

test("a supervisor sees only the figures and can change nothing", async () => {
  serveFigures();
  await openTab("entries", "supervisor");
  expect(await screen.findByText("On peut en parler.")).toBeVisible();
  expect(screen.queryByRole("tab")).toBeNull();
  expect(screen.queryByRole("button", { name: /^(Stop|Add)/ })).toBeNull();
  expect(api.calls.filter(({ path }) => path.startsWith("/api/playbook"))).toHaveLength(1);
});

test("a setting is saved at once, with the revision that was read", async () => {
  const kept = { model: "first", quieter: false, revision: 4, modelConfigured: false } as const;
  api.on(readPlaybookSettings, () => ok(readPlaybookSettings, { data: kept }));
  api.on(savePlaybookSettings, ({ body }) =>
    ok(savePlaybookSettings, { data: { ...kept, ...(body as object), revision: 5 } }),
  );
  await openTab("settings");
  expect(await screen.findByText(/^This server has no language model/)).toBeVisible();
  fireEvent.change(screen.getByLabelText("Where suggestions come from"), { target: { value: "off" } });
  await findToast("Settings saved.");
  expect(api.callsOf(savePlaybookSettings)[0]?.body).toEqual({ model: "off", quieter: false, revision: 4 });
});

test("an import shows its changes, or its mistakes", async () => {
  const { container } = await openTab("entries");
  await screen.findByRole("group", { name: "Entries" });
  const choose = (text: string) => {
    const input = container.querySelector("input[type=file]") as HTMLInputElement;
    const file = Object.assign(new File([text], "playbook.csv"), {
      arrayBuffer: async () => Uint8Array.from(Buffer.from(text)).buffer,
    });
    fireEvent.change(input, { target: { files: [file] } });
  };
  choose("Kind,Intent,Group,Text\nreply,Timing,later,Quand ?\n");
  const refusal = within(await screen.findByRole("dialog", { name: "Nothing was imported" }));
  expect(refusal.getByText(/^Line 2, column “Group”: Group must be one of: opening/)).toBeVisible();
  fireEvent.click(refusal.getByRole("button", { name: "Close" }));
  choose("Kind,Intent,Group,Text\nreply,Timing,needs,Quand ?\n");
  const dialog = within(await screen.findByRole("dialog", { name: "Import into the draft?" }));
  expect(dialog.getByText("1 added")).toBeVisible();
  fireEvent.click(dialog.getByRole("radio", { name: "Replace the draft" }));
  expect(dialog.getByText("1 added, 1 removed")).toBeVisible();
  fireEvent.click(dialog.getByRole("radio", { name: "Merge into the draft" }));
  fireEvent.click(dialog.getByRole("button", { name: "Import" }));
  await waitFor(() => expect(server.draft.entries.map(({ intent }) => intent)).toEqual(["Price", "Timing"]));
});
