import { askForHelp, readPresence, savePresence, withdrawHelp } from "@souffleur/contracts/desk";
import { deferred, ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import {
  button,
  notes,
  openCall,
  page,
  preparePages,
  show,
  suggestions,
} from "../../testing/open-screen.tsx";

preparePages();

const organization = { id: "org", name: "Lumière", industryType: "technology" } as const;

test("a button requests help, and withdraws the request while nobody has taken it", async () => {
  const { user } = await openCall();
  await user.click(button("Ask for help"));
  const waiting = await screen.findByRole("button", { name: "Waiting Cancel" });
  expect(waiting).toHaveTextContent(/^Waiting \d:\d\dCancel$/);
  await waitFor(() => expect(waiting).not.toHaveAttribute("aria-busy"));
  await user.click(waiting);
  expect(await screen.findByRole("button", { name: "Ask for help" })).toBeVisible();
  expect(page.server.api.callsOf(askForHelp)).toHaveLength(1);
  expect(page.server.api.callsOf(withdrawHelp)).toHaveLength(1);
});

test("the key H only requests help, once, whether it is held or pressed again", async () => {
  const { user } = await openCall();
  await user.keyboard("{h>}");
  const waiting = await screen.findByRole("button", { name: "Waiting Cancel" });
  await waitFor(() => expect(waiting).not.toHaveAttribute("aria-busy"));
  fireEvent.keyDown(document.body, { key: "h", repeat: true });
  await user.keyboard("{/h}h");
  expect(waiting).not.toHaveAttribute("aria-busy");
  expect(page.server.api.callsOf(askForHelp)).toHaveLength(1);
  expect(page.server.api.callsOf(withdrawHelp)).toEqual([]);
});

test("a failed request for help is reported", async () => {
  const { user } = await openCall();
  page.server.api.on(askForHelp, () => refused("INVALID_TRANSITION", "This call has ended."));
  await user.click(button("Ask for help"));
  expect(await screen.findByText("This call has ended.")).toBeVisible();
  expect(button("Ask for help")).toBeVisible();
});

test("the agent is shown who comes to help, and who is watching", async () => {
  await openCall();
  const { callId, agentName, customer } = page.server.call;
  const help = { askedAt: new Date().toISOString(), takenBy: { userId: "1", name: "Camille Laurent" } };
  act(() => page.server.emit("help_changed", { callId, agentId: "user-1", agentName, customer, help }));
  act(() => page.server.emit("call_watchers", { callId, names: ["Camille Laurent", "Sophie Girard"] }));
  expect(await screen.findByRole("button", { name: "Camille is with you" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect(
    await screen.findByText("Camille Laurent is with you · 2 looking on: Camille Laurent, Sophie Girard"),
  ).toHaveRole("status");
  act(() => page.server.emit("call_watchers", { callId: "another", names: [] }));
  act(() => page.server.emit("call_watchers", { callId, names: [] }));
  expect(await screen.findByText("Camille Laurent is with you")).toBeVisible();
});

test("a whisper is shown above the suggestions, also without Auto-generate, and each of its states is reported", async () => {
  const { user } = await openCall();
  await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
  const whisper = page.server.suggestion({
    text: "Respirez.",
    provider: "coach",
    from: "Sophie Girard",
    confidence: 1,
  });
  act(() => page.server.emit("suggestion", whisper));
  expect(await suggestions().findByRole("region", { name: "Whisper from Sophie Girard" })).toBeVisible();
  expect(suggestions().getByText("only you see this")).toBeVisible();
  const states = () => page.server.reportedStates(whisper.id);
  await waitFor(() => expect(states().toSorted()).toEqual(["delivered", "shown"]));
  act(() => page.server.emit("suggestion", whisper));
  // The digits are those of suggestions.
  await user.keyboard("1");
  expect(states()).not.toContain("used");
  await user.keyboard("w");
  await waitFor(() => expect(states()).toContain("used"));
  expect(notes()).toHaveValue("");
  expect(suggestions().getAllByText("Respirez.")).toHaveLength(1);
});

test("the sound is switched off for all whispers", async () => {
  const { user } = await openCall();
  act(() =>
    page.server.emit("suggestion", page.server.suggestion({ provider: "coach", from: "Sophie Girard" })),
  );
  await user.click(await suggestions().findByRole("button", { name: "Sound off" }));
  expect(await suggestions().findByRole("button", { name: "Sound on" })).toBeVisible();
  expect(localStorage.getItem("souffleur.whisper-sound")).toBe("off");
});

test("between calls a user can be away, and a supervisor has a link to all live calls", async () => {
  const app = await show({ as: someUser({ role: "supervisor" }), organization });
  const away = await screen.findByRole("switch", { name: "Away" });
  await app.user.click(away);
  await waitFor(() => expect(away).toBeChecked());
  // The switch changes before the server answers.
  await waitFor(() =>
    expect(page.server.api.callsOf(savePresence).map(({ body }) => body)).toEqual([{ away: true }]),
  );
  // Then it reads the server's state, which must end within this test.
  await waitFor(() => expect(page.server.api.callsOf(readPresence)).toHaveLength(2));
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(away).toBeChecked();
  expect(screen.getByRole("link", { name: "All live calls" })).toHaveAttribute("href", "/live-call/desk");
});

test("an agent's switch, beside no link to all live calls, keeps its position when the answer about the earlier state arrives late", async () => {
  const answer = deferred();
  page.server.api.on(readPresence, async () => {
    const isFirst = page.server.api.callsOf(savePresence).length === 0;
    if (isFirst) await answer.promise;
    return ok(readPresence, { data: { away: !isFirst } });
  });
  const app = await show({ organization });
  const away = await screen.findByRole("switch", { name: "Away" });
  await waitFor(() => expect(page.server.api.callsOf(readPresence)).toHaveLength(1));
  await app.user.click(away);
  await waitFor(() => expect(page.server.api.callsOf(readPresence)).toHaveLength(2));
  await act(async () => answer.resolve());
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(away).toBeChecked();
  expect(screen.queryByRole("link", { name: "All live calls" })).toBeNull();
});
