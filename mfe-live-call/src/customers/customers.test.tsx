import { type CallSummary, listCalls, searchUsers, unknownCustomer } from "@souffleur/contracts";
import {
  chooseCustomer,
  createCustomer,
  customerLimits,
  deleteCustomer,
  type ImportResult,
  importCustomers,
  type ListedCustomer,
  listCallers,
  listCustomers,
  readCustomer,
  type StoredCustomer,
  saveCustomer,
} from "@souffleur/contracts/customers";
import { deferred, ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { button, fact, open, page, preparePages, show, showConnected } from "../testing/open-screen.tsx";
import { customerQuery } from "./use-customers.ts";

preparePages();
beforeEach(() => {
  window.scrollTo = () => {};
});

const organization = { id: "org", name: "Lumière", industryType: "technology" } as const;
const claire: StoredCustomer = {
  id: "customer-1",
  name: "Claire Moreau",
  company: "Ateliers Brunel",
  numbers: ["+33 6 12 34 56 78"],
  emails: ["claire@example.com"],
  tags: ["VIP"],
  notes: "Préfère le matin.",
  owner: { userId: "user-1", name: "Camille Moreau" },
  revision: 3,
  createdAt: "2026-03-01T09:00:00.000Z",
  updatedAt: "2026-03-02T09:00:00.000Z",
};
const serve = (...customers: ListedCustomer[]) => {
  page.server.api.answer(listCustomers, ({ query }) => ({
    data: { customers: customers.filter(({ name }) => name.includes(query.get("q") ?? "")) },
  }));
  page.server.api.answer(readCustomer, () => ({ data: customers[0] ?? claire }));
};
/** A refusal with what stands in its place. */
function refusedFor(current: object, ...refusal: Parameters<typeof refused>) {
  const reply = refused(...refusal);
  return { ...reply, body: { ...(reply.body as object), current } };
}
const openList = (path = "/live-call/customers") => show({ path, as: someUser(), organization });
const field = (name: string) => screen.getByRole("textbox", { name });

test("the customers are listed by name and searched", async () => {
  const met = { lastCallAt: "2026-03-12T09:30:00.000Z", nextStep: { text: "Devis", day: "2026-04-02" } };
  serve(
    { ...claire, ...met },
    { ...claire, id: "customer-2", name: "Paul Petit", company: undefined, owner: undefined },
  );
  const { user, address } = await openList();
  const rows = within(await screen.findByRole("list", { name: "Customers" }));
  expect(rows.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Claire MoreauAteliers Brunel · VIP+33 6 12 34 56 78claire@example.comLast call Mar 12, 2026DevisDue Apr 2, 2026Camille Moreau",
    "Paul PetitVIP+33 6 12 34 56 78claire@example.comNo calls yet.No owner",
  ]);
  await user.type(screen.getByRole("searchbox", { name: "Search customers" }), "Petit{Enter}");
  await waitFor(() => expect(screen.queryByText("Claire Moreau")).not.toBeInTheDocument());
  expect(address()).toBe("/live-call/customers?q=Petit");
  await user.type(screen.getByRole("searchbox", { name: "Search customers" }), " rien{Enter}");
  expect(await screen.findByText("No customers contain these words.")).toBeVisible();
});

test("a platform administrator has no customers", async () => {
  await show({ path: "/live-call/customers", as: someUser({ role: "admin" }) });
  expect(await screen.findByText(/^Customers belong to their organization/)).toBeVisible();
  expect(page.server.api.callsOf(listCustomers)).toEqual([]);
});

