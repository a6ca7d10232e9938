// The socket's server and client run in one process, so both need their builds for Node.

import { callInProgress, connectionStatus, signOut } from "@souffleur/shared-ui";
import { act, screen, waitFor, within } from "@testing-library/react";
import remote from "../routes.tsx";
import {
  button,
  closePage,
  log,
  open,
  openCall,
  page,
  preparePages,
  showBar,
  showConnected,
  suggestions,
  waitForLine,
  waitForStatus,
} from "../testing/open-screen.tsx";

preparePages();

const kept = () => sessionStorage.getItem("souffleur.cards");

/** A call in which one reply was said, one was dismissed and one stands. */
async function callWithCards() {
  const app = await openCall();
  page.server.addLine("client", "C'est trop cher pour nous.");
  await waitForLine("C'est trop cher pour nous.");
  const given = ["Par rapport à quoi ?", "Quel budget aviez-vous prévu ?", "Je comprends."].map((text) =>
    page.server.suggestion({ text }),
  );
  // The best one is sent last, and stands at the top.
  for (const one of given.toReversed()) page.server.emit("suggestion", one);
  await suggestions().findByText("Par rapport à quoi ?");
  await app.user.click(suggestions().getAllByRole("button", { name: /^Use/ })[0] as HTMLElement);
  await app.user.click(
    suggestions().getAllByRole("button", { name: "Dismiss suggestion" })[1] as HTMLElement,
  );
  expect(suggestions().queryByText("Quel budget aviez-vous prévu ?")).not.toBeInTheDocument();
  return { ...app, given };
}

async function reload(app: Awaited<ReturnType<typeof openCall>>) {
  closePage(app);
  const next = await open();
  act(() => page.server.announce());
  await waitForStatus("Active");
  return next;
}

test("a reload of the page brings back the cards, what was said and what was dismissed", async () => {
  const { given, ...app } = await callWithCards();
  const { user } = await reload(app);
  expect(await suggestions().findByText("Par rapport à quoi ?")).toBeVisible();
  expect(suggestions().getByText(/^Said/)).toBeVisible();
  expect(suggestions().getByText("Je comprends.")).toBeVisible();
  expect(suggestions().queryByText("Quel budget aviez-vous prévu ?")).not.toBeInTheDocument();
  // The tick stands in the conversation again, once its line is there.
  await waitForLine("C'est trop cher pour nous.");
  await waitFor(() => expect(log()).toHaveTextContent(/Said Par rapport à quoi/));
  // What is sent again after a lost connection does not come a second time.
  for (const one of given) page.server.emit("suggestion", one);
  await user.keyboard("z");
  expect(await suggestions().findByText("Quel budget aviez-vous prévu ?")).toBeVisible();
  expect(suggestions().getAllByText("Je comprends.")).toHaveLength(1);
  expect(page.server.reportedStates(given[0]?.id ?? "")).toContain("used");
});

test("another call begins without the cards of the one before, and a sign-out removes them", async () => {
  const { given, ...app } = await callWithCards();
  expect(kept()).not.toBeNull();
  closePage(app);
  page.server.prepare();
  const next = await open();
  act(() => page.server.announce());
  await waitForStatus("Active");
  expect(suggestions().queryByText(given[0]?.text ?? "")).not.toBeInTheDocument();
  page.server.emit("suggestion", page.server.suggestion({ text: "Et chez vous ?" }));
  await suggestions().findByText("Et chez vous ?");
  expect(kept()).not.toBeNull();
  await act(() => signOut());
  expect(kept()).toBeNull();
  next.unmount();
});

test("the end of a call removes its cards from the browser", async () => {
  const { user } = await callWithCards();
  await user.click(button("End Call"));
  expect(kept()).toBeNull();
});

test("a page that was reloaded on another screen holds the running call, and shows its bar with the best reply", async () => {
  const app = await callWithCards();
  closePage(app);
  const next = await showConnected({ path: "/dashboard" });
  await waitFor(() => expect(connectionStatus()).toBe("connected"));
  await act(async () => page.server.announce());
  await waitFor(() => expect(callInProgress()).toBeDefined());
  act(() => remote.holdCall?.());
  showBar(next);
  const bar = within(await screen.findByRole("region", { name: "Running call" }));
  expect(await bar.findByText("C'est trop cher pour nous.")).toBeVisible();
  expect(bar.getByText("Par rapport à quoi ?")).toBeVisible();
  // Its page records nothing: closing it loses nothing, so it does not ask.
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
  await next.user.click(bar.getByRole("button", { name: "End Call" }));
  expect(callInProgress()).toBeUndefined();
  expect(screen.queryByRole("region", { name: "Running call" })).not.toBeInTheDocument();
});
