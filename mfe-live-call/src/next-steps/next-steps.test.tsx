// The socket's server and client run in one process, so both need their builds for Node.

import { listCalls } from "@souffleur/contracts";
import { listNextSteps, type NextStep, saveNextStep } from "@souffleur/contracts/next-steps";
import { deferred, ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { nextDays } from "@souffleur/shared-ui/wrap-up";
import { act, screen, waitFor, within } from "@testing-library/react";
import { button, page, preparePages, show } from "../testing/open-screen.tsx";

preparePages();

const step = (changes: Partial<NextStep> = {}): NextStep => ({
  callId: "call-1",
  agentId: "user-1",
  agentName: "Camille Moreau",
  startedAt: "2026-03-01T09:30:00.000Z",
  customer: { id: "customer-1", name: "Claire Moreau" },
  text: "Envoyer le devis",
  day: "2026-03-09",
  isDone: false,
  revision: 2,
  ...changes,
});
const organization = { id: "org", name: "Lumière", industryType: "technology" } as const;
const open = (...steps: NextStep[]) => {
  page.server.steps.push(...steps);
  return show({ organization });
};
const due = async () => within(await screen.findByRole("region", { name: "To do today" }));
/** Without a pointer, which toasts capture and the test's document does not know. */
const undo = async () => {
  const press = await screen.findByRole("button", { name: "Undo" });
  act(() => press.click());
};
const saved = () => page.server.api.callsOf(saveNextStep).map(({ body }) => body);

test("what is due is listed with its customer, since when, and a way to the call and the calendar", async () => {
  await open(
    step(),
    step({ callId: "call-2", customer: { name: "Paul Petit" }, text: undefined, day: "2026-03-12" }),
  );
  const list = await due();
  const [overdue, today] = list.getAllByRole("listitem");
  expect(overdue).toHaveTextContent("Envoyer le devis");
  expect(overdue).toHaveTextContent("Overdue since Mar 9, 2026");
  expect(within(overdue as HTMLElement).getByRole("link", { name: "Claire Moreau" })).toHaveAttribute(
    "href",
    "/live-call/customers/customer-1",
  );
  expect(within(overdue as HTMLElement).getByRole("link", { name: /^Call of Mar 1/ })).toHaveAttribute(
    "href",
    "/live-call?call=call-1",
  );
  expect(today).toHaveTextContent(/Paul Petit.*Next step.*Today/);
  expect(list.getByRole("link", { name: "In your calendar" })).toHaveAttribute("href", "/profile#calendar");
  expect(page.server.api.callsOf(listNextSteps)[0]?.query.get("agentId")).toBe(someUser().id);
});

test("nothing is shown where nothing is due", async () => {
  await open();
  await screen.findByText("Ready. Incoming calls open here.");
  await waitFor(() => expect(page.server.api.callsOf(listNextSteps)).toHaveLength(1));
  expect(screen.queryByRole("region", { name: "To do today" })).toBeNull();
});

test("what waits between calls is shown together, so that nothing moves from under a press", async () => {
  const answer = deferred();
  page.server.api.on(listNextSteps, async () => {
    await answer.promise;
    return ok(listNextSteps, { data: { steps: [step()], today: "2026-03-12" } });
  });
  const { queryClient } = await open();
  await waitFor(() => expect(page.server.api.callsOf(listCalls)).toHaveLength(2));
  // The calls are there, and the steps alone are not.
  await waitFor(() => expect(queryClient.isFetching()).toBe(1));
  expect(screen.getByRole("status", { name: "Loading your calls" })).toBeVisible();
  answer.resolve();
  await due();
  expect(screen.queryByRole("status", { name: "Loading your calls" })).toBeNull();
});

test("steps that can't be loaded are reported and asked for again, and hold back nothing else", async () => {
  page.server.api.on(listNextSteps, () => ({ status: 500, body: {} }));
  const { user } = await open(step());
  const failure = await screen.findByText("The next steps could not be loaded.");
  expect(failure).toBeVisible();
  page.server.answerAll();
  await user.click(within(failure.closest("[role=alert]") as HTMLElement).getByRole("button"));
  expect((await due()).getAllByRole("listitem")).toHaveLength(1);
});

test("a step is done with one press, and back with another", async () => {
  const { user } = await open(step(), step({ callId: "call-2", text: "Rappeler" }));
  const [done] = (await due()).getAllByRole("button", { name: "Done" });
  expect(done).toHaveAccessibleDescription("Envoyer le devis");
  await user.click(done as HTMLElement);
  await waitFor(() => expect(screen.queryByText("Envoyer le devis")).toBeNull());
  await undo();
  expect(await screen.findByText("Envoyer le devis")).toBeVisible();
  expect(saved()).toEqual([
    { isDone: true, revision: 2 },
    { isDone: false, revision: 3 },
  ]);
});

test("a step is postponed to a day, or to a date, and back", async () => {
  const { user } = await open(step());
  await due();
  await user.click(button("Postpone"));
  await user.click(await screen.findByRole("menuitem", { name: "Tomorrow" }));
  await waitFor(() => expect(screen.queryByText("Overdue since Mar 9, 2026")).toBeNull());
  await undo();
  expect(await screen.findByText("Overdue since Mar 9, 2026")).toBeVisible();
  await user.click(button("Postpone"));
  await user.click(await screen.findByRole("menuitem", { name: "Choose a date…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("New date"), "2026-03-01");
  await user.click(dialog.getByRole("button", { name: "Postpone" }));
  expect(dialog.getByText("Choose a day from today on.")).toBeVisible();
  await user.clear(dialog.getByLabelText("New date"));
  await user.type(dialog.getByLabelText("New date"), "2026-05-04");
  await user.click(dialog.getByRole("button", { name: "Postpone" }));
  await waitFor(() => expect(saved()).toHaveLength(3));
  expect(saved()).toEqual([
    { day: nextDays(new Date()).tomorrow, revision: 2 },
    { day: "2026-03-09", revision: 3 },
    { day: "2026-05-04", revision: 4 },
  ]);
});

test("a change that was overtaken is told, and the list is read again", async () => {
  const { user } = await open(step());
  await due();
  page.server.api.on(saveNextStep, () => {
    page.server.steps[0] = step({ text: "Envoyer deux devis", revision: 3 });
    return refused("INVALID_TRANSITION", "The next step was changed elsewhere.");
  });
  await user.click(button("Done"));
  expect(await screen.findByText("This step was changed elsewhere. Look at it again.")).toBeVisible();
  expect(await screen.findByText("Envoyer deux devis")).toBeVisible();
});