test("a customer is added, and what is wrong stands at its field", async () => {
  serve();
  page.server.api.on(createCustomer, () =>
    refused("VALIDATION_ERROR", "This is no telephone number that can be read", {
      field: "numbers.1",
      fields: { "numbers.1": "This is no telephone number that can be read" },
    }),
  );
  const { user, address } = await openList();
  await user.click((await screen.findAllByRole("button", { name: "Add customer" }))[0] as HTMLElement);
  await user.type(field("Name"), "Claire");
  await user.type(field("Telephone numbers"), "06 12 34 56 78, demain");
  const form = within(screen.getByRole("dialog"));
  await user.click(form.getByRole("button", { name: "Add customer" }));
  expect(await form.findByText("demain: This is no telephone number that can be read")).toBeVisible();
  expect(field("Telephone numbers")).toHaveFocus();
  // A press beside the dialog loses nothing.
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
  expect(field("Name")).toHaveValue("Claire");
  const stored = deferred();
  page.server.api.on(createCustomer, async () => {
    await stored.promise;
    return ok(createCustomer, { data: claire });
  });
  serve(claire);
  const add = form.getByRole("button", { name: "Add customer" });
  await user.click(add);
  // A bouncing mouse, or a habit.
  await waitFor(() => expect(add).toHaveAttribute("aria-busy", "true"));
  await user.dblClick(add);
  stored.resolve();
  await waitFor(() => expect(address()).toBe("/live-call/customers/customer-1"));
  const [refusedOne, taken, ...more] = page.server.api.callsOf(createCustomer).map(({ body }) => body);
  expect(more).toEqual([]);
  expect((taken as { requestId: string }).requestId).toMatch(/^[\da-f-]{36}$/u);
  expect(taken).toEqual(refusedOne);
  expect(taken).toMatchObject({
    name: "Claire",
    company: "",
    numbers: ["06 12 34 56 78", "demain"],
    emails: [],
    tags: [],
    notes: "",
    ownerId: "user-1",
  });
  expect(await screen.findByRole("heading", { name: "Claire Moreau" })).toBeVisible();
});

test("a customer that is stored after the user has left does not lead back", async () => {
  serve();
  const answer = deferred();
  page.server.api.on(createCustomer, async () => {
    await answer.promise;
    return ok(createCustomer, { data: claire });
  });
  const { user, address, router, queryClient } = await openList();
  await user.click((await screen.findAllByRole("button", { name: "Add customer" }))[0] as HTMLElement);
  await user.type(field("Name"), "Claire{Enter}");
  await act(() => router.navigate("/dashboard"));
  answer.resolve();
  await waitFor(() =>
    expect(queryClient.getQueryData(customerQuery("user-1", claire.id).queryKey)).toEqual(claire),
  );
  expect(address()).toBe("/dashboard");
});

test("a number that another customer has leads to that one", async () => {
  serve();
  const text = "Paul has it already.";
  page.server.api.on(createCustomer, () =>
    refusedFor({ id: "customer-2", name: "Paul" }, "CUSTOMER_EXISTS", text, {
      field: "numbers",
      fields: { numbers: text },
    }),
  );
  const { user } = await openList();
  await user.click((await screen.findAllByRole("button", { name: "Add customer" }))[0] as HTMLElement);
  await user.type(field("Name"), "Claire");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add customer" }));
  expect(await screen.findByRole("link", { name: "Open Paul" })).toHaveAttribute(
    "href",
    "/live-call/customers/customer-2",
  );
});

test("a change that was overtaken keeps what was typed, beside what stands", async () => {
  serve(claire);
  const current = { ...claire, name: "Claire Petit", company: "Brunel SA", revision: 4 };
  page.server.api.on(saveCustomer, () =>
    refusedFor(current, "INVALID_TRANSITION", "This customer was changed elsewhere."),
  );
  const { user } = await openList("/live-call/customers/customer-1");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  await user.type(field("Name"), "-Leroy");
  await user.click(button("Save"));
  await user.click(await screen.findByRole("button", { name: "Show the saved version" }));
  expect(field("Name")).toHaveValue(`${claire.name}-Leroy`);
  expect(field("Name")).toHaveAccessibleDescription("It stands as: Claire Petit");
  expect(field("Company")).toHaveValue("Brunel SA");
  expect(field("Company")).not.toHaveAccessibleDescription();
  page.server.api.answer(saveCustomer, ({ body }) => ({
    data: { ...claire, ...(body as object), revision: 5 },
  }));
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(page.server.api.callsOf(saveCustomer).at(-1)?.body).toMatchObject({
    revision: 4,
    name: `${claire.name}-Leroy`,
    company: "Brunel SA",
  });
});

test("a customer is deleted after a confirmation, and one that is gone is told", async () => {
  serve(claire);
  page.server.api.answer(deleteCustomer, () => ({}));
  const { user, address } = await openList("/live-call/customers/customer-1");
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(address()).toBe("/live-call/customers"));
  expect(page.server.api.callsOf(deleteCustomer)).toHaveLength(1);
  page.server.api.on(readCustomer, () => refused("NOT_FOUND", "This customer was not found."));
  await openList("/live-call/customers/customer-9");
  expect(await screen.findByText(/^This customer does not exist/)).toBeVisible();
});

