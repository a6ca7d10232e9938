import {
  type FiguresSource,
  type Onboarding,
  readFigures,
  readOnboarding,
  saveOnboarding,
} from "@souffleur/contracts";
import { ok, someUser, testPage } from "@souffleur/shared-ui/testing";
import { someFigures } from "@souffleur/shared-ui/testing/figures";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import remote from "../routes.tsx";

const { api, open, button } = testPage(remote, { as: someUser() });

const fresh: Onboarding = {
  isFirst: true,
  isClosed: false,
  steps: [
    { step: "practice-call", isDone: false },
    { step: "microphone", isDone: false },
    { step: "wrap-up", isDone: false },
  ],
  marks: ["sentence", "keys", "wrap-up"],
  turnsFigures: false,
  figures: "sample",
};
/** The server's state, which saves change as the server does. */
function serve(first: Partial<Onboarding> = {}) {
  let data: Onboarding = { ...fresh, ...first };
  api.on(readOnboarding, () => ok(readOnboarding, { data }));
  api.on(saveOnboarding, ({ body }) => {
    const { closed, turned, figures } = body as { closed?: true; turned?: true; figures?: FiguresSource };
    data = {
      ...data,
      isClosed: data.isClosed || closed === true,
      turnsFigures: turned !== true && data.turnsFigures,
      figures: figures ?? data.figures,
    };
    return ok(saveOnboarding, { data });
  });
}
const card = () => screen.findByRole("region", { name: "Get started" });

test("somebody new is welcomed, and begins a practice call by one press", async () => {
  serve();
  const { user, router } = await open("/dashboard");
  const list = within(await card());
  expect(screen.getByRole("heading", { level: 1, name: "Welcome, Camille" })).toBeVisible();
  expect(list.getByText("0 of 3 done")).toBeVisible();
  expect(list.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Make a practice call",
    "Allow your microphone",
    "Wrap up your first call",
  ]);
  await user.click(list.getByRole("button", { name: "Start a practice call" }));
  expect(router.state.location).toMatchObject({ pathname: "/live-call", state: { practice: true } });
});

test("what is done leaves, and the next step has the button", async () => {
  serve({
    isFirst: false,
    steps: [
      { step: "invite", isDone: true },
      { step: "playbook", isDone: false },
    ],
  });
  const { user, address } = await open("/dashboard");
  const list = within(await card());
  expect(screen.getByRole("heading", { level: 1, name: "Welcome back, Camille" })).toBeVisible();
  expect(list.getByText("1 of 2 done")).toBeVisible();
  const [next, another] = list.getAllByRole("listitem");
  expect(another).toBeUndefined();
  await user.click(within(next as HTMLElement).getByRole("button", { name: "Open" }));
  expect(address()).toBe("/admin/playbook");
});

test("one press closes the card for good", async () => {
  serve();
  const { user } = await open("/dashboard");
  await card();
  await user.click(button("Close Get started for good"));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Get started" })).toBeNull());
  // The card goes at once, before the server has the request.
  await waitFor(() =>
    expect(api.callsOf(saveOnboarding).map(({ body }) => body)).toEqual([{ closed: true }]),
  );
  cleanup();
  const { queryClient } = await open("/dashboard");
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(api.callsOf(readOnboarding)).toHaveLength(2);
  expect(screen.queryByRole("region", { name: "Get started" })).toBeNull();
});

test("after the first wrap-up a line offers the user's own figures; the choice is remembered, and the line gone", async () => {
  serve({ turnsFigures: true });
  api.on(readFigures, () => ok(readFigures, { data: someFigures("30d") }));
  const { user } = await open("/dashboard");
  // Until then the sample is shown.
  await user.click(await screen.findByRole("button", { name: "Show our calls" }));
  expect(screen.getByRole("radio", { name: "Our calls" })).toBeChecked();
  await waitFor(() =>
    expect(api.callsOf(saveOnboarding).map(({ body }) => body)).toEqual([
      { figures: "calls" },
      { turned: true },
    ]),
  );
  await user.click(screen.getByRole("radio", { name: "Sample data" }));
  expect(await screen.findByText("1,247")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show our calls" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Our calls" }));
  await waitFor(() => expect(api.callsOf(saveOnboarding).at(-1)?.body).toEqual({ figures: "calls" }));
  // Another browser has them, too.
  cleanup();
  localStorage.clear();
  await open("/dashboard");
  await waitFor(() => expect(screen.getByRole("radio", { name: "Our calls" })).toBeChecked());
});

test("the card is gone when all is done", async () => {
  serve({ steps: [{ step: "invite", isDone: true }] });
  const { queryClient } = await open("/dashboard");
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole("region", { name: "Get started" })).toBeNull();
});

test("the line does not come where the user's own figures are shown already", async () => {
  serve({ turnsFigures: true });
  api.on(readFigures, () => ok(readFigures, { data: someFigures("30d") }));
  await open("/dashboard?figures=calls");
  await waitFor(() =>
    expect(api.callsOf(saveOnboarding).map(({ body }) => body)).toEqual([{ turned: true }]),
  );
  expect(screen.queryByRole("button", { name: "Show our calls" })).toBeNull();
});