test("a colleague's customer is read only", async () => {
  serve({ ...claire, owner: { userId: "user-2", name: "Paul" } });
  await show({ path: "/live-call/customers/customer-1", as: someUser({ role: "supervisor" }), organization });
  expect(await screen.findByText("Paul")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
});

test("who gives customers to others finds the new owner by typing", async () => {
  serve(claire);
  const paul = someUser({ id: "user-2", firstName: "Paul", lastName: "Petit" });
  page.server.api.answer(searchUsers, () => ({
    data: { users: [someUser(), { ...paul, id: "user-3", status: "inactive" as const }, paul] },
  }));
  page.server.api.answer(saveCustomer, ({ body }) => ({ data: { ...claire, ...(body as object) } }));
  const { user } = await show({
    path: "/live-call/customers/customer-1",
    as: someUser({ role: "admin" }),
    organization,
  });
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const owner = screen.getByRole("combobox", { name: "Owner" });
  await user.selectOptions(owner, "Someone else");
  const search = field("Name or email of the new owner");
  expect(search).toHaveFocus();
  await user.type(search, "p");
  expect(page.server.api.callsOf(searchUsers)).toEqual([]);
  await user.type(search, "et");
  // Neither the present owner nor an account that is deactivated.
  const offered = await screen.findByRole("button", { name: /^Paul Petit/ });
  expect(within(screen.getByRole("list", { name: "Colleagues" })).getAllByRole("button")).toEqual([offered]);
  await user.type(search, "{Enter}");
  expect(owner).toHaveFocus();
  expect(owner).toHaveDisplayValue("Paul Petit");
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(page.server.api.callsOf(saveCustomer).at(-1)?.body).toMatchObject({ ownerId: "user-2" });
});

describe("on a telephone call", () => {
  const aside = () => within(screen.getByRole("complementary", { name: "Customer and transcription" }));

  test("a known customer's card has the last calls and open next steps", async () => {
    serve(claire);
    const past: CallSummary = {
      callId: "call-9",
      agentId: "user-1",
      agentName: "Camille",
      customer: { id: "customer-1", name: "Claire Moreau" },
      source: "telephony",
      status: "ended",
      startedAt: "2026-03-01T09:00:00.000Z",
      lines: 3,
      suggestionsUsed: 0,
      outcome: "follow_up",
      gist: "Le client attend le devis.",
    };
    page.server.api.answer(listCalls, ({ query }) => ({
      data: { calls: query.get("customerId") === "customer-1" ? [past] : [] },
    }));
    await open();
    page.server.prepare({
      source: "telephony",
      customer: { id: "customer-1", name: "Claire Moreau", number: "06 12 34 56 78" },
    });
    const { callId, agentId, agentName, customer, startedAt } = past;
    const step = { callId, agentId, agentName, customer, startedAt, text: "Envoyer le devis" };
    page.server.steps.push({ ...step, day: "2026-03-31", isDone: false, revision: 1 });
    act(() => page.server.announce());
    expect(await aside().findByRole("link", { name: "Claire Moreau" })).toBeVisible();
    expect(aside().getByText("Ateliers Brunel")).toBeVisible();
    expect(aside().getByText("VIP")).toBeVisible();
    expect(await aside().findByText("Envoyer le devis")).toBeVisible();
    expect(aside().getByText("Follow-up")).toBeVisible();
    expect(aside().getByText("Le client attend le devis.")).toBeVisible();
    expect(aside().queryByRole("button", { name: "Save as customer" })).not.toBeInTheDocument();
  });

  test.each([
    ["Jeanne Martin", 1],
    [unknownCustomer, 0],
  ])("of %s without a number there are %d things to save", async (name, saved) => {
    serve(claire);
    await showConnected({ as: someUser(), organization });
    await waitFor(() => expect(fact("Backend connection")).toHaveTextContent("Connected"));
    page.server.prepare({ source: "telephony", customer: { name } });
    act(() => page.server.announce());
    await waitFor(() => expect(aside().getAllByText(name)[0]).toBeVisible());
    await waitFor(() =>
      expect(aside().queryAllByRole("button", { name: "Save as customer" })).toHaveLength(saved),
    );
  });

  test("an unknown one is saved in one press", async () => {
    serve(claire);
    page.server.api.answer(createCustomer, () => ({ data: claire }));
    const { user } = await showConnected({ as: someUser(), organization });
    await waitFor(() => expect(fact("Backend connection")).toHaveTextContent("Connected"));
    page.server.prepare({
      source: "telephony",
      customer: { name: "06 12 34 56 78", number: "06 12 34 56 78" },
    });
    act(() => page.server.announce());
    await user.click(await aside().findByRole("button", { name: "Save as customer" }));
    expect(await aside().findByRole("link", { name: "Claire Moreau" })).toBeVisible();
    expect(page.server.api.callsOf(createCustomer).at(-1)?.body).toEqual({
      name: "06 12 34 56 78",
      numbers: ["06 12 34 56 78"],
      callId: page.server.call.callId,
      requestId: page.server.call.callId,
    });
  });
});

describe("a call from a number that several share", () => {
  const aside = () => within(screen.getByRole("complementary", { name: "Customer and transcription" }));
  const number = "01 42 34 56 78";
  const ana = { id: "customer-1", name: "Ana", company: "Brunel" };
  const bruno = { id: "customer-2", name: "Bruno" };
  async function ring(callers: object[], others = false, customer: object = { name: number, number }) {
    serve({ ...claire, ...bruno });
    page.server.api.answer(listCallers, () => ({ data: { customers: callers as [], others } }));
    const shown = await showConnected({ as: someUser(), organization });
    await waitFor(() => expect(fact("Backend connection")).toHaveTextContent("Connected"));
    page.server.prepare({ source: "telephony", customer: customer as never });
    act(() => page.server.announce());
    await waitFor(() => expect(aside().getAllByText(number)[0]).toBeVisible());
    return shown;
  }
  const many = Array.from({ length: 6 }, (_, at) => ({ id: `customer-${at}`, name: `Poste ${at}` }));

  test.each([
    [[ana, bruno, { id: "customer-3", name: "Chloé" }], false, "One of: Ana, Bruno, Chloé"],
    [[ana], true, "One of: Ana, a colleague's customer"],
    [many, false, "One of: Poste 0, Poste 1, Poste 2, 3 others"],
  ])("names them %#", async (callers, others, text) => {
    await ring(callers, others);
    expect(await aside().findByText(text)).toBeVisible();
    const list = within(aside().getByRole("list", { name: "Who is it?" }));
    expect(list.getAllByRole("button")).toHaveLength(callers.length);
    expect(aside().queryByRole("button", { name: "Save as customer" })).toBeNull();
  });

  test.each([
    [[ana], false],
    [[], true],
    [[], false],
  ])("asks nothing where there are not several %#", async (callers, others) => {
    await ring(callers, others);
    expect(await aside().findByRole("button", { name: "Save as customer" })).toBeVisible();
    await waitFor(() => expect(page.server.api.callsOf(listCallers)).toHaveLength(1));
    expect(aside().queryByText(/^One of/)).toBeNull();
  });

  test("is that of the one who is pressed, and of another one where that was wrong", async () => {
    page.server.api.answer(chooseCustomer, ({ body }) => {
      const { customerId: id } = body as { customerId: string };
      return { data: { customer: { id, name: id === ana.id ? "Ana" : "Bruno", number } } };
    });
    const { user } = await ring([ana, bruno]);
    await user.click(await aside().findByRole("button", { name: "Bruno" }));
    await user.click(await aside().findByText("Not Bruno?"));
    expect(aside().queryByRole("button", { name: "Bruno" })).toBeNull();
    await user.click(aside().getByRole("button", { name: "Ana Brunel" }));
    await waitFor(() =>
      expect(page.server.api.callsOf(chooseCustomer).map(({ body }) => body)).toEqual([
        { customerId: bruno.id },
        { customerId: ana.id },
      ]),
    );
  });

  test("is that of a new one, with its number in the form", async () => {
    page.server.api.answer(createCustomer, () => ({ data: { ...claire, id: "customer-4", name: "Dora" } }));
    const { user } = await ring([ana, bruno]);
    await user.click(await aside().findByRole("button", { name: "Someone else" }));
    const form = within(screen.getByRole("dialog"));
    expect([field("Name"), field("Telephone numbers")].map((one) => (one as HTMLInputElement).value)).toEqual(
      ["", number],
    );
    await user.type(field("Name"), "Dora");
    await user.click(form.getByRole("button", { name: "Add customer" }));
    await waitFor(() => expect(aside().queryByText(/^One of/)).toBeNull());
    const [{ body } = { body: {} }] = page.server.api.callsOf(createCustomer);
    expect(body).toMatchObject({ name: "Dora", numbers: [number], callId: page.server.call.callId });
  });
});

describe("an import", () => {
  const file = (text: string, bytes = new TextEncoder().encode(text)) => {
    return Object.assign(new File([text], "clients.csv", { type: "text/csv" }), {
      arrayBuffer: async () => bytes.buffer,
    });
  };
  /** Answers that all rows of a request are created. */
  const created = (body: unknown) => ({
    status: 200,
    body: {
      success: true,
      data: {
        results: (body as { rows: { line: number }[] }).rows.map(({ line }) => ({ line, result: "created" })),
      },
    },
  });
  async function choose(text: string, bytes?: Uint8Array) {
    serve();
    const { user } = await openList();
    await user.click(await screen.findByRole("button", { name: "Import CSV" }));
    await screen.findByRole("button", { name: "Choose a file" });
    // A browser's event for it is that of a choice; `user.upload` would make it one of typing.
    fireEvent.change(screen.getByLabelText("File to import"), {
      target: { files: [file(text, bytes as never)] },
    });
    return user;
  }

  test("the letters of a file that does not say how they are stored are chosen from the first lines", async () => {
    const latin = Uint8Array.from("Nom;Pays\nCAF\u00c9;FR\nAna;FR\n", (char) => char.charCodeAt(0));
    const user = await choose("", latin);
    const readings = within(await screen.findByRole("list", { name: "Ways to read the file" }));
    expect(readings.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "CAFÉ;FR",
      "CAF…;FR",
    ]);
    await user.click(readings.getByRole("button", { name: "CAFÉ;FR" }));
    expect(await screen.findByRole("combobox", { name: "Nom CAFÉ" })).toHaveValue("name");
    expect(screen.queryByRole("list", { name: "Ways to read the file" })).toBeNull();
  });

  test("a line that can't be read is named, and a column of contacts that is not chosen beside one that is", async () => {
    const bytes = new TextEncoder().encode("Nom;Tel;Autre\nZoé?;0612345678;ana@example.com\n");
    bytes[bytes.indexOf("?".charCodeAt(0))] = 0xe9;
    const user = await choose("", bytes);
    expect(await screen.findByText(/^Characters of line 2 can't be read/)).toBeVisible();
    expect(screen.getByText(/^“Autre” seem to have telephone numbers or email/)).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: /^Autre/ }), "Email addresses");
    expect(screen.queryByText(/^“Autre” seem/)).toBeNull();
  });

  test("columns are recognized and can be set, and each line's result is told", async () => {
    const user = await choose("Nom;Tel;Truc\nClaire;0612345678;VIP\nPaul;demain;\nZoé;;\n");
    const results: ImportResult[] = [
      { line: 2, result: "created", customer: { id: "customer-1", name: "Claire" } },
      { line: 3, result: "refused", field: "numbers", error: "“demain” is no telephone number" },
      { line: 4, result: "duplicate", customer: { id: "customer-3", name: "Zoé" } },
    ];
    page.server.api.answer(importCustomers, () => ({ data: { results } }));
    expect(await screen.findByRole("combobox", { name: "Nom Claire" })).toHaveValue("name");
    expect(screen.getByRole("combobox", { name: "Tel 0612345678" })).toHaveValue("numbers");
    await user.selectOptions(screen.getByRole("combobox", { name: "Truc VIP" }), "Tags");
    await user.click(screen.getByRole("radio", { name: "Skip and report" }));
    await user.click(button("Import"));
    expect(await screen.findByText("Line 3, Paul: “demain” is no telephone number")).toBeVisible();
    expect(screen.getByText("Line 3 of 3")).toBeVisible();
    expect(screen.getByRole("link", { name: "Zoé" })).toHaveAttribute(
      "href",
      "/live-call/customers/customer-3",
    );
    expect(page.server.api.callsOf(importCustomers)[0]?.body).toMatchObject({
      duplicates: "leave",
      rows: [
        { line: 2, customer: { name: "Claire", numbers: ["0612345678"], tags: ["VIP"] } },
        { line: 3, customer: { name: "Paul" } },
        { line: 4, customer: { name: "Zoé" } },
      ],
    });
    // The second click of a double-click on Import falls on Done.
    fireEvent.click(button("Done"), { detail: 2 });
    expect(screen.getByRole("dialog")).toBeVisible();
    await user.click(button("Done"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  test("one that stops says what is stored, and goes on from there", async () => {
    const user = await choose(
      `name\n${Array.from({ length: 150 }, (_, at) => `Customer ${at}`).join("\n")}\n`,
    );
    let isDown = true;
    page.server.api.on(importCustomers, ({ body }) => {
      const isFirst = (body as { rows: { line: number }[] }).rows[0]?.line === 2;
      return isDown && !isFirst ? refused("SERVER_BUSY", "The server is busy.") : created(body);
    });
    await user.click(await screen.findByRole("button", { name: "Import" }));
    expect(await screen.findByText(/^The import stopped\./)).toBeVisible();
    expect(screen.getByText("Line 100 of 150")).toBeVisible();
    isDown = false;
    await user.click(button("Continue"));
    expect(await screen.findByText("Line 150 of 150")).toBeVisible();
    expect(
      page.server.api.callsOf(importCustomers).map(({ body }) => (body as { rows: unknown[] }).rows.length),
    ).toEqual([100, 50, 50]);
  });

  test("stays open while it runs, and says where a file's numbers and addresses would be left out", async () => {
    const user = await choose("name;Joignable au\nAnne;06 12 34 56 78\n");
    const answer = deferred();
    page.server.api.on(importCustomers, async ({ body }) => {
      await answer.promise;
      return created(body);
    });
    expect(await screen.findByText(/^“Joignable au” seem to have telephone numbers/)).toBeVisible();
    const column = screen.getByRole("combobox", { name: /^Joignable au/ });
    fireEvent.change(column, { target: { value: "numbers" } });
    expect(screen.queryByText(/^“Joignable au” seem to have telephone numbers/)).not.toBeInTheDocument();
    await user.click(button("Import"));
    await user.keyboard("{Escape}");
    answer.resolve();
    expect(await screen.findByText("Line 1 of 1")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("waits where its requests of a minute are used up, and goes on by itself", async () => {
    const user = await choose("name\nAnne\n");
    let refusals = 1;
    page.server.api.on(importCustomers, ({ body }) => {
      refusals -= 1;
      return refusals >= 0 ? refused("RATE_LIMITED", "Too many requests.") : created(body);
    });
    await user.click(await screen.findByRole("button", { name: "Import" }));
    expect(await screen.findByText("Line 1 of 1")).toBeVisible();
    expect(screen.queryByText(/^The import stopped\./)).not.toBeInTheDocument();
    expect(page.server.api.callsOf(importCustomers)).toHaveLength(2);
  });

  test("rows with long notes come in requests that the server takes, one by one where they must", async () => {
    const notes = "漢".repeat(5000);
    const user = await choose(
      `name,notes\n${Array.from({ length: 99 }, (_, at) => `C${at},${notes}`).join("\n")}`,
    );
    page.server.api.on(importCustomers, ({ body }) => created(body));
    await user.click(await screen.findByRole("button", { name: "Import" }));
    expect(await screen.findByText("Line 99 of 99")).toBeVisible();
    const sizes = page.server.api
      .callsOf(importCustomers)
      .map(({ body }) => new TextEncoder().encode(JSON.stringify(body)).length);
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThan(customerLimits.importBodyBytes);
  });

  test.each([
    ["", /^The file is empty\./],
    ["Nom;Tel\n", /^Line 1 has the titles, and none follows\./],
  ])("a file without customers, %j, is told what it needs", async (text, told) => {
    await choose(text);
    expect(await screen.findByText(told)).toBeVisible();
    expect(button("Choose a file")).toBeVisible();
  });

  test("a table without titles, and one with the names twice, are not imported before their columns are set", async () => {
    const user = await choose("Claire;0612345678\nPaul;0612345679;VIP\n");
    expect(await screen.findByText(/^No title of line 1 is known\./)).toBeVisible();
    expect(screen.getByText(/^Line 2 has more fields than there are titles/)).toBeVisible();
    expect(button("Import")).toHaveAttribute("aria-disabled", "true");
    const columns = within(screen.getByRole("list", { name: "Columns" }));
    const [first, second] = columns.getAllByRole("combobox");
    if (!first || !second) throw new Error("The columns are missing");
    await user.selectOptions(first, "Name");
    expect(button("Import")).not.toHaveAttribute("aria-disabled", "true");
    await user.selectOptions(second, "Name");
    expect(screen.getByText(/^Columns 1 and 2 are both “Name”\./)).toBeVisible();
    expect(button("Import")).toHaveAttribute("aria-disabled", "true");
  });

  test("a file that can't be read is told with its line", async () => {
    await choose('name;notes\nA;"x\n');
    expect(await screen.findByText(/^Line 2: A quoted field has no closing quote/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Import" })).not.toBeInTheDocument();
  });
});
